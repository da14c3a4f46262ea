/** Referrers of the demo, some for a few stores and one for all, with months behind them. */
import type { Ctx } from '../src/kernel/ctx.ts'
import { daysBefore } from '../src/kernel/moments.ts'
import { addReferrer } from '../src/modules/referrers/referrer-service.ts'
import { getAllStore } from '../src/modules/regions/store-service.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

/** How many days ago they were added. */
const addedDaysAgo = 150

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
  return ids
}
