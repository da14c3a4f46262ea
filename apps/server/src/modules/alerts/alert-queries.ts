/** Alerts as the merchant sees them: who sees a machine sees its alerts. */
import type { AlertFilter, AlertKind, Page } from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, olderThan } from '../../kernel/long-list.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { isOneOf } from '../../kernel/search.ts'
import type { Work } from '../../kernel/work.ts'

export type Filter = z.output<typeof AlertFilter>

const pieceSize = 500

/** Alerts of machines in the caller's scope; closed ones also of machines that were unbound since. */
const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('alert as a')
    .innerJoin('device as d', (join) =>
      join.on('d.tenant_id', '=', ctx.tenant.id).onRef('d.device_id', '=', 'a.device_id'),
    )
    .leftJoin('store as st', (join) =>
      join.on('st.tenant_id', '=', ctx.tenant.id).onRef('st.store_id', '=', 'd.store_id'),
    )
    .where('a.tenant_id', '=', ctx.tenant.id)
    .where(inDeviceScope(ctx, { device: 'd.device_id', store: 'd.store_id' }))

/** The alerts of the filter's places. The caller applies the other fields of the filter. */
function inPlaces(ctx: Ctx, { store, area, sn, ids }: Filter) {
  let query = inScope(ctx).where(isOneOf(ids, 'a.alert_id'))
  if (store !== undefined) query = query.where('d.store_id', '=', store)
  if (area !== undefined) query = query.where('st.area_id', '=', area)
  if (sn !== undefined) query = query.where('d.sn', '=', sn)
  return query
}

const columns = [
  'a.alert_id',
  'a.device_id',
  'a.opened_at',
  'a.closed_at',
  'a.taker',
  'a.taken_at',
  'a.done_at',
  'a.remarks',
  'd.sn',
  'd.title',
  'd.store_id',
  'd.bound_at',
  'st.store_name',
] as const

const read = <O>(query: Joined<O>) => query.select([...columns, sql<AlertKind>`a.kind`.as('kind')])
type Joined<O> =
  ReturnType<typeof inScope> extends SelectQueryBuilder<infer DB, infer TB, unknown>
    ? SelectQueryBuilder<DB, TB, O>
    : never
export type AlertRow = Awaited<ReturnType<ReturnType<typeof read<object>>['execute']>>[number]

/** Open alerts of the filter's places, whatever its kind. */
export const openAlertsIn = (ctx: Ctx, filter: Filter): Promise<AlertRow[]> =>
  read(inPlaces(ctx, filter)).where('a.closed_at', 'is', null).orderBy('a.alert_id').execute()

function closed(ctx: Ctx, filter: Filter) {
  let query = inPlaces(ctx, filter).where('a.closed_at', 'is not', null)
  if (filter.kind !== undefined) query = query.where('a.kind', '=', filter.kind)
  if (filter.mine !== undefined)
    query = query.where(sql<boolean>`(a.taker is not distinct from ${ctx.user.id}::bigint) = ${filter.mine}`)
  return query
}

const order = { at: 'a.closed_at', key: 'a.alert_id' }

const newestFirst = (ctx: Ctx, filter: Filter) =>
  read(closed(ctx, filter)).orderBy('a.closed_at', 'desc').orderBy('a.alert_id', 'desc')

/** Closed alerts, those that were closed last first. */
export const closedAlerts = (ctx: Ctx, filter: Filter, page: Page): Promise<AlertRow[]> =>
  newestFirst(ctx, filter).$call(atPage(page)).execute()

export const countClosed = (ctx: Ctx, filter: Filter): Promise<number> => countOf(closed(ctx, filter))

/** All closed alerts of a filter in pieces, for exports. */
export const eachClosed = (ctx: Ctx, filter: Filter): AsyncGenerator<AlertRow[]> =>
  eachPiece((last) => {
    const start = last?.closed_at ? olderThan({ at: last.closed_at, key: last.alert_id }) : undefined
    return newestFirst(ctx, filter).where(isBeyond(start, order)).limit(pieceSize).execute()
  })

/** Locks the alert until the call ends. */
export const lockAlert = (ctx: Ctx, id: string): Promise<AlertRow | undefined> =>
  read(inScope(ctx)).where('a.alert_id', '=', id).forUpdate('a').executeTakeFirst()

export async function changeWork(ctx: Ctx, id: string, work: Work): Promise<void> {
  await ctx.tx
    .updateTable('alert')
    .set(work)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('alert_id', '=', id)
    .execute()
}

/** Deletes alerts that were closed before the date. */
export const deleteClosedBefore = (
  { tx, tenantId }: TenantRef,
  before: Date,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('alert')
      .where('tenant_id', '=', tenantId)
      .where('alert_id', 'in', (eb) =>
        eb
          .selectFrom('alert')
          .select('alert_id')
          .where('tenant_id', '=', tenantId)
          .where('closed_at', '<', before)
          .limit(atMost),
      ),
  )
