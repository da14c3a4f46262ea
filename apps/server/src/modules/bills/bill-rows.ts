/** Bills as the console shows them. */
import { type BuyBill, countryFacts, mayAccess, type RefundBar, type SaleEventData } from '@slotwise/contract'

import { type Ctx, grantsIn, refOf, type TenantRef } from '../../kernel/ctx.ts'
import { isListed } from '../account/index.ts'
import { refundTraits } from '../payaccounts/index.ts'
import { paidByCard } from '../payments/index.ts'
import type { Bill } from './bill-model.ts'
import { type NamedBill, readBills } from './bill-queries.ts'
import { canRefund, isPartOnly, refundBar, type RefundFacts, refundWay } from './refund-rules.ts'

/** What decides about refunds of this merchant, for any number of bills. */
export async function refundFacts(ctx: Ctx): Promise<RefundFacts> {
  return {
    now: ctx.now,
    utcOffsetMinutes: countryFacts[ctx.tenant.country].utcOffsetMinutes,
    isBlocked: await isListed(ctx, ctx.deps.config.refundBlockedAccounts),
    payments: await refundTraits(ctx.deps, refOf(ctx)),
  }
}

/** The bills among these that a member's card has paid. */
export const cardOrdersOf = (ref: TenantRef, bills: readonly Bill[]): Promise<Set<string>> =>
  paidByCard(
    ref,
    bills.filter(({ client }) => client === 'card').map(({ orderno }) => orderno),
  )

/**
 * The bills among these that the caller may refund now. `whole`: only what did not come out should be given back, and
 * the provider gives back all or nothing.
 */
export async function refundableBills(
  ctx: Ctx,
  ordernos: readonly string[],
): Promise<Map<string, { whole: boolean }>> {
  if (ordernos.length === 0 || !mayAccess('order.refund', grantsIn(ctx))) return new Map()
  const facts = await refundFacts(ctx)
  const bills = await readBills(refOf(ctx), ordernos)
  return new Map(
    bills
      .filter((bill) => canRefund(bill, facts))
      .map((bill) => [bill.orderno, { whole: isPartOnly(bill, facts.payments) }]),
  )
}

/** Why the caller cannot refund the bill now; null where the caller can. */
export async function refundBarOf(ctx: Ctx, bill: Bill): Promise<RefundBar | null> {
  const bar = refundBar(bill, await refundFacts(ctx))
  return bar ?? (mayAccess('order.refund', grantsIn(ctx)) ? null : 'no_right')
}

/** Bills in the order given. */
export async function billRows(ctx: Ctx, bills: readonly NamedBill[]): Promise<BuyBill[]> {
  if (bills.length === 0) return []
  const ofCards = await cardOrdersOf(refOf(ctx), bills)
  const facts = await refundFacts(ctx)
  const mayRefund = mayAccess('order.refund', grantsIn(ctx))
  return bills.map((bill) => ({
    ...saleData(bill, ofCards),
    canRefund: mayRefund && canRefund(bill, facts),
    remarks: bill.remarks ?? '',
  }))
}

/** What a bill says to any reader, with no text of a person. */
export const saleData = (bill: NamedBill, ofCards: ReadonlySet<string>): SaleEventData => ({
  orderno: bill.orderno,
  status: bill.status,
  client: bill.client,
  kind: bill.kind,
  total_price: bill.total_price,
  discount: bill.list_price - bill.total_price,
  refunded: bill.refunded,
  goods: [...bill.goods],
  dev_type: bill.dev_type,
  sn: bill.sn,
  dev_title: bill.dev_title ?? '',
  store: bill.store_id,
  store_name: bill.store_name,
  refund_by: refundWay(bill, ofCards),
  oddities: [...bill.oddities],
  create_at: bill.create_at.toISOString(),
})
