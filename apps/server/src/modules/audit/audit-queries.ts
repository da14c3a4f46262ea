import {
  addDays,
  type AuditEntry,
  type AuditFilter,
  countryFacts,
  type LongList,
  type LongPage,
  maxDepth,
  startOfDay,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import { within } from '../../kernel/bounded.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  cursorOf,
  isBeyond,
  olderThan,
  orderFrom,
  readLongPage,
  type Start,
  startAt,
} from '../../kernel/long-list.ts'
import { dayMs } from '../../kernel/moments.ts'
import { countUpTo } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { contains, pattern } from '../../kernel/search.ts'

/** What a typed text means besides texts of the lines: actions by their names, people and machines. */
export type Meant = {
  calls: readonly string[]
  /** Why stock was changed by `setQuantity`, which does several things. */
  reasons: readonly string[]
  accounts: readonly string[]
  devices: readonly string[]
}
const nothing: Meant = { calls: [], reasons: [], accounts: [], devices: [] }
export type Filter = z.output<typeof AuditFilter> & { meant?: Meant | undefined }
/** A stored line; other modules know the nickname and the machine. */
export type AuditRow = Omit<AuditEntry, 'nickname' | 'machine'>

/** The call is answered within 5 s: the page, then its count. A text is looked for line by line. */
const readMs = 2_500
const countMs = 1_000

const pieceSize = 500

function listed(ctx: Ctx, filter: Filter) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  let query = ctx.tx.selectFrom('audit').where('tenant_id', '=', ctx.tenant.id)
  // A join looks the numbers up in each month; for a list, PostgreSQL would read the index by time from end to end.
  if (filter.ids !== undefined)
    query = query.where(sql<boolean>`audit_id in (select unnest(${filter.ids}::bigint[]))`)
  if (filter.q) {
    const { calls, reasons, accounts, devices } = filter.meant ?? nothing
    query = query.where(
      sql<boolean>`(call = any(${calls}::text[]) or (call = 'setQuantity' and after ->> 'reason' = any(${reasons}::text[]))
        or account_id = any(${accounts}::bigint[])
        or (object = 'device' and object_id = any(${devices}::text[]))
        or ${contains(filter.q, ['username', 'object_id'])}
        or before::text ilike ${pattern(filter.q)} or after::text ilike ${pattern(filter.q)})`,
    )
  }
  if (filter.account !== undefined) query = query.where('account_id', '=', filter.account)
  if (filter.call !== undefined) query = query.where('call', '=', filter.call)
  if (filter.object !== undefined) query = query.where('object', '=', filter.object)
  if (filter.object_id !== undefined) query = query.where('object_id', '=', filter.object_id)
  if (filter.from !== undefined) query = query.where('at', '>=', startOfDay(filter.from, utcOffsetMinutes))
  if (filter.to !== undefined)
    query = query.where('at', '<', startOfDay(addDays(filter.to, 1), utcOffsetMinutes))
  return query
}

const order = { at: 'at', key: 'audit_id' }

const shown = (ctx: Ctx, filter: Filter, start?: Start) => {
  const direction = orderFrom(start)
  return listed(ctx, filter)
    .where(isBeyond(start, order))
    .select([
      'audit_id as audit',
      'at',
      'account_id as account',
      'username',
      'address',
      'request_id',
      'call',
      'object',
      'object_id',
      'before',
      'after',
    ])
    .orderBy('at', direction)
    .orderBy('audit_id', direction)
}

type Shown = Omit<AuditRow, 'at'> & { at: Date }
export type AuditPage = LongList<AuditRow> & { searchedTo?: string }

const asRow = (row: Shown): AuditRow => ({ ...row, at: row.at.toISOString() })

const positionOf = ({ at, audit }: AuditRow) => ({ at: new Date(at), key: audit })

const keyPattern = /^\d{1,18}$/

export function listAudit(ctx: Ctx, page: LongPage, filter: Filter): Promise<AuditPage> {
  const start = page.cursor === undefined ? undefined : startAt(page.cursor, keyPattern)
  if (filter.q && start?.towards === 'newer') return searchForth(ctx, page, filter, start)
  const goesBack = start ? true : page.day === undefined && page.pageNum === 1
  return filter.q && goesBack ? searchBack(ctx, page, filter, start) : listFrom(ctx, page, filter)
}

const listFrom = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<AuditRow>> =>
  readLongPage<AuditRow>(ctx, page, {
    keyPattern,
    positionOf,
    count: async (limit) =>
      (await bounded(ctx, filter, countMs, () => countAudit(ctx, filter, limit))) ?? { atLeast: 0 },
    read: async (start, limit, offset) => {
      const page = () => shown(ctx, filter, start).limit(limit).offset(offset).execute()
      const rows = await bounded(ctx, filter, readMs, page)
      if (!rows) throw new AppError('searchTooLong')
      return rows.map(asRow)
    },
  })

