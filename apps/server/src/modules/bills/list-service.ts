import {
  addDays,
  type BuyBill,
  type BuyBillTotal,
  type billCalls,
  countryFacts,
  dayOf,
  type LongList,
  type ParsedInputOf,
  startOfDay,
} from '@slotwise/contract'

import { within } from '../../kernel/bounded.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { olderThan, type ListPosition, readLongPage, type Start } from '../../kernel/long-list.ts'
import { completed, eachPiece } from '../../kernel/pieces.ts'
import {
  addFigures,
  countsOf,
  dayAt,
  figureNames,
  hourAt,
  monthsOf,
  namesDevices,
  reachOf,
  type Stretch,
} from '../sums/index.ts'
import { type NamedBill, readNamedBills } from './bill-queries.ts'
import { billRows } from './bill-rows.ts'
import { type BillKey, countKeys, isFar, lastSkipped, readKeys, readPlainPage } from './list-queries.ts'
import { fitsSums, type Selection } from './selected-queries.ts'
import { selectionOf } from './selection-service.ts'
import { addUpBills } from './total-queries.ts'

type Input<Name extends keyof typeof billCalls> = ParsedInputOf<(typeof billCalls)[Name]>

/** The call is answered within 5 s: the page, then its count. */
const readMs = 2_500
const countMs = 1_000
const totalMs = 2_500

const positionOf = ({ create_at, orderno }: BillKey): ListPosition => ({ at: create_at, key: orderno })

export async function getBuyBill(
  ctx: Ctx,
  { condition, ...page }: Input<'getBuyBill'>,
): Promise<LongList<BuyBill>> {
  const selection = await selectionOf(ctx, condition)
  const isCounted = fitsSums(selection)
  const months = isCounted ? await monthsOf(ctx, selection, ['count']) : []
  const { data, ...rest } = await readLongPage<NamedBill>(ctx, page, {
    keyPattern: /^\d{24}$/,
    positionOf,
    ...(isCounted ? { seek: (skip) => seek(ctx, selection, months, skip) } : {}),
    count: async (limit) => (isCounted ? countIn(months) : count(ctx, selection, limit)),
    read: async (start, limit, offset) => {
      const reach = isCounted ? await reachFrom(ctx, selection, months, start, limit + offset) : undefined
      const part = { start, limit, offset, reach }
      const plain = await readPlainPage(ctx, selection, part)
      if (plain) return plain
      const found = isCounted
        ? await readKeys(ctx, selection, part)
        : await within(ctx.tx, readMs, () => readKeys(ctx, selection, part))
      if (!found) throw new AppError('searchTooLong')
      return billsOf(ctx, found)
    },
  })
  return { data: await billRows(ctx, data), ...rest }
}

/** The bills of these keys, in their order. */
async function billsOf(ctx: Ctx, keys: readonly BillKey[]): Promise<NamedBill[]> {
  const bills = await readNamedBills(
    refOf(ctx),
    keys.map(({ orderno }) => orderno),
  )
  const byNumber = new Map(bills.map((bill) => [bill.orderno, bill]))
  return keys.flatMap(({ orderno }) => byNumber.get(orderno) ?? [])
}

/** The newest bills whose numbers begin with these digits. */
export async function searchBills(ctx: Ctx, digits: string, limit: number): Promise<NamedBill[]> {
  const selection = await selectionOf(ctx, { orderno: digits })
  const part = { start: undefined, limit, offset: 0 }
  return billsOf(ctx, await readKeys(ctx, selection, part))
}

const countIn = (months: readonly Stretch[]): number =>
  months.reduce((sum, { figures }) => sum + figures.count, 0)

async function count(ctx: Ctx, selection: Selection, limit: number): Promise<number | { atLeast: number }> {
  return (await within(ctx.tx, countMs, () => countKeys(ctx, selection, limit))) ?? { atLeast: 0 }
}

