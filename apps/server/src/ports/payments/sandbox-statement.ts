/** The sandbox's statement of a day: true to its books, unless it was told to lie about a payment (`Manners`). */
import { addDays, type OnlineClient, startOfDay } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import type { StatementLine } from './payments.ts'
import type { Manners } from './sandbox-books.ts'

const pieceSize = 500
/** A payment is paid soon after it was created; the books are searched by the time of creation. */
const openDays = 2

type Paid = { merchantOrder: string; txn: string; amount: number; at: Date; manners: Manners }
type GivenBack = { merchantOrder: string; refundNo: string; amount: number; at: Date; manners: Manners }
type Period = { since: Date; before: Date }

const payments = (books: Kysely<Database>, client: OnlineClient, { since, before }: Period) =>
  eachPiece<Paid>(async (last) => {
    const { rows } = await sql<Paid>`
      select merchant_order as "merchantOrder", coalesce(txn, merchant_order) as txn, amount,
             coalesce(paid_at, created_at) as at, manners
        from sandbox_payment
       where channel = ${client} and created_at >= ${daysBefore(since, openDays)} and created_at < ${before}
         and coalesce(paid_at, created_at) >= ${since} and coalesce(paid_at, created_at) < ${before}
         and (state = 'paid' or manners ->> 'statement' = 'extra')
         and merchant_order > ${last?.merchantOrder ?? ''}
       order by merchant_order limit ${pieceSize}`.execute(books)
    return rows
  })

/** Refunds stand in the statement of the day on which the provider accepted them. */
const refunds = (books: Kysely<Database>, client: OnlineClient, { since, before }: Period) =>
  eachPiece<GivenBack>(async (last) => {
    const { rows } = await sql<GivenBack>`
      select r.merchant_order as "merchantOrder", r.refund_no as "refundNo", r.amount, r.created_at as at, p.manners
        from sandbox_refund r join sandbox_payment p on p.merchant_order = r.merchant_order
       where p.channel = ${client} and r.created_at >= ${since} and r.created_at < ${before} and r.state <> 'rejected'
         and r.refund_no > ${last?.refundNo ?? ''}
       order by r.refund_no limit ${pieceSize}`.execute(books)
    return rows
  })

function linesOfPayment({ merchantOrder, txn, amount, at, manners }: Paid): StatementLine[] {
  if (manners.statement === 'missing') return []
  const line: StatementLine = {
    kind: 'pay',
    merchantOrder,
    refundNo: '',
    txn,
    amount: manners.statementAmount ?? amount,
    at,
  }
  return manners.statement === 'doubled' ? [line, line] : [line]
}

const linesOfRefund = ({ merchantOrder, refundNo, amount, at, manners }: GivenBack): StatementLine[] =>
  manners.statement === 'missing'
    ? []
    : [{ kind: 'refund', merchantOrder, refundNo, txn: refundNo, amount, at }]

export async function* sandboxStatement(
  books: Kysely<Database>,
  client: OnlineClient,
  day: string,
): AsyncGenerator<StatementLine[]> {
  const period = {
    since: startOfDay(day, statementOffsetMinutes),
    before: startOfDay(addDays(day, 1), statementOffsetMinutes),
  }
  for await (const piece of payments(books, client, period)) yield piece.flatMap(linesOfPayment)
  for await (const piece of refunds(books, client, period)) yield piece.flatMap(linesOfRefund)
}