/** Each span is twice as long as the one before; the one after these has no end. */
const firstSpanDays = 7
const lastSpanDays = 3_650

/**
 * Looks for a text in spans of time, the newest first, for as long as a call may take. What was found until then is the
 * page, and its cursor for older lines goes on from there: years of lines are searched in a few calls.
 */
async function searchBack(ctx: Ctx, page: LongPage, filter: Filter, start: Start): Promise<AuditPage> {
  const ends = performance.now() + readMs
  const rows: AuditRow[] = []
  let from = start
  for (let days = firstSpanDays; ; days *= 2) {
    const until = from?.position.at ?? ctx.now
    const since = days > lastSpanDays ? undefined : new Date(until.getTime() - days * dayMs)
    const span = shown(ctx, filter, from).limit(page.pageSize + 1 - rows.length)
    const left = ends - performance.now()
    const read = () => (since ? span.where('at', '>=', since) : span).execute()
    const found = left > 0 ? await within(ctx.tx, left, read) : undefined
    if (!found && from === start) throw new AppError('searchTooLong')
    if (!found) return endedAt(until, rows, start)
    rows.push(...found.map(asRow))
    if (!since || rows.length > page.pageSize) break
    from = { position: { at: since, key: null }, towards: 'older' }
  }
  const data = rows.slice(0, page.pageSize)
  const last = rows.length > data.length ? data.at(-1) : undefined
  return {
    data,
    ...(await countFound(ctx, filter, data.length)),
    newer: newerThan(data, start),
    older: last ? cursorOf(positionOf(last), 'older') : null,
  }
}

/** The page of found lines that is newer than a place; the newest page where fewer lines than a page are newer. */
async function searchForth(
  ctx: Ctx,
  page: LongPage,
  filter: Filter,
  start: NonNullable<Start>,
): Promise<AuditPage> {
  const read = () =>
    shown(ctx, filter, start)
      .limit(page.pageSize + 1)
      .execute()
  const found = await within(ctx.tx, readMs / 2, read)
  if (!found || found.length <= page.pageSize) return searchBack(ctx, page, filter, undefined)
  const data = found.slice(0, page.pageSize).map(asRow).toReversed()
  const last = data.at(-1)
  return {
    data,
    ...(await countFound(ctx, filter, data.length)),
    newer: newerThan(data, start),
    older: last ? cursorOf(positionOf(last), 'older') : null,
  }
}

/** How many lines a search finds in all, as far as they can be counted in time. */
async function countFound(ctx: Ctx, filter: Filter, atLeast: number) {
  const counted = await within(ctx.tx, countMs, () => countAudit(ctx, filter, maxDepth + 1))
  return {
    count: Math.max(Math.min(counted ?? 0, maxDepth), atLeast),
    ...(counted === undefined || counted > maxDepth ? { countCapped: true as const } : {}),
  }
}

/** Null on the newest page. A page without a line goes back to where its search began. */
function newerThan([first]: readonly AuditRow[], start: Start): string | null {
  if (!start) return null
  return cursorOf(
    first ? positionOf(first) : { at: start.position.at, key: start.position.key ?? '0' },
    'newer',
  )
}

/**
 * A search that is not at its end. Key 0 sorts before every line of this moment, so that the next page has only older
 * lines.
 */
const endedAt = (until: Date, data: AuditRow[], start: Start): AuditPage => ({
  data,
  count: data.length,
  countCapped: true,
  newer: newerThan(data, start),
  older: cursorOf({ at: until, key: '0' }, 'older'),
  searchedTo: until.toISOString(),
})

/** Other filters follow an index; a text may have to be looked for in all lines. */
const bounded = <T>(ctx: Ctx, { q }: Filter, ms: number, read: () => Promise<T>): Promise<T | undefined> =>
  q ? within(ctx.tx, ms, read) : read()

/** Counts lines; counting stops at `limit`. */
export const countAudit = (ctx: Ctx, filter: Filter, limit?: number): Promise<number> =>
  countUpTo(ctx.tx, listed(ctx, filter), limit)

/** All lines of a filter in pieces, newest first, for exports. */
export const eachAudit = (ctx: Ctx, filter: Filter): AsyncGenerator<AuditRow[]> =>
  eachPiece<AuditRow>(async (last) => {
    const start = last && olderThan(positionOf(last))
    return (await shown(ctx, filter, start).limit(pieceSize).execute()).map(asRow)
  })
