/** What is done about an order later, and how gateways learn of it. Both are statements on the coordinator. */
import { sql } from 'kysely'

import { runJobAt } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'

/** Asks the provider for the QR code of a new order. */
export const openTask = 'order-open'
/** Asks the provider whether an order was paid, and closes it in time. */
export const followTask = 'order-follow'
/** Tells the provider that an order was closed. */
export const closeTask = 'order-close'

export type OrderJob = { tenant: string; orderno: string }

export async function openSoon({ tx, tenantId }: TenantRef, orderno: string): Promise<void> {
  const payload = JSON.stringify({ tenant: tenantId, orderno })
  const key = `${openTask}:${tenantId}:${orderno}`
  // Without a queue of its own: an order waits for no other order.
  await sql`select enqueue(${openTask}, ${payload}::json, ${key}, null, 0)`.execute(tx)
}

/** `tries` counts how often the provider was asked. */
export const followAt = (ref: TenantRef, orderno: string, moment: Date, tries: number): Promise<void> =>
  runJobAt(ref, followTask, { orderno }, moment, { tries })

export const closeSoon = (ref: TenantRef, orderno: string, now: Date): Promise<void> =>
  runJobAt(ref, closeTask, { orderno }, now)

/** Gateways listen to this channel for orders whose state a machine has to know. */
export const orderChannel = 'slotwise_order'

export async function callGateways({ tx, tenantId }: TenantRef, sn: string, orderno: string): Promise<void> {
  await sql`select pg_notify(${orderChannel}, ${`${tenantId} ${sn} ${orderno}`})`.execute(tx)
}
