/** Machines by name, for pickers and for refusals that name them. */
import type { DevicePick, DevicePickFilter, List, Page } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Uses } from '../../kernel/hooks.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { contains, distanceTo, isOneOf, isOneOfTexts } from '../../kernel/search.ts'

const everyBinding = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('device')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(inDeviceScope(ctx, { device: 'device_id', store: 'store_id' }))

/** Bound machines in the caller's scope. */
const inScope = (ctx: Ctx) => everyBinding(ctx).where('unbound_at', 'is', null)

/** Machines that the merchant had once and does not have now, each with its last binding. */
const formerly = (ctx: Ctx) =>
  everyBinding(ctx).where(
    sql<boolean>`unbound_at is not null and not exists (select from device later
      where later.tenant_id = ${ctx.tenant.id} and later.sn = device.sn and later.device_id > device.device_id)`,
  )

/** Includes deleted stores. */
const storeName = (ctx: Ctx) => sql<string | null>`(select store.store_name from store
  where store.tenant_id = ${ctx.tenant.id} and store.store_id = device.store_id)`

/** For pickers: names only. */
export async function pickDevices(
  ctx: Ctx,
  page: Page,
  filter: z.output<typeof DevicePickFilter>,
): Promise<List<DevicePick>> {
  let query = (filter.former ? formerly(ctx) : inScope(ctx)).where(contains(filter.q, ['sn', 'title']))
  if (filter.store !== undefined) query = query.where('store_id', '=', filter.store)
  if (filter.types !== undefined) query = query.where(sql<boolean>`type = any(${filter.types}::text[])`)
  if (filter.spare !== undefined) query = query.where(sql<boolean>`${isSpare(ctx)} = ${filter.spare}`)
  if (filter.sns !== undefined) query = query.where(sql<boolean>`sn = any(${filter.sns}::text[])`)
  const data = await query
    .select(['sn', 'title', 'store_id as store', storeName(ctx).as('store_name')])
    .orderBy('title')
    .orderBy('device_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** The machines that a text means most likely. */
export const searchDevices = (ctx: Ctx, typed: string, limit: number) =>
  inScope(ctx)
    .where(contains(typed, ['sn', 'title']))
    .select(['sn', 'title', storeName(ctx).as('store_name')])
    .orderBy(distanceTo(typed, ['sn', 'title']))
    .orderBy('title')
    .orderBy('device_id')
    .limit(limit)
    .execute()

/** The bindings of machines with a text in their number or title, former ones included. */
export async function searchBindings(ctx: Ctx, typed: string, limit: number): Promise<string[]> {
  const rows = await everyBinding(ctx)
    .where(contains(typed, ['sn', 'title']))
    .select('device_id')
    .orderBy('device_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.device_id)
}

/** Whether a machine stands in no store and has no goods in its slots. */
const isSpare = (ctx: Ctx) => sql<boolean>`(store_id is null and not exists (select from channel c
  where c.tenant_id = ${ctx.tenant.id} and c.device_id = device.device_id and c.goods_id is not null))`

/** Machines in a store: their number, and the names of the first few. */
export async function devicesIn(ctx: Ctx, storeId: string): Promise<Uses> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['title', 'sn', sql<string>`count(*) over ()`.as('count')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('store_id', '=', storeId)
    .where('unbound_at', 'is', null)
    .orderBy('device_id')
    .limit(3)
    .execute()
  return { count: Number(rows[0]?.count ?? 0), names: rows.map(({ title, sn }) => title || sn) }
}

export type DeviceNames = { sn: string; title: string; store_id: string | null }

/** Numbers, titles and present stores of machines, former ones included. */
export async function devicesNamed(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, DeviceNames>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('device')
    .select(['device_id', 'sn', 'title', 'store_id'])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'device_id'))
    .execute()
  return new Map(rows.map(({ device_id: id, ...names }) => [id, names]))
}

/** The titles of machines in the caller's scope by their numbers on the label; of several bindings, the last one's. */
export async function deviceTitlesBySn(ctx: Ctx, sns: readonly string[]): Promise<Map<string, string>> {
  if (sns.length === 0) return new Map()
  const rows = await everyBinding(ctx)
    .select(['sn', 'title'])
    .where(isOneOfTexts(sns, 'sn'))
    .orderBy('device_id')
    .execute()
  return new Map(rows.map(({ sn, title }) => [sn, title]))
}
