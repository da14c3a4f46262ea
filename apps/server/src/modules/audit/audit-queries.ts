import {
  addDays,
  type AuditEntry,
  type AuditFilter,
  countryFacts,
  type LongList,
  type LongPage,
  startOfDay,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import { within } from '../../kernel/bounded.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { isBeyond, olderThan, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
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
const asRow = (row: Shown): AuditRow => ({ ...row, at: row.at.toISOString() })

const placeOf = ({ at, audit }: AuditRow) => ({ at: new Date(at), key: audit })

export const listAudit = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<AuditRow>> =>
  readLongPage<AuditRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    placeOf,
    count: async (limit) =>
      (await bounded(ctx, filter, countMs, () => countAudit(ctx, filter, limit))) ?? { atLeast: 0 },
    read: async (start, limit, offset) => {
      const page = () => shown(ctx, filter, start).limit(limit).offset(offset).execute()
      const rows = await bounded(ctx, filter, readMs, page)
      if (!rows) throw new AppError('searchTooLong')
      return rows.map(asRow)
    },
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
    const start = last && olderThan(placeOf(last))
    return (await shown(ctx, filter, start).limit(pieceSize).execute()).map(asRow)
  })
