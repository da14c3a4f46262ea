import type { DevicePick, DevicePickFilter, List, Page } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, MachineCtx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { contains, isOneOf } from '../../kernel/search.ts'

const everyBinding = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('device')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(inDeviceScope(ctx, { device: 'device_id', store: 'store_id' }))

/** Bound machines in the caller's scope. */
const inScope = (ctx: Ctx) => everyBinding(ctx).where('unbound_at', 'is', null)

/** Machines that were the merchant's once and are not now, each as it was last. */
const formerly = (ctx: Ctx) =>
  everyBinding(ctx).where(
    sql<boolean>`unbound_at is not null and not exists (select from device later
      where later.tenant_id = device.tenant_id and later.sn = device.sn and later.device_id > device.device_id)`,
  )

/** For pickers: names only. */
export async function pickDevices(
  ctx: Ctx,
  page: Page,
  filter: z.output<typeof DevicePickFilter>,
): Promise<List<Omit<DevicePick, 'store_name'>>> {
  let query = (filter.former ? formerly(ctx) : inScope(ctx)).where(contains(filter.q, ['sn', 'title']))
  if (filter.store !== undefined) query = query.where('store_id', '=', filter.store)
  if (filter.types !== undefined) query = query.where(sql<boolean>`type = any(${filter.types}::text[])`)
  if (filter.sns !== undefined) query = query.where(sql<boolean>`sn = any(${filter.sns}::text[])`)
  const data = await query
    .select(['sn', 'title', 'store_id as store'])
    .orderBy('title')
    .orderBy('device_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** The machines behind serial numbers that the caller may hand on, as sn -> number. */
export async function lockDevices(ctx: Ctx, sns: readonly string[]): Promise<Map<string, string>> {
  const rows = await inScope(ctx)
    .select(['sn', 'device_id'])
    .where(sql<boolean>`sn = any(${sns}::text[])`)
    .orderBy('device_id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.sn, row.device_id]))
}

/** Serial number and name of bound machines, whoever may see them. */
export async function deviceNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, { sn: string; title: string }>> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['device_id', 'sn', 'title'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('unbound_at', 'is', null)
    .where(isOneOf(ids, 'device_id'))
    .execute()
  return new Map(rows.map(({ device_id: id, sn, title }) => [id, { sn, title }]))
}

/** Machines that stand in a store now: how many, and the first few by name. */
export async function devicesIn(ctx: Ctx, storeId: string): Promise<{ count: number; names: string[] }> {
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

export async function countByStore(ctx: Ctx, storeIds: readonly string[]): Promise<Map<string, number>> {
  if (storeIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['store_id', sql<string>`count(*)`.as('count')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(storeIds, 'store_id'))
    .where('unbound_at', 'is', null)
    .groupBy('store_id')
    .execute()
  return new Map(rows.map(({ store_id: id, count }) => [id ?? '', Number(count)]))
}

/** What a merchant is given when a machine becomes his: the machine, its state, and its slots, all empty. */
export async function insertDevice(
  tx: Tx,
  tenantId: string,
  now: Date,
  machine: { sn: string; type: string; slots: number; title: string; storeId: string | null; rev: string },
): Promise<string> {
  const { device_id: id } = await tx
    .insertInto('device')
    .values({
      tenant_id: tenantId,
      sn: machine.sn,
      type: machine.type,
      title: machine.title,
      store_id: machine.storeId,
      settings_rev: machine.rev,
      bound_at: now,
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('device_state').values({ tenant_id: tenantId, device_id: id, since: now }).execute()
  await sql`insert into channel (tenant_id, device_id, channel_sn)
    select ${tenantId}::bigint, ${id}::bigint, no from generate_series(1, ${machine.slots}) no
    on conflict do nothing`.execute(tx)
  return id
}

/** Answers with how far its settings were counted. */
export async function releaseDevice(tx: Tx, tenantId: string, id: string, now: Date): Promise<string> {
  const { settings_rev: rev } = await tx
    .updateTable('device')
    .set({ unbound_at: now })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', id)
    .where('unbound_at', 'is', null)
    .returning('settings_rev')
    .executeTakeFirstOrThrow()
  // Nobody will tell him that they have ended.
  await tx
    .updateTable('device_fault')
    .set({ cleared_at: now })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', id)
    .where('cleared_at', 'is', null)
    .execute()
  await tx
    .updateTable('device_state')
    .set({ online: false, since: now, reason: 'unbound' })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', id)
    .execute()
  return rev
}

/** Where a machine stands, for those who may hear of it. */
export async function storeOf({ tx, tenantId, deviceId }: MachineCtx): Promise<string | null> {
  const row = await tx
    .selectFrom('device')
    .select('store_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.store_id ?? null
}
