import type { AuditEntry, AuditFilter, List, Page } from '@slotwise/contract'
import { addDays, countryFacts, maxAuditDepth, startOfDay } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { isOneOf } from '../../kernel/search.ts'

type Filter = z.output<typeof AuditFilter>
/** A line as its own table knows it; people are named by the module that has them. */
export type AuditRow = Omit<AuditEntry, 'nickname'>

const pieceSize = 500

function listed(ctx: Ctx, filter: Filter) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  let query = ctx.tx
    .selectFrom('audit')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(filter.ids, 'audit_id'))
  if (filter.account !== undefined) query = query.where('account_id', '=', filter.account)
  if (filter.call !== undefined) query = query.where('call', '=', filter.call)
  if (filter.object !== undefined) query = query.where('object', '=', filter.object)
  if (filter.object_id !== undefined) query = query.where('object_id', '=', filter.object_id)
  if (filter.from !== undefined) query = query.where('at', '>=', startOfDay(filter.from, utcOffsetMinutes))
  if (filter.to !== undefined)
    query = query.where('at', '<', startOfDay(addDays(filter.to, 1), utcOffsetMinutes))
  return query
}

const shown = (ctx: Ctx, filter: Filter) =>
  listed(ctx, filter)
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
    .orderBy('at', 'desc')
    .orderBy('audit_id', 'desc')

type Shown = Omit<AuditRow, 'at'> & { at: Date }
const asRow = (row: Shown): AuditRow => ({ ...row, at: row.at.toISOString() })

export async function listAudit(ctx: Ctx, page: Page, filter: Filter): Promise<List<AuditRow>> {
  const rows = await shown(ctx, filter).$call(atPage(page)).execute()
  const count = await countAudit(ctx, filter, maxAuditDepth + 1)
  return {
    data: rows.map(asRow),
    count: Math.min(count, maxAuditDepth),
    ...(count > maxAuditDepth ? { countCapped: true } : {}),
  }
}

/** How many there are; counting ends at `limit`. */
export function countAudit(ctx: Ctx, filter: Filter, limit?: number): Promise<number> {
  const some = listed(ctx, filter).select(sql`1`.as('one'))
  return countOf(ctx.tx.selectFrom((limit === undefined ? some : some.limit(limit)).as('some')))
}

/** All lines of a filter in pieces, for exports: each goes on before the last one of the piece before. */
export const eachAudit = (ctx: Ctx, filter: Filter): AsyncGenerator<AuditRow[]> =>
  eachPiece<AuditRow>(async (last) => {
    const query = shown(ctx, filter).limit(pieceSize)
    const rest = last && sql<boolean>`(at, audit_id) < (${new Date(last.at)}, ${last.audit})`
    return (await (rest ? query.where(rest) : query).execute()).map(asRow)
  })
