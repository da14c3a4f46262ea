/** Orders that customers pay for: the rows of `pay_order`, each found by its number, which names its time. */
import {
  type OnlineClient,
  onlineClients,
  type OrderClient,
  type PayClient,
  type payStates,
} from '@slotwise/contract'
import { sql } from 'kysely'

import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'
import type { OrderGoods } from '../../kernel/hooks.ts'
import { timeOf } from '../../kernel/orderno.ts'
import { isOneOfTexts } from '../../kernel/search.ts'

export type PayState = (typeof payStates)[number]

export type PayOrder = {
  orderno: string
  create_at: Date
  device_id: string
  sn: string
  store_id: string | null
  /** The payout account. */
  merchant_id: string | null
  client: PayClient
  kind: 'buy' | 'game'
  state: PayState
  amount: number
  discount: number
  goods: OrderGoods[]
  merchant_order: string
  cardno: string
  req_id: string | null
  qr: string | null
  provider_txn: string | null
  difficulty: string | null
  fee_rate: number
  expires_at: Date | null
  paid_at: Date | null
  closed_at: Date | null
  /** Whether the machine was sent the word that its order is paid; null where that is not known, or not paid. */
  is_paid_sent: boolean | null
  paid_sent_at: Date | null
  /** The account into which it is paid; neither: the platform's. */
  pay_account_id: string | null
  agent_account_id: string | null
}

/** An order that a machine has asked for. */
export type MachineOrder = PayOrder & { client: OrderClient; req_id: string }

/** An order that is paid through a provider. */
export type OnlineOrder = MachineOrder & { client: OnlineClient; expires_at: Date }

const columns = [
  'orderno',
  'create_at',
  'device_id',
  'sn',
  'store_id',
  'merchant_id',
  'client',
  'kind',
  'state',
  'amount',
  'discount',
  'goods',
  'merchant_order',
  'cardno',
  'req_id',
  'qr',
  'provider_txn',
  'difficulty',
  'fee_rate',
  'expires_at',
  'paid_at',
  'closed_at',
  'is_paid_sent',
  'paid_sent_at',
  'pay_account_id',
  'agent_account_id',
] as const

const numbered = ({ tx, tenantId }: TenantRef, orderno: string) =>
  tx
    .selectFrom('pay_order')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('orderno', '=', orderno)

export const findOrder = (ref: TenantRef, orderno: string): Promise<PayOrder | undefined> =>
  numbered(ref, orderno).$castTo<PayOrder>().executeTakeFirst()

/** Reads an order and holds it until the transaction ends. */
export const lockOrder = (ref: TenantRef, orderno: string): Promise<PayOrder | undefined> =>
  numbered(ref, orderno).forUpdate().$castTo<PayOrder>().executeTakeFirst()

const manyNumbered = ({ tx, tenantId }: TenantRef, ordernos: readonly string[]) => {
  const times = ordernos.map((orderno) => timeOf(orderno) ?? new Date(0))
  return tx
    .selectFrom('pay_order')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`create_at = any(${times}::timestamptz[])`)
    .where(isOneOfTexts(ordernos, 'orderno'))
}

export const findOrders = (ref: TenantRef, ordernos: readonly string[]): Promise<PayOrder[]> =>
  manyNumbered(ref, ordernos).$castTo<PayOrder>().execute()

/** Reads orders and holds them until the transaction ends, in the order of their numbers. */
export const lockOrders = (ref: TenantRef, ordernos: readonly string[]): Promise<PayOrder[]> =>
  manyNumbered(ref, ordernos)
    .orderBy('create_at')
    .orderBy('orderno')
    .forUpdate()
    .$castTo<PayOrder>()
    .execute()

/** The orders among these that a member's card has paid. They are found by the time that their numbers tell. */
export async function ordersWithCard(
  { tx, tenantId }: TenantRef,
  ordernos: readonly string[],
): Promise<Set<string>> {
  const times = ordernos.map((orderno) => timeOf(orderno) ?? new Date(0))
  const rows = await tx
    .selectFrom('pay_order')
    .select('orderno')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`create_at = any(${times}::timestamptz[])`)
    .where(isOneOfTexts(ordernos, 'orderno'))
    .where('cardno', '<>', '')
    .execute()
  return new Set(rows.map(({ orderno }) => orderno))
}

export const findOnlineOrder = (ref: TenantRef, orderno: string): Promise<OnlineOrder | undefined> =>
  numbered(ref, orderno)
    .where(isOneOfTexts(onlineClients, 'client'))
    .$castTo<OnlineOrder>()
    .executeTakeFirst()

/** The order that a provider knows by this number. */
export const findByMerchantOrder = (
  { tx, tenantId }: TenantRef,
  merchantOrder: string,
): Promise<OnlineOrder | undefined> =>
  tx
    .selectFrom('pay_order')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('merchant_order', '=', merchantOrder)
    .where(isOneOfTexts(onlineClients, 'client'))
    .$castTo<OnlineOrder>()
    .executeTakeFirst()

