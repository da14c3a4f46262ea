/** Compares the statement of a day with the books of one merchant; step 2 of `reconcile-service.ts`. */
import { addDays, startOfDay, type StatementSource } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import { merchantOrderOf } from '../payments/index.ts'
import type { Account } from './account-model.ts'
import { edgeMs } from './books-model.ts'
import * as books from './books-queries.ts'
import { closeSettledBooks, differingBooks } from './books-service.ts'
import { tellConsoles } from './case-events.ts'
import { insertCases } from './find-queries.ts'
import * as statements from './statement-queries.ts'

const atOnce = 500
/** Statements of so many days before and after may have what belongs to a day. */
const daysBeside = books.refundDays

/** The day in the zone of statements. */
export const spanOf = (day: string): books.Span => ({
  since: startOfDay(day, statementOffsetMinutes),
  before: startOfDay(addDays(day, 1), statementOffsetMinutes),
})

/** The day and those beside it. */
export const spanAround = (day: string): books.Span => ({
  since: spanOf(addDays(day, -1)).since,
  before: spanOf(addDays(day, 1)).before,
})

export type Compared = Account & { day: string; source: StatementSource; readAt: Date }

/** Undefined where neither side has anything near the day. */
export async function compare(
  deps: Deps,
  tenantId: string,
  { client, accountKey, day, source, readAt }: Compared,
): Promise<statements.Run | undefined> {
  const inMerchant = <T>(work: (ref: TenantRef) => Promise<T>): Promise<T> =>
    inTenant(deps.db.main, tenantId, (tx) => work({ tx, tenantId }))
  const account = { client, accountKey }
  const begun = await inMerchant((ref) => begin(ref, account, day, readAt))
  if (!begun) return undefined
  const { theirs, known } = begun

  const differing = new Set<string>()
  /** Makes cases of the orders that differ. Returns their numbers. */
  const judge = (numbers: readonly string[]): Promise<Set<string>> =>
    inMerchant(async (ref) => {
      const found = await differingBooks(ref, account, numbers, known)
      const now = deps.now()
      if ((await insertCases(ref, found, now)) > 0) await tellConsoles({ ...ref, now })
      const wrong = new Set(found.flatMap(({ merchant_order: number }) => number ?? []))
      for (const number of wrong) differing.add(number)
      return wrong
    })

  let matched = 0
  for await (const named of eachPiece<statements.NamedOrder>((last) =>
    inMerchant((ref) => statements.ordersInStatement(ref, account, day, last?.merchant_order ?? '', atOnce)),
  )) {
    const wrong = await judge(named.map((order) => order.merchant_order))
    for (const order of named) if (!wrong.has(order.merchant_order)) matched += order.lines
  }

  const span = spanOf(day)
  const isOfDay = (at: Date | null): boolean => at !== null && at >= span.since && at < span.before
  const wide = {
    since: new Date(span.since.getTime() - edgeMs),
    before: new Date(span.before.getTime() + edgeMs),
  }
  const ours = { paid: 0, refunded: 0 }
  for await (const paid of eachPiece<books.Payment>((last) =>
    inMerchant((ref) => books.paidIn(ref, account, wide, { last, atMost: atOnce })),
  )) {
    for (const { paid_at: at, amount } of paid) if (isOfDay(at)) ours.paid += amount
    await judge(paid.map((payment) => payment.merchant_order))
  }
  for await (const refunds of eachPiece<books.BookedRefund>((last) =>
    inMerchant((ref) => books.refundedAround(ref, client, wide, { last, atMost: atOnce })),
  )) {
    const numbers = refunds.map(({ orderno }) => merchantOrderOf(tenantId, orderno))
    const payments = await inMerchant((ref) => books.paymentsNumbered(ref, numbers))
    const others = new Set(
      payments.filter((payment) => payment.accountKey !== accountKey).map(({ orderno }) => orderno),
    )
    for (const { done_at: at, amount, orderno } of refunds)
      if (isOfDay(at) && !others.has(orderno)) ours.refunded += amount
    await judge(numbers)
  }

  const { lines, ...sums } = theirs
  const run = { day, source, lines, matched, differing: differing.size, ours, theirs: sums }
  await closeSettledBooks(deps, tenantId)
  await inMerchant(async (ref) => {
    const now = deps.now()
    await statements.putRun(ref, account, run, now)
    await tellConsoles({ ...ref, now })
  })
  return run
}

/** What the statement has, and the days whose statements are known; undefined where there is nothing to compare. */
async function begin(ref: TenantRef, account: Account, day: string, readAt: Date) {
  await statements.dropGoneLines(ref, account, day, readAt)
  const theirs = await statements.sumsOfDay(ref, account, day)
  if (theirs.lines === 0 && !(await books.hasBusiness(ref, account, spanAround(day)))) return undefined
  const days = await statements.comparedDays(
    ref,
    account,
    addDays(day, -daysBeside),
    addDays(day, daysBeside),
  )
  return { theirs, known: new Set([...days, day]) }
}
