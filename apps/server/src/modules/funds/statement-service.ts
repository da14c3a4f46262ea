import {
  countryFacts,
  type FundLine,
  type fundCalls,
  type LongList,
  type ParsedInputOf,
} from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { olderThan, readLongPage } from '../../kernel/long-list.ts'
import { completed, eachPiece } from '../../kernel/pieces.ts'
import {
  countStatement,
  lineKey,
  lineKeyPattern,
  type PostingKind,
  readStatement,
  type StatementFilter,
  type StatementLine,
} from '../ledger/index.ts'
import { daysOf, demandSettlement } from './settle-list-service.ts'

type Input<Name extends keyof typeof fundCalls> = ParsedInputOf<(typeof fundCalls)[Name]>
type Condition = Input<'getFundLines'>['condition']

/** The kinds of postings that move funds, by the names of the wire. */
const postingKind = {
  paid: 'paid',
  refund: 'refund',
  settled: 'asked',
  returned: 'returned',
  assigned: 'assigned',
} as const satisfies Record<FundLine['kind'], PostingKind>
const wireKind = new Map(
  Object.entries(postingKind).map(([wire, kind]) => [kind as string, wire as FundLine['kind']]),
)

const fundLine = (line: StatementLine): FundLine => {
  const kind = wireKind.get(line.posting.slice(line.posting.lastIndexOf(' ') + 1))
  if (!kind) throw new Error(`funds were moved by "${line.posting}"`)
  return {
    line: `${line.at.getTime()} ${lineKey(line)}`,
    at: line.at.toISOString(),
    kind,
    merchant_id: line.merchant_id,
    orderno: line.orderno || null,
    settle: line.settle_id,
    client: (line.client || null) as FundLine['client'],
    gross: line.gross,
    fee: line.fee,
    amount: line.amount,
  }
}

const latest = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)
const earliest = (a: string | undefined, b: string): string => (a !== undefined && a < b ? a : b)

async function filterOf(ctx: Ctx, condition: Condition): Promise<StatementFilter> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const { merchant_id: merchantId, from, to, kind, settle } = condition
  const kinds = kind && [postingKind[kind]]
  if (settle === undefined) return { utcOffsetMinutes, merchantId, from, to, kinds }
  const row = await demandSettlement(ctx, settle)
  if (merchantId !== undefined && merchantId !== row.merchant_id) throw new AppError('notFound')
  const days = daysOf(ctx, row)
  return {
    utcOffsetMinutes,
    merchantId: row.merchant_id,
    from: latest(from, days.first_day),
    to: earliest(to, days.last_day),
    // The payout of the day before was asked for on a day of this one, and is no part of it.
    kinds: (kinds ?? Object.values(postingKind)).filter((one) => one !== 'asked'),
  }
}

async function pageOf(
  ctx: Ctx,
  page: Omit<Input<'getFundLines'>, 'condition'>,
  filter: StatementFilter,
): Promise<LongList<FundLine>> {
  const ref = refOf(ctx)
  const { data, ...rest } = await readLongPage<StatementLine>(ctx, page, {
    keyPattern: lineKeyPattern,
    positionOf: (line) => ({ at: line.at, key: lineKey(line) }),
    count: () => countStatement(ref, filter),
    read: (start, limit, offset) => readStatement(ref, filter, { start, limit, offset }),
  })
  return { data: data.map(fundLine), ...rest }
}

export const getFundLines = async (
  ctx: Ctx,
  { condition, ...page }: Input<'getFundLines'>,
): Promise<LongList<FundLine>> => pageOf(ctx, page, await filterOf(ctx, condition))

export async function getSettleLines(
  ctx: Ctx,
  { condition: { settle }, ...page }: Input<'getSettleLines'>,
): Promise<LongList<FundLine>> {
  if (settle === undefined) throw new AppError('notFound')
  return pageOf(ctx, page, await filterOf(ctx, { settle }))
}

const pieceSize = 500

/** All lines of a filter, the newest first, for exports. */
export async function statementOf(ctx: Ctx, condition: Condition) {
  const [ref, filter] = [refOf(ctx), await filterOf(ctx, condition)]
  const pieces = eachPiece<StatementLine>((last) =>
    readStatement(ref, filter, {
      start: last && olderThan({ at: last.at, key: lineKey(last) }),
      limit: pieceSize,
      offset: 0,
    }),
  )
  return {
    total: await countStatement(ref, filter),
    rows: completed(pieces, async (piece) => piece.map(fundLine)),
  }
}
