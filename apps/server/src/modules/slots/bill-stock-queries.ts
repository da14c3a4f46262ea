import { type StockReason } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

/** A change of stock that a bill caused. */
export type BillStockLine = {
  at: Date
  channel_sn: number
  goods: string | null
  reason: StockReason
  before: number
  after: number
}

/** The changes of stock of a bill, in the order in which they were booked. */
export const stockLinesOf = ({ tx, tenantId }: TenantRef, orderno: string): Promise<BillStockLine[]> =>
  tx
    .selectFrom('stock_move as m')
    .leftJoin('goods as g', (join) =>
      join.on('g.tenant_id', '=', tenantId).onRef('g.goods_id', '=', 'm.goods_id'),
    )
    .select(['m.at', 'm.channel_sn', 'g.title as goods', 'm.before', 'm.after'])
    .select(sql<StockReason>`m.reason`.as('reason'))
    .where('m.tenant_id', '=', tenantId)
    .where('m.orderno', '=', orderno)
    .orderBy('m.move_id')
    .execute()