/** Whether the machine has reported what became of the order `o`. */
const isReported = (tenantId: string) => sql<boolean>`exists (
  select from bill b where b.tenant_id = ${tenantId} and b.create_at = o.create_at and b.orderno = o.orderno
                       and b.reported_at is not null)`

/** An order that a machine has asked for, however it is paid, unless the machine has reported what became of it. */
export const findUnreported = (
  { tx, tenantId }: TenantRef,
  orderno: string,
): Promise<MachineOrder | undefined> =>
  tx
    .selectFrom('pay_order as o')
    .select(columns.map((name) => `o.${name}` as const))
    .where('o.tenant_id', '=', tenantId)
    .where('o.create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('o.orderno', '=', orderno)
    .where('o.req_id', 'is not', null)
    .where(sql<boolean>`not ${isReported(tenantId)}`)
    .$castTo<MachineOrder>()
    .executeTakeFirst()

/** An order with the digest of its request, which is null in orders from before it was kept. */
export type Requested = MachineOrder & { request_digest: Buffer | null; isReported: boolean }

/** The order that the machine asked for by this name. */
export const findRequest = (
  { tx, tenantId, deviceId }: MachineRef,
  reqId: string,
): Promise<Requested | undefined> =>
  tx
    .selectFrom('pay_order as o')
    .select(columns.map((name) => `o.${name}` as const))
    .select(['o.request_digest', isReported(tenantId).as('isReported')])
    .where('o.tenant_id', '=', tenantId)
    .where('o.device_id', '=', deviceId)
    .where('o.req_id', '=', reqId)
    .$castTo<Requested>()
    .executeTakeFirst()

export type NewOrder = Pick<
  MachineOrder,
  | 'orderno'
  | 'create_at'
  | 'device_id'
  | 'sn'
  | 'store_id'
  | 'merchant_id'
  | 'client'
  | 'kind'
  | 'state'
  | 'amount'
  | 'discount'
  | 'goods'
  | 'merchant_order'
  | 'cardno'
  | 'req_id'
  | 'fee_rate'
  | 'expires_at'
  | 'paid_at'
  | 'difficulty'
  | 'is_paid_sent'
  | 'pay_account_id'
  | 'agent_account_id'
> & { request_digest: Buffer; payer: Buffer | null }

export async function insertOrder({ tx, tenantId }: TenantRef, order: NewOrder): Promise<void> {
  await tx
    .insertInto('pay_order')
    .values({ ...order, tenant_id: tenantId, goods: JSON.stringify(order.goods) })
    .execute()
}

type Change = {
  state?: PayState
  qr?: string
  provider_txn?: string
  payer?: Buffer | null
  difficulty?: string | null
  paid_at?: Date
  closed_at?: Date
  is_paid_sent?: boolean
}

/** The only way in which an order changes: from one of these states, or not at all. */
export const moveOrder = (
  { tx, tenantId }: TenantRef,
  orderno: string,
  from: readonly PayState[],
  change: Change,
): Promise<PayOrder | undefined> =>
  tx
    .updateTable('pay_order')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('orderno', '=', orderno)
    .where(isOneOfTexts(from, 'state'))
    .returning(columns)
    .$castTo<PayOrder>()
    .executeTakeFirst()

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

/** Closes the unpaid orders of a machine. Returns them. */
export async function closePending(
  { tx, tenantId, deviceId }: MachineRef,
  closedAt: Date,
): Promise<Pick<PayOrder, 'orderno' | 'sn' | 'device_id' | 'store_id'>[]> {
  return tx
    .updateTable('pay_order')
    .set({ state: 'closed', closed_at: closedAt })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('state', '=', 'pending')
    .returning(['orderno', 'sn', 'device_id', 'store_id'])
    .execute()
}

/**
 * Orders since then that the machine has to know of: those that wait for a payment, and those that were paid and that
 * the machine has not reported yet.
 */
export const openOrders = (
  { tx, tenantId, deviceId }: MachineRef,
  now: Date,
  since: Date,
): Promise<MachineOrder[]> =>
  tx
    .selectFrom('pay_order as o')
    .select(columns.map((name) => `o.${name}` as const))
    .where('o.tenant_id', '=', tenantId)
    .where('o.device_id', '=', deviceId)
    .where('o.create_at', '>', since)
    .where('o.req_id', 'is not', null)
    // Written as in the index of open orders, which is used only then.
    .where(sql<boolean>`o.state in ('pending', 'paid')`)
    .where(
      sql<boolean>`(o.state = 'pending' and o.qr is not null and o.expires_at > ${now}
        or o.state = 'paid' and o.closed_at is null and not ${isReported(tenantId)})`,
    )
    .orderBy('o.create_at')
    .orderBy('o.orderno')
    .$castTo<MachineOrder>()
    .execute()

/** The payer of an order that a customer paid through a provider that names its customers. */
export const payerOf = (
  { tx, tenantId }: TenantRef,
  orderno: string,
): Promise<{ client: string; payer: Buffer | null; paid_at: Date | null } | undefined> =>
  tx
    .selectFrom('pay_order')
    .select(['client', 'payer', 'paid_at'])
    .where('tenant_id', '=', tenantId)
    .where('create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('orderno', '=', orderno)
    .executeTakeFirst()
