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
import { lockArea } from './area-queries.ts'
import * as queries from './store-queries.ts'
import { keepPastTerms } from './term-service.ts'

type Input<Name extends keyof typeof regionCalls> = ParsedInputOf<(typeof regionCalls)[Name]>

export const getStore = (ctx: Ctx, { condition, ...page }: Input<'getStore'>): Promise<List<Store>> =>
  queries.listStores(ctx, page, condition)

export const getAllStore = (
  ctx: Ctx,
  { condition, ...page }: Input<'getAllStore'>,
): Promise<List<StorePick>> => queries.pickStores(ctx, page, condition)

async function demandStore(ctx: Ctx, id: string): Promise<Store> {
  const found = await queries.findStore(ctx, id)
  if (!found) throw new AppError('notFound')
  return found
}

/** Refuses an area that does not exist. Locks it until the call ends, so that it cannot be deleted meanwhile. */
async function demandAreaFor(ctx: Ctx, area: string | null): Promise<void> {
  if (area !== null && !(await lockArea(ctx, area, 'share'))) throw AppError.atField('area', 'unknownArea')
}

export async function addStore(ctx: Ctx, draft: Input<'addStore'>): Promise<Store> {
  demandOwnAreas(ctx, null, draft.area)
  await demandAreaFor(ctx, draft.area)
  await ctx.deps.hooks.demandPayoutAccount(ctx, {
    from: null,
    to: draft.merchant_id,
    paidTo: null,
  })
  const id = await queries.insertStore(ctx, draft)
  await ctx.deps.hooks.storeAdded(ctx, id, draft.area)
  const added = await demandStore(withStore(ctx, id), id)
  await audit(ctx, { call: 'addStore', object: 'store', objectId: id, after: added })
  return added
}

/** The ctx with the new store in its scope, because the scope was read before the store was added. */
const withStore = (ctx: Ctx, id: string): Ctx =>
  ctx.scope.all ? ctx : { ...ctx, scope: { ...ctx.scope, stores: [...ctx.scope.stores, id] } }

export async function editStore(
  ctx: Ctx,
  { _id, rev, coo_since: since, ...draft }: Input<'editStore'>,
): Promise<Store> {
  const before = await demandStore(ctx, _id)
  if (draft.area !== before.area) {
    demandOwnAreas(ctx, before.area, draft.area)
    await demandAreaFor(ctx, draft.area)
  }
  const { merchant_id: from } = before
  if (draft.merchant_id !== undefined)
    await ctx.deps.hooks.demandPayoutAccount(ctx, { from, to: draft.merchant_id, paidTo: from })
  await keepPastTerms(ctx, _id, draft, since)
  if (!(await queries.updateStore(ctx, _id, rev, draft))) throw new AppError('changedMeanwhile')
  const after = await demandStore(ctx, _id)
  await audit(ctx, {
    call: 'editStore',
    object: 'store',
    objectId: _id,
    before,
    after: { ...after, ...(since && { coo_since: since }) },
  })
  return after
}

/**
 * Refuses a limited caller who would move a store out of an area, or into one, that is not the caller's: all accounts of
 * the area lose or get the store, also those that the caller may not change. A new store may stay without an area.
 */
function demandOwnAreas({ scope }: Ctx, from: string | null, to: string | null): void {
  if (scope.all || from === to) return
  const isOwn = (area: string | null): boolean => area !== null && scope.areas.includes(area)
  if (!isOwn(to) || (from !== null && !isOwn(from))) throw AppError.atField('area', 'ownAreas')
}

export async function delStore(ctx: Ctx, { _id }: Input<'delStore'>): Promise<Record<string, never>> {
  await queries.lockStore(ctx, _id)
  const before = await demandStore(ctx, _id)
  const uses = await usesOf(ctx, _id)
  if (uses.length > 0) throw new AppError('storeInUse', { uses: uses.join('; ') })
  await queries.setStoreDeleted(ctx, _id, true)
  await audit(ctx, { call: 'delStore', object: 'store', objectId: _id, before })
  return {}
}

/** Restores a deleted store; without its area if that was deleted meanwhile. */
export async function restoreStore(ctx: Ctx, { _id }: Input<'restoreStore'>): Promise<Store> {
  if (!(await queries.setStoreDeleted(ctx, _id, false))) throw new AppError('notFound')
  const { area } = await demandStore(ctx, _id)
  if (area !== null && !(await lockArea(ctx, area, 'share'))) await queries.leaveArea(ctx, _id)
  const after = await demandStore(ctx, _id)
  await audit(ctx, { call: 'restoreStore', object: 'store', objectId: _id, after })
  return after
}

/** What still uses the store, in the caller's language. */
async function usesOf(ctx: Ctx, id: string): Promise<string[]> {
  const texts = storeUseWords[ctx.locale]
  const uses: string[] = []
  for (const { kind, of } of ctx.deps.hooks.storeUses) {
    const { count, names } = await of(ctx, id)
    if (count === 0) continue
    uses.push(
      names.length > 0
        ? fill(texts[`${kind}Named`], { count, names: joinNames(ctx.locale, names) })
        : fill(texts[kind], { count }),
    )
  }
  return uses
}
