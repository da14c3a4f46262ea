import {
  bankText,
  countryFacts,
  dayOf,
  type fundCalls,
  type LongList,
  type ParsedInputOf,
  payoutReasonText,
  type Settle,
  type SettleDetail,
} from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { completed } from '../../kernel/pieces.ts'
import { addUpStatement } from '../ledger/index.ts'
import { visibleAccounts } from './account-queries.ts'
import * as queries from './settle-list-queries.ts'

type Input<Name extends keyof typeof fundCalls> = ParsedInputOf<(typeof fundCalls)[Name]>

const settleOf = (ctx: Ctx, row: queries.SettleRow): Settle => ({
  settle: row.settle_id,
  merchant_id: row.merchant_id,
  acct_no_encry: row.acct_no,
  acct_name: row.acct_name,
  stort_name: row.mch_name,
  bank_code: row.bank_code,
  bank: bankText(ctx.locale, row),
  amount: row.amount,
  status: row.state,
  date: row.day,
  ...daysOf(ctx, row),
  count: row.lines,
  why: payoutReasonText(ctx.locale, row.why),
  create_at: row.created_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
})

/** The days whose money a settlement holds. */
export function daysOf(
  { tenant }: Ctx,
  { after_at: after, until_at: until }: Pick<queries.SettleRow, 'after_at' | 'until_at'>,
): { first_day: string; last_day: string } {
  const { utcOffsetMinutes } = countryFacts[tenant.country]
  return {
    first_day: dayOf(after, utcOffsetMinutes),
    last_day: dayOf(new Date(until.getTime() - 1), utcOffsetMinutes),
  }
}

export async function getSettle(
  ctx: Ctx,
  { condition, ...page }: Input<'getSettle'>,
): Promise<LongList<Settle>> {
  const visible = await visibleAccounts(ctx)
  const { data, ...rest } = await queries.listSettlements(ctx, page, { ...condition, visible })
  return { data: data.map((row) => settleOf(ctx, row)), ...rest }
}

/** A settlement that the caller may see. */
export async function demandSettlement(ctx: Ctx, settle: string): Promise<queries.SettleRow> {
  const selection = { ids: [settle], visible: await visibleAccounts(ctx) }
  const { data } = await queries.listSettlements(ctx, { pageNum: 1, pageSize: 1 }, selection)
  const [row] = data
  if (!row) throw new AppError('notFound')
  return row
}

export async function getSettleDetail(ctx: Ctx, { settle }: Input<'getSettleDetail'>): Promise<SettleDetail> {
  const row = await demandSettlement(ctx, settle)
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const { first_day: from, last_day: to } = daysOf(ctx, row)
  const ref = refOf(ctx)
  const sums = await addUpStatement(ref, { merchantId: row.merchant_id, from, to, utcOffsetMinutes })
  const sumOf = (account: string, ...kinds: string[]): number =>
    sums.reduce((sum, one) => sum + (one.account === account && kinds.includes(one.kind) ? one.amount : 0), 0)
  // The provider owes what customers have paid, so its lines have the opposite sign.
  const payments = -sumOf('provider', 'paid')
  const refunds = sumOf('provider', 'refund')
  const fees = sumOf('fee', 'paid', 'refund')
  const others = sumOf('funds', 'returned', 'assigned')
  return {
    ...settleOf(ctx, row),
    payout_no: row.payout_no,
    payments: payments + 0,
    refunds: refunds + 0,
    fees,
    others,
    carried: row.amount - (payments - refunds - fees + others),
  }
}

export async function settlementsOf(ctx: Ctx, condition: Input<'exportSettle'>['condition']) {
  const selection = { ...condition, visible: await visibleAccounts(ctx) }
  return {
    total: await queries.countSettlements(ctx, selection),
    rows: completed(queries.eachSettlement(ctx, selection), async (piece) =>
      piece.map((row) => settleOf(ctx, row)),
    ),
  }
}
