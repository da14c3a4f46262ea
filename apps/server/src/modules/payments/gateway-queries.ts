/** How gateways learn of orders: a statement on the coordinator. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

/** Gateways listen to this channel for orders whose state a machine has to know. */
export const orderChannel = 'slotwise_order'

export async function callGateways({ tx, tenantId }: TenantRef, sn: string, orderno: string): Promise<void> {
  await sql`select pg_notify(${orderChannel}, ${`${tenantId} ${sn} ${orderno}`})`.execute(tx)
}
