import { type BillGoods, isOnline } from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import { ensureMonths } from '../src/kernel/months.ts'
import { ordernoOf } from '../src/kernel/orderno.ts'
import type { Bill, BookCtx } from '../src/modules/bills/bill-model.ts'
import { readBills } from '../src/modules/bills/bill-queries.ts'
import { addBills } from '../src/modules/bills/book-service.ts'
import { bookPayment } from '../src/modules/ledger/index.ts'
import { addSettledPayments, merchantOrderOf } from '../src/modules/payments/index.ts'
import type { TestApp } from './app.ts'
import type { BoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

let serial = 0

type Sale = Partial<Omit<Bill, 'goods'>> & { goods?: readonly Partial<BillGoods>[] }

/** Runs work in a transaction of the merchant, as intake does. */
export const inBooks = <T>(app: TestApp, tenantId: string, work: (ctx: BookCtx) => Promise<T>): Promise<T> =>
  inTenant(app.deps.db.main, tenantId, (tx) => work({ deps: app.deps, tx, tenantId, now: app.clock.now }))

export async function billOf(app: TestApp, tenantId: string, orderno: string): Promise<Bill> {
  const [bill] = await inBooks(app, tenantId, (ctx) => readBills(ctx, [orderno]))
  if (!bill) throw new Error('no such bill')
  return bill
}

/**
 * A sale as it is after its payment: a bill, the payment of a card, and where the client is online a paid order that the
 * provider and the ledger know, unless the oddity `order` says that there is none.
 */
export async function makeSale(
  app: TestApp,
  { id, sn, tenantId }: BoundMachine,
  { goods = [{}], ...sale }: Sale = {},
): Promise<Bill> {
  const at = sale.create_at ?? app.clock.now
  const orderno = ordernoOf(at, ['test', String((serial += 1))])
  const lines = goods.map((line, index): BillGoods => ({
    channel_sn: index + 1,
    goods_id: null,
    title: 'Cola',
    price: 350,
    quantity: 1,
    delivered: null,
    fault: null,
    ...line,
  }))
  const listed = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const total = sale.total_price ?? listed
  const bill: Bill = {
    orderno,
    create_at: at,
    device_id: id,
    sn,
    dev_type: 'vending',
    store_id: null,
    merchant_id: null,
    client: 'wechat',
    kind: 'buy',
    status: 0,
    status_before: null,
    total_price: total,
    list_price: total,
    refunded: 0,
    cash: null,
    oddities: [],
    sale_id: `test ${serial}`,
    sent_ts: null,
    reported_at: null,
    command_id: null,
    ...sale,
    goods: lines,
  }
  await ensureMonths(app.deps.db.main, [at, app.clock.now])
  if (isOnline(bill.client) && !bill.oddities.includes('order')) await makePayment(app, tenantId, bill)
  await inBooks(app, tenantId, async (ctx) => {
    if (bill.client === 'card' || bill.client === 'ezcard')
      await addSettledPayments(ctx, [{ ...bill, amount: total, goods: [], cardno: '7001' }])
    await addBills(ctx, [bill])
  })
  return bill
}

async function makePayment(app: TestApp, tenantId: string, bill: Bill): Promise<void> {
  const provider = isOnline(bill.client) ? app.deps.payments[bill.client] : undefined
  if (!provider) throw new Error('no provider')
  const { total_price: amount, orderno, client, store_id: storeId, merchant_id: merchantId } = bill
  const merchantOrder = merchantOrderOf(tenantId, orderno)
  const { currency } = provider
  if (amount > 0) {
    await app.sandbox.behave({ notices: 'dropped' })
    await provider.createQr({ merchantOrder, amount, currency, subject: 'Cola', expiresAt: app.clock.now })
    await app.sandbox.pay(merchantOrder)
  }
  const paid = { orderno, at: app.clock.now, client, storeId, merchantId, amount, feeRate: 60 }
  await inBooks(app, tenantId, async (ctx) => {
    await ctx.tx
      .insertInto('pay_order')
      .values({
        tenant_id: tenantId,
        create_at: bill.create_at,
        orderno,
        device_id: bill.device_id,
        sn: bill.sn,
        store_id: bill.store_id,
        merchant_id: merchantId,
        client,
        kind: bill.kind,
        state: 'paid',
        amount,
        goods: '[]',
        merchant_order: merchantOrder,
        req_id: orderno,
        fee_rate: 60,
        paid_at: bill.create_at,
      })
      .execute()
    await bookPayment(ctx, paid)
  })
}

export type Effects = { count: number; amount: number }

/** What the provider has given back of an order, by its own books. */
export async function givenBack(app: TestApp, tenantId: string, orderno: string): Promise<Effects> {
  const [row] = await asOwner<Effects>(
    app,
    `select count(*)::int as count, coalesce(sum(amount), 0)::int as amount from sandbox_refund
      where merchant_order = $1 and state <> 'rejected'`,
    [merchantOrderOf(tenantId, orderno)],
  )
  return row ?? { count: 0, amount: 0 }
}

type StoredRefund = {
  refund_id: string
  state: string
  kind: string
  amount: number
  part: boolean
  why: string | null
  next_at: Date | null
  sent_at: Date | null
}

/** The refunds of a bill, the oldest first. */
export const refundsIn = (app: TestApp, orderno: string): Promise<StoredRefund[]> =>
  asOwner<StoredRefund>(
    app,
    `select refund_id, state, kind, amount, part, why, next_at, sent_at from bill_refund where orderno = $1 order by refund_id`,
    [orderno],
  )

/** The queued jobs of a kind, with the time of each. */
export const queued = (app: TestApp, task: string): Promise<{ key: string; run_at: Date }[]> =>
  asOwner(app, `select key, run_at from graphile_worker.jobs where task_identifier = $1 order by key`, [task])

export const payStateOf = async (app: TestApp, orderno: string): Promise<string | undefined> => {
  const [row] = await asOwner<{ state: string }>(app, 'select state from pay_order where orderno = $1', [
    orderno,
  ])
  return row?.state
}
