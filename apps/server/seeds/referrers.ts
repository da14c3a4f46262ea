/** Referrers of the demo, some for a few stores and one for all, with months behind them. */
import { countryFacts, dayOf } from '@slotwise/contract'

import type { Ctx } from '../src/kernel/ctx.ts'
import { daysBefore } from '../src/kernel/moments.ts'
import { findReferrer, insertPastTerms } from '../src/modules/referrers/referrer-queries.ts'
import { addReferrer } from '../src/modules/referrers/referrer-service.ts'
import { getAllStore } from '../src/modules/regions/store-service.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

/** How many days ago they were added. */
const addedDaysAgo = 150
const raisedDaysAgo = 70

export const hasReferrers = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('referrer')
    .select('referrer_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns their numbers, in the order in which the merchant names them. */
export async function seedReferrers(ctx: Ctx, { referrers }: DemoMerchant): Promise<string[]> {
  const { data: stores } = await getAllStore(ctx, { pageNum: 1, pageSize: 999, condition: {} })
  const idOf = new Map(stores.map(({ store_name: name, _id }) => [name, _id]))
  const ids: string[] = []
  for (const { stores: names, ...referrer } of referrers) {
    const region = names.flatMap((name) => idOf.get(name) ?? [])
    ids.push((await addReferrer(ctx, { ...referrer, region })).referrer_id)
  }
  await ctx.tx
    .updateTable('referrer')
    .set({ created_at: daysBefore(ctx.now, addedDaysAgo) })
    .where('tenant_id', '=', ctx.tenant.id)
    .execute()
  await raiseFirst(ctx, ids)
  return ids
}

/** The first referrer got one percent less before. */
async function raiseFirst(ctx: Ctx, [id]: readonly string[]): Promise<void> {
  const row = id === undefined ? undefined : await findReferrer(ctx, id, { withDeleted: false })
  if (!row) return
  const until = dayOf(daysBefore(ctx.now, raisedDaysAgo), countryFacts[ctx.tenant.country].utcOffsetMinutes)
  const { referrer_id: raised, region, commission } = row
  await insertPastTerms(ctx, raised, { until, region, commission: Math.max(0, commission - 1) })
}