/** Walks the sums by month, by day and, where many bills are to be passed over, by hour, to the bill with so many newer ones. */
async function seek(
  ctx: Ctx,
  selection: Selection,
  months: readonly Stretch[],
  skip: number,
): Promise<{ start: Start; skip: number }> {
  const older = (at: Date): Start => ({ position: { at, key: null }, towards: 'older' })
  let rest = skip
  const month = months.find(({ figures }) => {
    if (figures.count > rest) return true
    rest -= figures.count
    return false
  })
  let span = month && (await dayAt(ctx, selection, month, rest))
  // Beyond the end of the list.
  if (!span) return { start: older(new Date(0)), skip: 0 }
  rest -= span.newer
  const hour =
    isFar(selection, span, rest) && !namesDevices(selection)
      ? await hourAt(ctx, selection, span, rest)
      : undefined
  if (hour) {
    rest -= hour.newer
    span = hour
  }
  const newer = await lastSkipped(ctx, selection, span, rest)
  if (newer) return { start: olderThan(positionOf(newer)), skip: 0 }
  return { start: older(span.before), skip: rest }
}

/**
 * The moment beyond which a page needs no bill, so that months beyond it are not looked at. Where the list follows an
 * index, its month is enough; where bills have to be passed over on the way, such as those of other payments in a store,
 * its day is looked up.
 */
async function reachFrom(
  ctx: Ctx,
  selection: Selection,
  months: readonly Stretch[],
  start: Start,
  atLeast: number,
): Promise<Date | undefined> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const towards = start?.towards ?? 'older'
  const day = start ? dayOf(start.position.at, utcOffsetMinutes) : '2999-12-31'
  const reach = passesOver(selection)
    ? await reachOf(ctx, selection, { day, towards }, atLeast)
    : monthReached(months, day, towards, atLeast)
  if (reach === undefined) return undefined
  return startOfDay(towards === 'older' ? reach : addDays(reach, 1), utcOffsetMinutes)
}

const passesOver = ({ stores, devices, client, scope }: Selection): boolean =>
  client !== undefined && (stores !== undefined || devices !== undefined || !scope.all)

/** As `reachOf`, by whole months. The bills of the first month are not counted. */
function monthReached(
  months: readonly Stretch[],
  day: string,
  towards: 'older' | 'newer',
  atLeast: number,
): string | undefined {
  let found = 0
  const ahead =
    towards === 'older'
      ? months.filter(({ from }) => from <= day)
      : months.filter(({ to }) => to >= day).toReversed()
  for (const { from, to, figures } of ahead) {
    if (day < from || day > to) found += figures.count
    if (found >= atLeast) return towards === 'older' ? from : to
  }
  return undefined
}

export async function getBuyBillTotal(
  ctx: Ctx,
  { condition }: Input<'getBuyBillTotal'>,
): Promise<BuyBillTotal> {
  const selection = await selectionOf(ctx, condition)
  const parts = fitsSums(selection)
    ? (await monthsOf(ctx, selection)).map(({ figures }) => figures)
    : await within(ctx.tx, totalMs, () => addUpBills(ctx, selection, figureNames))
  if (!parts) return { computed: false }
  return { computed: true, ...countsOf(addFigures(parts)) }
}

const pieceSize = 500

/** The number of bills that an export will have. */
export const countSelected = async (ctx: Ctx, selection: Selection): Promise<number> =>
  fitsSums(selection) ? countIn(await monthsOf(ctx, selection, ['count'])) : countKeys(ctx, selection)

/** All bills of a selection in pieces, the newest first. */
export const eachSelected = (ctx: Ctx, selection: Selection): AsyncGenerator<BuyBill[]> =>
  completed(
    eachPiece<BillKey>((last) => {
      const start = last && olderThan(positionOf(last))
      return readKeys(ctx, selection, { start, limit: pieceSize, offset: 0 })
    }),
    async (keys) => billRows(ctx, await billsOf(ctx, keys)),
  )
