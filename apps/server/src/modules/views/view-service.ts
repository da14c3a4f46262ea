/** Filters of lists under a name. An account sees its own and those that others share, of lists that it may open. */
import {
  isViewList,
  type ListView,
  mayAccess,
  type ParsedInputOf,
  type viewCalls,
  type ViewList,
  viewLists,
  viewsAtMost,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, grantsIn, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockAccount, nicknamesOf } from '../account/index.ts'
import * as queries from './view-queries.ts'

type Input<Name extends keyof typeof viewCalls> = ParsedInputOf<(typeof viewCalls)[Name]>

/** Accounts that manage staff offer views to the staff. */
const mayShare = (ctx: Ctx): boolean => mayAccess('user.subUser', grantsIn(ctx))

const mayOpen = (ctx: Ctx, list: ViewList): boolean => mayAccess(viewLists[list], grantsIn(ctx))

const isOwn = (ctx: Ctx, view: queries.ViewRow): boolean => view.account_id === ctx.user.id

/** Of the views of others only the main account deletes: those who share may stand above or below each other. */
const mayDelete = (ctx: Ctx, view: queries.ViewRow): boolean => isOwn(ctx, view) || ctx.user.isMain

async function toViews(ctx: Ctx, rows: readonly queries.ViewRow[]): Promise<ListView[]> {
  const others = rows.filter((row) => !isOwn(ctx, row)).map((row) => row.account_id)
  const names = await nicknamesOf(ctx, others)
  return rows.map((row) => ({
    view_id: row.view_id,
    name: row.name,
    filter: row.filter,
    shared: row.shared,
    owner: isOwn(ctx, row) ? null : (names.get(row.account_id) ?? ''),
    mayDelete: mayDelete(ctx, row),
  }))
}

export async function getViews(
  ctx: Ctx,
  { list }: Input<'getViews'>,
): Promise<{ data: ListView[]; mayShare: boolean }> {
  if (!mayOpen(ctx, list)) throw new AppError('noPermission')
  return { data: await toViews(ctx, await queries.viewsOf(ctx, list)), mayShare: mayShare(ctx) }
}

/** What the audit records. */
const factsOf = ({ list, name, shared }: queries.ViewRow) => ({ list, name, shared })

export async function saveView(ctx: Ctx, view: Input<'saveView'>): Promise<ListView> {
  if (!mayOpen(ctx, view.list) || (view.shared && !mayShare(ctx))) throw new AppError('noPermission')
  // Parallel calls would each count fewer views than there are.
  await lockAccount(refOf(ctx), ctx.user.id)
  const before = await queries.findOwn(ctx, view.list, view.name)
  if (!before && (await queries.countOwn(ctx)) >= viewsAtMost)
    throw new AppError('tooManyViews', { max: viewsAtMost })
  const id = await queries.storeView(ctx, view)
  const after = await demandView(ctx, id)
  await audit(ctx, {
    call: 'saveView',
    object: 'view',
    objectId: id,
    ...(before ? { before: factsOf(before) } : {}),
    after: factsOf(after),
  })
  const [saved] = await toViews(ctx, [after])
  if (!saved) throw new AppError('notFound')
  return saved
}

async function demandView(ctx: Ctx, id: string): Promise<queries.ViewRow> {
  const view = await queries.findView(ctx, id)
  if (!view || !isViewList(view.list) || !mayOpen(ctx, view.list)) throw new AppError('notFound')
  return view
}

export async function deleteView(
  ctx: Ctx,
  { view_id: id }: Input<'deleteView'>,
): Promise<Record<string, never>> {
  const view = await demandView(ctx, id)
  if (!mayDelete(ctx, view)) throw new AppError('noPermission')
  if (!(await queries.removeView(ctx, id))) throw new AppError('notFound')
  await audit(ctx, { call: 'deleteView', object: 'view', objectId: id, before: factsOf(view) })
  return {}
}
