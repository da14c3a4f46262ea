/**
 * Pieces sold of goods, from the sums of sales by month. Sales do not count in the row of the goods, because all sales of
 * the same goods would then wait for each other.
 */
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'

/** One row for each of the merchant's goods that were sold. */
export const soldByGoods = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('sales_goods_month')
    .select(['goods_id', sql<string>`sum(pieces)`.as('pieces')])
    .where('tenant_id', '=', ctx.tenant.id)
    .groupBy('goods_id')

export async function soldPieces(ctx: Ctx, goodsIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await soldByGoods(ctx).where(isOneOf(goodsIds, 'goods_id')).execute()
  return new Map(rows.map(({ goods_id: id, pieces }) => [id, Number(pieces)]))
}
