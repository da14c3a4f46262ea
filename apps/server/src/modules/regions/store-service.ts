import {
  fill,
  joinNames,
  type List,
  type ParsedInputOf,
  type regionCalls,
  type Store,
  type StorePick,
  storeUseWords,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { countByStore, devicesIn } from '../devices/index.ts'
import { addToOwnScope, staffOf } from '../staff/index.ts'
import { lockArea } from './area-store.ts'
import * as store from './store-store.ts'

type Input<Name extends keyof typeof regionCalls> = ParsedInputOf<(typeof regionCalls)[Name]>

export async function withDeviceCounts(ctx: Ctx, rows: store.StoreRow[]): Promise<Store[]> {
  const counts = await countByStore(
    ctx,
    rows.map((row) => row._id),
  )
  return rows.map((row) => ({ ...row, device_count: counts.get(row._id) ?? 0 }))
}

export async function getStore(ctx: Ctx, { condition, ...page }: Input<'getStore'>): Promise<List<Store>> {
  const { data, count } = await store.listStores(ctx, page, condition)
  return { data: await withDeviceCounts(ctx, data), count }
}

export const getAllStore = (
  ctx: Ctx,
  { condition, ...page }: Input<'getAllStore'>,
): Promise<List<StorePick>> => store.pickStores(ctx, page, condition)

async function demandStore(ctx: Ctx, id: string): Promise<Store> {
  const found = await store.findStore(ctx, id)
  const [row] = found ? await withDeviceCounts(ctx, [found]) : []
  if (!row) throw new AppError('notFound')
  return row
}

/** A store can only be put into an area that is there and stays there until this call is done. */
async function demandAreaFor(ctx: Ctx, area: string | null): Promise<void> {
  if (area !== null && !(await lockArea(ctx, area, 'share'))) throw AppError.atField('area', 'unknownArea')
}

export async function addStore(ctx: Ctx, draft: Input<'addStore'>): Promise<Store> {
  await demandAreaFor(ctx, draft.area)
  const id = await store.insertStore(ctx, draft)
  await addToOwnScope(ctx, id)
  const added = await demandStore(withStore(ctx, id), id)
  await audit(ctx, { call: 'addStore', object: 'store', objectId: id, after: added })
  return added
}

/** The scope was read before the store was added to it. */
const withStore = (ctx: Ctx, id: string): Ctx =>
  ctx.scope.all ? ctx : { ...ctx, scope: { ...ctx.scope, stores: [...ctx.scope.stores, id] } }

export async function editStore(ctx: Ctx, { _id, rev, ...draft }: Input<'editStore'>): Promise<Store> {
  const before = await demandStore(ctx, _id)
  if (draft.area !== before.area) await demandAreaFor(ctx, draft.area)
  if (!(await store.updateStore(ctx, _id, rev, draft))) throw new AppError('changedMeanwhile')
  const after = await demandStore(ctx, _id)
  await audit(ctx, { call: 'editStore', object: 'store', objectId: _id, before, after })
  return after
}

export async function delStore(ctx: Ctx, { _id }: Input<'delStore'>): Promise<Record<string, never>> {
  if (!(await store.lockStore(ctx, _id))) throw new AppError('notFound')
  const before = await demandStore(ctx, _id)
  const uses = await usesOf(ctx, _id)
  if (uses.length > 0) throw new AppError('storeInUse', { uses: uses.join('; ') })
  await store.setStoreDeleted(ctx, _id, true)
  await audit(ctx, { call: 'delStore', object: 'store', objectId: _id, before })
  return {}
}

/** Takes a deletion back. If its area is gone meanwhile, the store comes back without one. */
export async function restoreStore(ctx: Ctx, { _id }: Input<'restoreStore'>): Promise<Store> {
  if (!(await store.setStoreDeleted(ctx, _id, false))) throw new AppError('notFound')
  const { area } = await demandStore(ctx, _id)
  if (area !== null && !(await lockArea(ctx, area, 'share'))) await store.leaveArea(ctx, _id)
  const after = await demandStore(ctx, _id)
  await audit(ctx, { call: 'restoreStore', object: 'store', objectId: _id, after })
  return after
}

/** What is still inside, in the caller's words. */
async function usesOf(ctx: Ctx, id: string): Promise<string[]> {
  const texts = storeUseWords[ctx.locale]
  const inside = { devices: await devicesIn(ctx, id), staff: await staffOf(ctx, id) }
  return (['devices', 'staff'] as const)
    .filter((kind) => inside[kind].count > 0)
    .map((kind) => {
      const { count, names } = inside[kind]
      return names.length > 0
        ? fill(texts[`${kind}Named`], { count, names: joinNames(ctx.locale, names) })
        : fill(texts[kind], { count })
    })
}
