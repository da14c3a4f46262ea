import {
  type CaseSum,
  countryFacts,
  type ExceptionCase,
  type exceptionCalls,
  type List,
  type ParsedInputOf,
  type StatementRun,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { only } from '../../kernel/present.ts'
import { ended, type Work, workOf } from '../../kernel/work.ts'
import { nicknamesOf } from '../account/index.ts'
import { refundableBills } from '../bills/index.ts'
import { accountsOf, maskedId } from '../payaccounts/index.ts'
import { platformKey } from './account-model.ts'
import { ourAmounts } from './books-service.ts'
import { tellConsoles } from './case-events.ts'
import { adviceOf, stateOf } from './case-model.ts'
import * as queries from './case-queries.ts'

type Input<Name extends keyof typeof exceptionCalls> = ParsedInputOf<(typeof exceptionCalls)[Name]>

/** Rows as the caller sees them, with what is advised now. */
export async function asCases(ctx: Ctx, rows: readonly queries.CaseRow[]): Promise<ExceptionCase[]> {
  const names = await nicknamesOf(
    ctx,
    rows.map(({ taker }) => taker),
  )
  const bills = rows.flatMap(({ orderno, order_at: at }) => (orderno && at ? [{ orderno, at }] : []))
  const ordernos = bills.map(({ orderno }) => orderno)
  const statuses = await queries.statusesOf(ctx, bills)
  const refunds = await queries.lastRefunds(ctx, ordernos)
  const refundable = await refundableBills(ctx, ordernos)
  const amounts = await ourAmounts(
    refOf(ctx),
    rows.flatMap(({ merchant_order: number }) => number ?? []),
  )
  const { currency } = countryFacts[ctx.tenant.country]
  return rows.map((row) => {
    const state = stateOf(row)
    const status = statuses.get(row.orderno ?? '') ?? null
    const refund = refunds.get(row.orderno ?? '')
    const { kind, reason } = row
    const facts = { kind, reason, status, refundable: refundable.get(row.orderno ?? ''), refund }
    const advice = state === 'open' ? adviceOf({ ...facts, now: ctx.now }) : null
    const ours = amounts.get(row.merchant_order ?? '')
    const isBooks = kind === 'books_differ'
    return {
      case: row.case_id,
      kind,
      reason,
      state,
      action: advice?.action ?? null,
      wait_until: advice?.until?.toISOString() ?? null,
      orderno: row.orderno,
      status,
      client: row.client,
      merchant_order: row.merchant_order,
      txn: row.txn ?? ours?.txn ?? null,
      refund_no: refund?.refund_no ?? null,
      sn: row.sn,
      title: row.title,
      store: row.store_id,
      store_name: row.store_name,
      amount: row.amount,
      currency,
      ours: isBooks && ours ? { paid: ours.paid, refunded: ours.refunded } : null,
      theirs: isBooks ? { paid: row.their_paid ?? 0, refunded: row.their_refunded ?? 0 } : null,
      message: row.slip === null ? null : { mid: row.mid ?? '', field: row.field ?? '', slip: row.slip },
      since: row.since.toISOString(),
      lost_at: row.lost_at?.toISOString() ?? null,
      found_at: row.found_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
      taker: row.taker,
      taker_name: names.get(row.taker ?? '') ?? null,
      taken_at: row.taken_at?.toISOString() ?? null,
      done_at: row.done_at?.toISOString() ?? null,
      remarks: row.remarks,
    }
  })
}

export async function getCases(
  ctx: Ctx,
  { condition, ...page }: Input<'getCases'>,
): Promise<List<ExceptionCase> & { sum: CaseSum }> {
  return {
    data: await asCases(ctx, await queries.listCases(ctx, condition, page)),
    count: await queries.countCases(ctx, condition),
    sum: await sumOf(ctx, condition),
  }
}

async function sumOf(ctx: Ctx, filter: queries.Filter): Promise<CaseSum> {
  const open = await queries.openByKind(ctx, filter)
  const count = (kind: ExceptionCase['kind']): number => open.find((row) => row.kind === kind)?.count ?? 0
  return {
    paid_not_delivered: count('paid_not_delivered'),
    delivery_unknown: count('delivery_unknown'),
    delivered_not_paid: count('delivered_not_paid'),
    refund_stuck: count('refund_stuck'),
    books_differ: count('books_differ'),
    sale_unclear: count('sale_unclear'),
    amount: open
      .filter(({ kind }) => filter.kind === undefined || kind === filter.kind)
      .reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** Open cases for the overview; null for callers who do not see them. */
export const openCases = async (ctx: Ctx): Promise<number | null> =>
  ctx.user.isMain ? queries.countOpen(refOf(ctx)) : null

/** Takes a case in hand, or gives it back. */
export async function takeCase(ctx: Ctx, { case: id, take }: Input<'takeCase'>): Promise<ExceptionCase> {
  const row = await demandCase(ctx, id)
  const taken = take
    ? { taker: ctx.user.id, taken_at: row.taken_at ?? ctx.now }
    : { taker: null, taken_at: null }
  return changeWork(ctx, 'takeCase', row, taken)
}

/** Says that a case is done, with what was done, or opens it again. */
export async function doneCase(
  ctx: Ctx,
  { case: id, done, remarks }: Input<'doneCase'>,
): Promise<ExceptionCase> {
  const row = await demandCase(ctx, id)
  // A sale that a machine has reported is not dropped without a reason.
  if (row.kind === 'sale_unclear' && done && remarks.trim() === '')
    throw AppError.atField('remarks', 'caseNote')
  return changeWork(ctx, 'doneCase', row, ended(ctx, row, { done, remarks }))
}

/** A case whose cause is gone is left as it is. */
export async function demandCase(ctx: Ctx, id: string): Promise<queries.CaseRow> {
  const row = await queries.lockCase(ctx, id)
  if (!row) throw new AppError('notFound')
  if (row.closed_at !== null) throw new AppError('caseClosed')
  return row
}

async function changeWork(
  ctx: Ctx,
  call: 'takeCase' | 'doneCase',
  before: queries.CaseRow,
  change: Partial<Work>,
): Promise<ExceptionCase> {
  const after = { ...before, ...change }
  await queries.changeWork(ctx, before.case_id, workOf(after))
  const was = only(await asCases(ctx, [before]))
  const is = only(await asCases(ctx, [after]))
  const audited = (row: ExceptionCase) => ({
    subject: before.subject,
    kind: row.kind,
    reason: row.reason,
    taker: row.taker_name,
    done: row.done_at !== null,
    remarks: row.remarks,
  })
  await audit(ctx, {
    call,
    object: 'case',
    objectId: before.case_id,
    before: audited(was),
    after: audited(is),
  })
  await tellConsoles({ tx: ctx.tx, tenantId: ctx.tenant.id, now: ctx.now })
  return is
}

export async function getStatementRuns(
  ctx: Ctx,
  { condition, ...page }: Input<'getStatementRuns'>,
): Promise<List<StatementRun>> {
  const { currency } = countryFacts[ctx.tenant.country]
  const rows = await queries.listRuns(ctx, condition, page)
  const numbers = new Map(
    (await accountsOf(refOf(ctx))).map(({ pay_account_id: id, account_no: number }) => [
      id,
      maskedId(number),
    ]),
  )
  return {
    data: rows.map((row) => ({
      day: row.day,
      client: row.client,
      account:
        row.account_key === platformKey
          ? null
          : { pay_account_id: row.account_key, account_no: numbers.get(row.account_key) ?? '' },
      state: row.source === null ? 'missing' : row.differing > 0 ? 'differs' : 'same',
      source: row.source,
      lines: row.lines,
      matched: row.matched,
      differing: row.differing,
      ours: { paid: Number(row.our_paid), refunded: Number(row.our_refunded) },
      theirs:
        row.source === null ? null : { paid: Number(row.their_paid), refunded: Number(row.their_refunded) },
      currency,
      ended_at: row.source === null ? null : row.ended_at.toISOString(),
    })),
    count: await queries.countRuns(ctx, condition),
  }
}
