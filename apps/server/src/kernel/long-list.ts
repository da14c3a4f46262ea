/**
 * Lists that grow without end, ordered by time, the newest first. A page is read from a place in the list by an index,
 * in either direction, so the last page costs as much as the first. `modules/audit` is the model.
 */
import { addDays, countryFacts, type LongList, type LongPage, maxDepth, startOfDay } from '@slotwise/contract'

import { type Expression, sql, type SqlBool } from 'kysely'

import type { Ctx } from './ctx.ts'
import { AppError } from './errors.ts'

/**
 * A record's place in its list: its time, and the key that orders records of the same time. Without a key: the moment
 * itself, before the first record of that time.
 */
export type ListPosition = { at: Date; key: string | null }

/** Where a page begins, and in which direction it goes; undefined for the newest record. */
export type Start = { position: ListPosition; towards: 'older' | 'newer' } | undefined

/** The start of the records that are older than this place. */
export const olderThan = (position: ListPosition): Start => ({ position, towards: 'older' })

/** The columns that order a list: the time, and the key of records of the same time. */
type Order = { at: string; key: string }

/** True for the records beyond a start; true for all of them without one. */
export function isBeyond(start: Start, { at, key }: Order): Expression<SqlBool> {
  if (!start) return sql<SqlBool>`true`
  const [time, compare] = [sql.ref(at), sql.raw(start.towards === 'older' ? '<' : '>')]
  const { position } = start
  if (position.key === null)
    return start.towards === 'older'
      ? sql<SqlBool>`${time} < ${position.at}`
      : sql<SqlBool>`${time} >= ${position.at}`
  // The plain limit chooses the months; PostgreSQL does not see them in the comparison of two columns.
  return sql<SqlBool>`${time} ${compare}= ${position.at}
    and (${time}, ${sql.ref(key)}) ${compare} (${position.at}, ${position.key})`
}

/** The order in which the records nearest to a start come first. */
export const orderFrom = (start: Start): 'asc' | 'desc' => (start?.towards === 'newer' ? 'asc' : 'desc')

type Reading<Row> = {
  /** What a key looks like; a cursor with another one is refused. */
  keyPattern: RegExp
  positionOf(row: Row): ListPosition
  /** Rows beyond the start, those nearest to it first. */
  read(start: Start, limit: number, offset: number): Promise<Row[]>
  /** Counts the list; counting stops at `limit`. */
  count(limit: number): Promise<Count>
  /**
   * Finds a record by the number of newer ones, for lists that are counted by sums: where to begin, and how many to skip
   * from there. Such a list has pages at any depth, and its count is exact.
   */
  seek?(skip: number): Promise<{ start: Start; skip: number }>
}

/** A number, or what is known of it when counting took too long. */
type Count = number | { atLeast: number }

export const cursorOf = ({ at, key }: ListPosition, towards: 'older' | 'newer'): string =>
  Buffer.from(`${towards}:${at.getTime()}:${key}`).toString('base64url')

export function startAt(cursor: string, keyPattern: RegExp): NonNullable<Start> {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, towards, ms, key] = /^(older|newer):(-?\d{1,14}):(.+)$/.exec(text) ?? []
  if (key === undefined || !keyPattern.test(key)) throw AppError.atField('cursor', 'cursor')
  return { position: { at: new Date(Number(ms)), key }, towards: towards as 'older' | 'newer' }
}

/** One page of a long list, and the cursors of its neighbours. */
export async function readLongPage<Row>(
  ctx: Ctx,
  page: LongPage,
  reading: Reading<Row>,
): Promise<LongList<Row>> {
  const { data, newer, older } = await readFrom(ctx, page, reading)
  const counted = await reading.count(maxDepth + 1)
  return { data, ...countOf(counted, reading.seek !== undefined, data.length), newer, older }
}

/** A list that could not be counted in time has at least the records that were found. */
function countOf(counted: Count, isExact: boolean, found: number): { count: number; countCapped?: true } {
  if (typeof counted !== 'number') return { count: Math.max(counted.atLeast, found), countCapped: true }
  if (isExact || counted <= maxDepth) return { count: counted }
  return { count: maxDepth, countCapped: true }
}

type Piece<Row> = Pick<LongList<Row>, 'data' | 'newer' | 'older'>

async function readFrom<Row>(ctx: Ctx, page: LongPage, reading: Reading<Row>): Promise<Piece<Row>> {
  const { cursor, day, pageNum, pageSize } = page
  if (cursor !== undefined) {
    const start = startAt(cursor, reading.keyPattern)
    return start.towards === 'newer'
      ? readNewer(start, pageSize, reading)
      : readOlder(start, { size: pageSize, skip: 0, hasNewer: true }, reading)
  }
  if (day !== undefined) {
    const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
    const position: ListPosition = { at: startOfDay(addDays(day, 1), utcOffsetMinutes), key: null }
    const newer = await reading.read({ position, towards: 'newer' }, 1, 0)
    return readOlder(olderThan(position), { size: pageSize, skip: 0, hasNewer: newer.length > 0 }, reading)
  }
  const skip = (pageNum - 1) * pageSize
  if (reading.seek && skip > 0) {
    const found = await reading.seek(skip)
    return readOlder(found.start, { size: pageSize, skip: found.skip, hasNewer: true }, reading)
  }
  if (skip >= maxDepth) throw new AppError('narrowFilter', { max: maxDepth.toLocaleString('en-US') })
  return readOlder(undefined, { size: pageSize, skip, hasNewer: skip > 0 }, reading)
}

async function readOlder<Row>(
  start: Start,
  { size, skip, hasNewer }: { size: number; skip: number; hasNewer: boolean },
  { read, positionOf }: Reading<Row>,
): Promise<Piece<Row>> {
  const rows = await read(start, size + 1, skip)
  return between(rows.slice(0, size), { hasNewer, hasOlder: rows.length > size }, positionOf)
}

/** A page that would begin within the newest page is the newest page, so that it is full. */
async function readNewer<Row>(start: Start, size: number, reading: Reading<Row>): Promise<Piece<Row>> {
  const rows = await reading.read(start, size + 1, 0)
  if (rows.length <= size) return readOlder(undefined, { size, skip: 0, hasNewer: false }, reading)
  return between(rows.slice(0, size).toReversed(), { hasNewer: true, hasOlder: true }, reading.positionOf)
}

function between<Row>(
  data: Row[],
  { hasNewer, hasOlder }: { hasNewer: boolean; hasOlder: boolean },
  positionOf: (row: Row) => ListPosition,
): Piece<Row> {
  const [first, last] = [data[0], data.at(-1)]
  return {
    data,
    newer: first && hasNewer ? cursorOf(positionOf(first), 'newer') : null,
    older: last && hasOlder ? cursorOf(positionOf(last), 'older') : null,
  }
}
