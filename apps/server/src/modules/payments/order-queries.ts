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
  /** When the line of the machine was lost, if that is why nothing is known of the goods. */
  line_lost_at: Date | null
  /** The account into which it is paid; neither: the platform's. */
  pay_account_id: string | null
  agent_account_id: string | null
}

/** An order that a machine has asked for. */
export type MachineOrder = PayOrder & { client: OrderClient; req_id: string }

/** An order that is paid through a provider. */
export type OnlineOrder = MachineOrder & { client: OnlineClient; expires_at: Date }

export const orderColumns = [
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
  'line_lost_at',
  'pay_account_id',
  'agent_account_id',
] as const

const numbered = ({ tx, tenantId }: TenantRef, orderno: string) =>
  tx
    .selectFrom('pay_order')
    .select(orderColumns)
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
    .select(orderColumns)
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
    .select(orderColumns)
    .where('tenant_id', '=', tenantId)
    .where('merchant_order', '=', merchantOrder)
    .where(isOneOfTexts(onlineClients, 'client'))
    .$castTo<OnlineOrder>()
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
    .returning(orderColumns)
    .$castTo<PayOrder>()
    .executeTakeFirst()

/** Ends an order for its machine, which gives nothing for its payment. Returns undefined where it had ended before. */
export const closePaid = (
  { tx, tenantId }: TenantRef,
  orderno: string,
  closedAt: Date,
): Promise<PayOrder | undefined> =>
  tx
    .updateTable('pay_order')
    .set({ closed_at: closedAt })
    .where('tenant_id', '=', tenantId)
    .where('create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('orderno', '=', orderno)
    .where(isOneOfTexts(['paid', 'refunded', 'part_refunded'], 'state'))
    .where('closed_at', 'is', null)
    .returning(orderColumns)
    .$castTo<PayOrder>()
    .executeTakeFirst()

/** Closes the unpaid orders of a machine. Returns them. */
export async function closePending(
  { tx, tenantId, deviceId }: MachineRef,
  closedAt: Date,
): Promise<PayOrder[]> {
  return tx
    .updateTable('pay_order')
    .set({ state: 'closed', closed_at: closedAt })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('req_id', 'is not', null)
    .where('state', '=', 'pending')
    .returning(orderColumns)
    .$castTo<PayOrder>()
    .execute()
}

/** Notes that the line of the machine was lost. Only the first time counts. */
export async function putLineLost({ tx, tenantId }: TenantRef, orderno: string, lostAt: Date): Promise<void> {
  await tx
    .updateTable('pay_order')
    .set({ line_lost_at: lostAt })
    .where('tenant_id', '=', tenantId)
    .where('create_at', '=', timeOf(orderno) ?? new Date(0))
    .where('orderno', '=', orderno)
    .where('line_lost_at', 'is', null)
    .execute()
}

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
