/** Orders as their machines ask for them and are told of them, with what bills say about them. */
import { sql } from 'kysely'

import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { timeOf } from '../../kernel/orderno.ts'
import { type MachineOrder, orderColumns } from './order-queries.ts'

/** Whether the machine has reported what became of the order `o`. */
const isReported = (tenantId: string) => sql<boolean>`exists (
  select from bill b where b.tenant_id = ${tenantId} and b.create_at = o.create_at and b.orderno = o.orderno
                       and b.reported_at is not null)`

type LastRefund = 'refunding' | 'refunded' | 'failed' | null

/** What became of the last refund of the order `o`; null where none was asked for. */
const lastRefund = (tenantId: string) => sql<LastRefund>`(
  select r.state from bill_refund r
   where r.tenant_id = ${tenantId} and r.orderno = o.orderno order by r.refund_id desc limit 1)`

/** An order with what decides of its answer. */
export type AnsweredOrder = MachineOrder & { refund: LastRefund }

/** An order that a machine has asked for, however it is paid, unless the machine has reported what became of it. */
export const findUnreported = (
  { tx, tenantId }: TenantRef,
  orderno: string,
): Promise<AnsweredOrder | undefined> =>
  tx
    .selectFrom('pay_order as o')
    .select(orderColumns.map((name) => `o.${name}` as const))
    .select(lastRefund(tenantId).as('refund'))
    .where('o.tenant_id', '=', tenantId)
    .where('o.create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('o.orderno', '=', orderno)
    .where('o.req_id', 'is not', null)
    .where(sql<boolean>`not ${isReported(tenantId)}`)
    .$castTo<AnsweredOrder>()
    .executeTakeFirst()

/** An order with the digest of its request. */
export type Requested = AnsweredOrder & { request_digest: Buffer; isReported: boolean }

/** The order that the machine asked for by this name. */
export const findRequest = (
  { tx, tenantId, deviceId }: MachineRef,
  reqId: string,
): Promise<Requested | undefined> =>
  tx
    .selectFrom('pay_order as o')
    .select(orderColumns.map((name) => `o.${name}` as const))
    .select(['o.request_digest', isReported(tenantId).as('isReported'), lastRefund(tenantId).as('refund')])
    .where('o.tenant_id', '=', tenantId)
    .where('o.device_id', '=', deviceId)
    .where('o.req_id', '=', reqId)
    .$castTo<Requested>()
    .executeTakeFirst()

/** Orders since then that got a code or were paid at once, and that the machine has not reported yet. */
export const openOrders = ({ tx, tenantId, deviceId }: MachineRef, since: Date): Promise<AnsweredOrder[]> =>
  tx
    .selectFrom('pay_order as o')
    .select(orderColumns.map((name) => `o.${name}` as const))
    .select(lastRefund(tenantId).as('refund'))
    .where('o.tenant_id', '=', tenantId)
    .where('o.device_id', '=', deviceId)
    .where('o.create_at', '>', since)
    // Written as in the index of orders by machine, which is used only then.
    .where('o.req_id', 'is not', null)
    .where(
      sql<boolean>`(o.state = any('{pending,closed}'::text[]) and o.qr is not null
        or o.state = any('{paid,refunded,part_refunded}'::text[]))`,
    )
    .where(sql<boolean>`not ${isReported(tenantId)}`)
    .orderBy('o.create_at')
    .orderBy('o.orderno')
    .$castTo<AnsweredOrder>()
    .execute()

/**
 * Paid orders of this time of which the machine has said nothing: of few, because few bills have such a status. The newest
 * first.
 */
export const unheardOrders = (
  { tx, tenantId, deviceId }: MachineRef,
  { since, before, atMost }: { since: Date; before: Date; atMost: number },
): Promise<AnsweredOrder[]> =>
  tx
    .selectFrom('bill as b')
    .innerJoin('pay_order as o', (join) =>
      join
        .on('o.tenant_id', '=', tenantId)
        .onRef('o.create_at', '=', 'b.create_at')
        .onRef('o.orderno', '=', 'b.orderno'),
    )
    .select(orderColumns.map((name) => `o.${name}` as const))
    .select(lastRefund(tenantId).as('refund'))
    .where('b.tenant_id', '=', tenantId)
    // The index of statuses leaves out status 0.
    .where(sql<boolean>`b.status = any('{2,7}'::smallint[]) and b.status <> 0`)
    .where('b.create_at', '>=', since)
    .where('b.create_at', '<=', before)
    .where('b.device_id', '=', deviceId)
    .where('b.reported_at', 'is', null)
    .where('o.req_id', 'is not', null)
    .where('o.closed_at', 'is', null)
    .where(sql<boolean>`${lastRefund(tenantId)} is null`)
    .orderBy('b.create_at', 'desc')
    .orderBy('b.orderno', 'desc')
    .limit(atMost)
    .$castTo<AnsweredOrder>()
    .execute()

/** Stores when the machine was sent the word that its order is paid. Only the first time counts. */
export async function putPaidSent(
  { tx, tenantId, deviceId }: MachineRef,
  orderno: string,
  sentAt: Date,
): Promise<void> {
  await tx
    .updateTable('pay_order')
    .set({ is_paid_sent: true, paid_sent_at: sentAt })
    .where('tenant_id', '=', tenantId)
    .where('create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('orderno', '=', orderno)
    .where('device_id', '=', deviceId)
    .where('is_paid_sent', '=', false)
    .execute()
}

/** More than these are not counted. */
export const ordersCounted = 100

/**
 * How many orders of the machine wait to be paid, and how many of the merchant wait for their QR codes; at most
 * `ordersCounted`, and only those that were made since then.
 */
export async function countWaiting(
  { tx, tenantId, deviceId }: MachineRef,
  now: Date,
  since: Date,
): Promise<{ unpaid: number; unopened: number }> {
  const { rows } = await sql<{ unpaid: number; unopened: number }>`
    select (select count(*)::int
              from (select from pay_order
                     where tenant_id = ${tenantId} and device_id = ${deviceId} and create_at > ${since}
                       -- Written as in the index of orders by machine, which is used only then.
                       and req_id is not null and state = 'pending' and expires_at > ${now}
                     limit ${ordersCounted}) u) as unpaid,
           (select count(*)::int
              from (select from pay_order
                     where tenant_id = ${tenantId} and create_at > ${since}
                       and state = 'pending' and qr is null and expires_at > ${now}
                     limit ${ordersCounted}) w) as unopened`.execute(tx)
  return rows[0] ?? { unpaid: 0, unopened: 0 }
}
