/** Orders that were not paid in time: those to close, and those to delete. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { PayOrder } from './order-queries.ts'

type OverdueOrder = Pick<PayOrder, 'orderno' | 'client' | 'pay_account_id' | 'agent_account_id'>

/** Orders that should have been closed before `expired`, the oldest first. */
export async function overdueOrders(
  { tx, tenantId }: TenantRef,
  expired: Date,
  atMost: number,
): Promise<OverdueOrder[]> {
  return tx
    .selectFrom('pay_order')
    .select(['orderno', 'client', 'pay_account_id', 'agent_account_id'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'pending')
    .where('expires_at', '<', expired)
    .orderBy('expires_at')
    .limit(atMost)
    .$castTo<OverdueOrder>()
    .execute()
}

/** Deletes orders that were closed unpaid. An order with a bill stays, because the bill names it. */
export const deleteUnpaid = ({ tx, tenantId }: TenantRef, before: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('pay_order')
      .where('tenant_id', '=', tenantId)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('create_at', 'orderno'),
          'in',
          selectFrom('pay_order as o')
            .select(['o.create_at', 'o.orderno'])
            .where('o.tenant_id', '=', tenantId)
            .where('o.create_at', '<', before)
            // Written as in the index of unpaid orders, which is used only then.
            .where(sql<boolean>`o.state = 'closed'`)
            .where(({ not, exists, selectFrom: select }) =>
              not(
                exists(
                  select('bill as b')
                    .select('b.orderno')
                    .where('b.tenant_id', '=', tenantId)
                    .whereRef('b.create_at', '=', 'o.create_at')
                    .whereRef('b.orderno', '=', 'o.orderno'),
                ),
              ),
            )
            .limit(atMost)
            .$asTuple('create_at', 'orderno'),
        ),
      )
      // A payment that was reported since the choice keeps its order.
      .where('state', '=', 'closed'),
  )
