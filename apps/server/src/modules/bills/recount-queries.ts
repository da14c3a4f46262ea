/** Bills and sums of some days, as they are stored, for a recount. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Bill } from './bill-model.ts'
import { figureNames, goodsFigureNames, type Sums } from './sums-model.ts'

type CountedBill = Pick<
  Bill,
  | 'orderno'
  | 'create_at'
  | 'device_id'
  | 'store_id'
  | 'client'
  | 'status'
  | 'total_price'
  | 'refunded'
  | 'cash'
  | 'goods'
>

/** The next bills of a time span, in the order of time. */
export async function billsBetween(
  { tx, tenantId }: TenantRef,
  { since, before }: { since: Date; before: Date },
  last: CountedBill | undefined,
  limit: number,
): Promise<CountedBill[]> {
  const at = last?.create_at ?? since
  const { rows } = await sql<CountedBill>`
    select b.orderno, b.create_at, b.device_id, b.store_id, b.client, b.status, b.total_price, b.refunded, b.cash,
           b.goods
      from bill b where b.tenant_id = ${tenantId} and b.create_at >= ${at} and b.create_at < ${before}
       and (b.create_at, b.orderno) > (${at}, ${last?.orderno ?? ''})
     order by b.create_at, b.orderno limit ${limit}`.execute(tx)
  return rows
}

/** The driver reads a bigint as text. */
const columns = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}::float8 as ${sql.ref(name)}`))
const figures = columns(figureNames)
const goodsFigures = columns(goodsFigureNames)

/** A stretch of days: as days, as moments, and since when its sums by machine and hour are kept. */
export type Days = { from: string; to: string; since: Date; before: Date; deviceHoursSince: Date }

/** The stored sums of some days, but for those by month. */
export async function storedSums(
  { tx, tenantId }: TenantRef,
  { from, to, since, before, deviceHoursSince }: Days,
): Promise<Sums> {
  const days = sql`t.tenant_id = ${tenantId} and t.day >= ${from}::date and t.day <= ${to}::date`
  const hours = sql`t.tenant_id = ${tenantId} and t.hour >= ${since} and t.hour < ${before}`
  const deviceDays = await sql<Sums['deviceDays'][number]>`
    select t.day, t.store_id, t.device_id, t.client, ${figures} from sales_device_day t where ${days}`.execute(
    tx,
  )
  const storeDays = await sql<Sums['storeDays'][number]>`
    select t.day, t.store_id, t.client, ${figures} from sales_store_day t where ${days}`.execute(tx)
  const storeHours = await sql<Sums['storeHours'][number]>`
    select t.hour, t.store_id, t.client, ${figures} from sales_store_hour t where ${hours}`.execute(tx)
  const deviceHours = await sql<Sums['deviceHours'][number]>`
    select t.hour, t.store_id, t.device_id, t.client, ${figures} from sales_device_hour t
     where ${hours} and t.hour >= ${deviceHoursSince}`.execute(tx)
  const goodsDays = await sql<Sums['goodsDays'][number]>`
    select t.day, t.store_id, t.device_id, t.channel_sn, t.goods_id, ${goodsFigures} from sales_goods_day t where ${days}`.execute(
    tx,
  )
  const goodsClientDays = await sql<Sums['goodsClientDays'][number]>`
    select t.day, t.goods_id, t.store_id, t.device_id, t.client, ${goodsFigures} from sales_goods_client_day t
     where ${days}`.execute(tx)
  return {
    deviceDays: deviceDays.rows,
    deviceMonths: [],
    storeDays: storeDays.rows,
    storeMonths: [],
    storeHours: storeHours.rows,
    deviceHours: deviceHours.rows,
    goodsDays: goodsDays.rows,
    goodsMonths: [],
    goodsClientDays: goodsClientDays.rows,
    goodsClientMonths: [],
  }
}

type Months = Pick<Sums, 'deviceMonths' | 'storeMonths' | 'goodsMonths' | 'goodsClientMonths'>

export async function storedMonth({ tx, tenantId }: TenantRef, month: string): Promise<Months> {
  const devices = await sql<Sums['deviceMonths'][number]>`
    select t.month, t.store_id, t.device_id, t.client, ${figures} from sales_device_month t
     where t.tenant_id = ${tenantId} and t.month = ${month}::date`.execute(tx)
  const stores = await sql<Sums['storeMonths'][number]>`
    select t.month, t.store_id, t.client, ${figures} from sales_store_month t
     where t.tenant_id = ${tenantId} and t.month = ${month}::date`.execute(tx)
  const goods = await sql<Sums['goodsMonths'][number]>`
    select t.month, t.store_id, t.device_id, t.goods_id, ${goodsFigures} from sales_goods_month t
     where t.tenant_id = ${tenantId} and t.month = ${month}::date`.execute(tx)
  const goodsClients = await sql<Sums['goodsClientMonths'][number]>`
    select t.month, t.goods_id, t.store_id, t.device_id, t.client, ${goodsFigures} from sales_goods_client_month t
     where t.tenant_id = ${tenantId} and t.month = ${month}::date`.execute(tx)
  return {
    deviceMonths: devices.rows,
    storeMonths: stores.rows,
    goodsMonths: goods.rows,
    goodsClientMonths: goodsClients.rows,
  }
}

const sums = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(t.${sql.ref(name)})::float8 as ${sql.ref(name)}`))

/** The sums of the days of a month, added up. */
export async function monthByDays(
  { tx, tenantId }: TenantRef,
  { month, last }: { month: string; last: string },
): Promise<Months> {
  const days = sql`t.tenant_id = ${tenantId} and t.day >= ${month}::date and t.day <= ${last}::date`
  const devices = await sql<Sums['deviceMonths'][number]>`
    select ${month} as month, t.store_id, t.device_id, t.client, ${sums(figureNames)} from sales_device_day t
     where ${days} group by t.store_id, t.device_id, t.client`.execute(tx)
  const stores = await sql<Sums['storeMonths'][number]>`
    select ${month} as month, t.store_id, t.client, ${sums(figureNames)} from sales_store_day t
     where ${days} group by t.store_id, t.client`.execute(tx)
  const goods = await sql<Sums['goodsMonths'][number]>`
    select ${month} as month, t.store_id, t.device_id, t.goods_id, ${sums(goodsFigureNames)} from sales_goods_day t
     where ${days} group by t.store_id, t.device_id, t.goods_id`.execute(tx)
  const goodsClients = await sql<Sums['goodsClientMonths'][number]>`
    select ${month} as month, t.goods_id, t.store_id, t.device_id, t.client, ${sums(goodsFigureNames)}
      from sales_goods_client_day t where ${days} group by t.goods_id, t.store_id, t.device_id, t.client`.execute(
    tx,
  )
  return {
    deviceMonths: devices.rows,
    storeMonths: stores.rows,
    goodsMonths: goods.rows,
    goodsClientMonths: goodsClients.rows,
  }
}

/** The first bill of the merchant, and the first month of its sums: each is there where the other was lost. */
export async function firstSales({
  tx,
  tenantId,
}: TenantRef): Promise<{ bill: Date | null; month: string | null }> {
  const { rows } = await sql<{ bill: Date | null; month: string | null }>`
    select (select b.create_at from bill b where b.tenant_id = ${tenantId} order by b.create_at limit 1) as bill,
           (select m.month from sales_device_month m
             where m.tenant_id = ${tenantId} order by m.month limit 1) as month`.execute(tx)
  return rows[0] ?? { bill: null, month: null }
}
