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

import type { Ctx } from '../../kernel/ctx.ts'
import { isBeyond, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countOf } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'

type Filter = z.output<typeof AuditFilter>
/** A stored line; the module of accounts adds the nickname. */
export type AuditRow = Omit<AuditEntry, 'nickname'>

const pieceSize = 500

function listed(ctx: Ctx, filter: Filter) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  let query = ctx.tx.selectFrom('audit').where('tenant_id', '=', ctx.tenant.id)
  // A join looks the numbers up in each month; for a list, PostgreSQL would read the index by time from end to end.
  if (filter.ids !== undefined)
    query = query.where(sql<boolean>`audit_id in (select unnest(${filter.ids}::bigint[]))`)
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
    count: (limit) => countAudit(ctx, filter, limit),
    read: async (start, limit, offset) =>
      (await shown(ctx, filter, start).limit(limit).offset(offset).execute()).map(asRow),
  })

/** Counts lines; counting stops at `limit`. */
export function countAudit(ctx: Ctx, filter: Filter, limit?: number): Promise<number> {
  const some = listed(ctx, filter).select(sql`1`.as('one'))
  return countOf(ctx.tx.selectFrom((limit === undefined ? some : some.limit(limit)).as('some')))
}

/** All lines of a filter in pieces, newest first, for exports. */
export const eachAudit = (ctx: Ctx, filter: Filter): AsyncGenerator<AuditRow[]> =>
  eachPiece<AuditRow>(async (last) => {
    const start: Start = last && { place: placeOf(last), towards: 'older' }
    return (await shown(ctx, filter, start).limit(pieceSize).execute()).map(asRow)
  })
