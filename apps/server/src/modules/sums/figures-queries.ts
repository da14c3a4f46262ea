/**
 * Adds up the sums of bills of some places and days, by machine, store, payment or time. Whole months are read from the
 * sums by month, the days at both ends from those by day (`range-model.ts`).
 */
import { addDays, countryFacts, dayOf } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { HourSales, SalesOf, SoldBy, TimeSpan } from '../../kernel/sold-by.ts'
import { type DaysRange, partsOf, type RangeParts } from './range-model.ts'
import { type Figures, figureNames, type GoodsFigures, goodsFigureNames } from './figures-model.ts'
import { namesDevices, placesOfGoods, placesOfStores, placesOfSums } from './places-queries.ts'

type Query = RawBuilder<unknown>
type Figure = keyof Figures

/** What the sums are added up by. `month` is its first day. */
export type By = 'store_id' | 'device_id' | 'client' | 'month'
export type Grouped<Key extends string, Values> = Record<Key, string> & Values

/** The groups with the highest income alone, and how many groups there are. */
type Most = { most: number }

const nothing = sql``
const column = (name: string): Query => sql`t.${sql.ref(name)}`
const list = (parts: readonly Query[]): Query => sql.join(parts)
const sums = (names: readonly string[]): Query =>
  list(names.map((name) => sql`sum(${column(name)})::float8 as ${sql.ref(name)}`))
const signed = (names: readonly string[]): Query =>
  list(names.map((name) => sql`r.sign * ${column(name)} as ${sql.ref(name)}`))

/** The sums of a day know its month. */
const dayColumn = (name: string): Query =>
  name === 'month' ? sql`date_trunc('month', t.day::timestamp)::date as month` : column(name)

const monthRange = ({ from, to }: DaysRange): Query =>
  sql`${from === undefined ? nothing : sql`and t.month >= ${from}::date`}
      ${to === undefined ? nothing : sql`and t.month <= ${to}::date`}`

const dayParts = (days: RangeParts['days']): Query =>
  sql`unnest(${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[],
             ${days.map(({ sign }) => sign)}::int[]) r (first, last, sign)`

/** No bill is later than a few minutes from now. */
const lastDay = ({ now, tenant }: Ctx): string =>
  addDays(dayOf(now, countryFacts[tenant.country].utcOffsetMinutes), 1)

/** The sums of the parts of a range, one after the other, as `t`. */
const joined = ({ months, days }: RangeParts, byMonth: (months: DaysRange) => Query, byDay: Query): Query =>
  sql`(${months ? byMonth(months) : nothing} ${months && days.length > 0 ? sql`union all` : nothing}
       ${days.length > 0 ? byDay : nothing}) t`

function salesIn(ctx: Ctx, sales: SalesOf, by: readonly By[], names: readonly Figure[]): Query {
  const parts = partsOf(sales, lastDay(ctx))
  const { id } = ctx.tenant
  // Where no machine matters, a store has one row for all of its machines.
  const { monthly, daily, places } =
    namesDevices(sales) || by.includes('device_id')
      ? { monthly: sql`sales_device_month`, daily: sql`sales_device_day`, places: placesOfSums(sales) }
      : { monthly: sql`sales_store_month`, daily: sql`sales_store_day`, places: placesOfStores(sales) }
  return joined(
    parts,
    (months) => sql`
      select ${list([...by, ...names].map(column))} from ${monthly} t
       where t.tenant_id = ${id} ${monthRange(months)} ${places}`,
    sql`
      select ${list([...by.map(dayColumn), signed(names)])} from ${dayParts(parts.days)}
        join ${daily} t on t.tenant_id = ${id} and t.day >= r.first and t.day <= r.last ${places}`,
  )
}

/** Groups without bills are left out: taking days off a month may leave some. */
const grouped = (by: readonly string[]): Query =>
  sql`group by ${list(by.map(column))} having sum(t.count) <> 0`

/** Figures by one or several columns, in the order of the columns. */
export async function salesBy<Key extends By>(
  ctx: Ctx,
  sales: SalesOf,
  by: readonly Key[],
  names: readonly Figure[] = figureNames,
): Promise<Grouped<Key, Figures>[]> {
  const read = [...new Set<Figure>(['count', ...names])]
  const { rows } = await sql<Grouped<Key, Figures>>`
    select ${list(by.map(column))}, ${sums(names)} from ${salesIn(ctx, sales, by, read)}
    ${grouped(by)} order by ${list(by.map(column))}`.execute(ctx.tx)
  return rows
}

/** The groups with the highest income, and the number of all groups. */
export async function mostSales<Key extends By>(
  ctx: Ctx,
  sales: SalesOf,
  by: Key,
  { most }: Most,
): Promise<{ groups: number; data: Grouped<Key, Figures>[] }> {
  const { rows } = await sql<Grouped<Key, Figures> & { groups: number }>`
    select ${column(by)}, ${sums(figureNames)}, (count(*) over ())::int as groups
      from ${salesIn(ctx, sales, [by], figureNames)} ${grouped([by])}
     order by sum(t.income) desc, ${column(by)} limit ${most}`.execute(ctx.tx)
  return { groups: rows[0]?.groups ?? 0, data: rows }
}

/** By day and payment, for days that have sales. Adding up a column takes longer than reading its rows. */
export async function salesByDay<Name extends Figure>(
  ctx: Ctx,
  sales: SalesOf & { from: string; to: string },
  names: readonly Name[],
): Promise<Grouped<'day' | 'client', Pick<Figures, Name>>[]> {
  type Row = Grouped<'day' | 'client', Pick<Figures, Name>>
  const days = sql`t.tenant_id = ${ctx.tenant.id} and t.day >= ${sales.from}::date and t.day <= ${sales.to}::date`
  const figures = sql`select t.day, t.client, ${sums(names)}`
  const { rows } = await (
    namesDevices(sales)
      ? sql<Row>`
      ${figures} from sales_device_day t where ${days} ${placesOfSums(sales)} group by t.day, t.client`
      : sql<Row>`
      ${figures} from sales_store_day t where ${days} ${placesOfStores(sales)} group by t.day, t.client`
  ).execute(ctx.tx)
  return rows
}

/** By hour and payment; for places that name no machine. */
export async function salesByStoreHour<Name extends Figure>(
  ctx: Ctx,
  places: SoldBy,
  hours: TimeSpan,
  names: readonly Name[],
): Promise<HourSales<Name>[]> {
  const { rows } = await sql<HourSales<Name>>`
    select t.hour, t.client, ${sums(names)} from sales_store_hour t
     where t.tenant_id = ${ctx.tenant.id} and t.hour >= ${hours.since} and t.hour < ${hours.before} ${placesOfStores(places)}
     group by t.hour, t.client`.execute(ctx.tx)
  return rows
}

/** By hour and payment, for any places, as far back as these sums are kept. */
export async function salesByDeviceHour<Name extends Figure>(
  ctx: Ctx,
  places: SoldBy,
  hours: TimeSpan,
  names: readonly Name[],
): Promise<HourSales<Name>[]> {
  const { rows } = await sql<HourSales<Name>>`
    select t.hour, t.client, ${sums(names)} from sales_device_hour t
     where t.tenant_id = ${ctx.tenant.id} and t.hour >= ${hours.since} and t.hour < ${hours.before} ${placesOfSums(places)}
     group by t.hour, t.client`.execute(ctx.tx)
  return rows
}

function goodsIn(ctx: Ctx, sales: SalesOf): Query {
  const parts = partsOf(sales, lastDay(ctx))
  const { id } = ctx.tenant
  // With the payment, goods have several rows for each of theirs without it.
  const { monthly, daily, places } =
    sales.client === undefined
      ? { monthly: sql`sales_goods_month`, daily: sql`sales_goods_day`, places: placesOfGoods(sales) }
      : {
          monthly: sql`sales_goods_client_month`,
          daily: sql`sales_goods_client_day`,
          places: placesOfSums(sales),
        }
  return joined(
    parts,
    (months) => sql`
      select ${list(['goods_id', ...goodsFigureNames].map(column))} from ${monthly} t
       where t.tenant_id = ${id} ${monthRange(months)} ${places}`,
    sql`
      select t.goods_id, ${signed(goodsFigureNames)} from ${dayParts(parts.days)}
        join ${daily} t on t.tenant_id = ${id} and t.day >= r.first and t.day <= r.last ${places}`,
  )
}

/** Figures by goods; 0 stands for slots without goods. */
export async function salesByGoods(ctx: Ctx, sales: SalesOf): Promise<Grouped<'goods_id', GoodsFigures>[]> {
  const { rows } = await sql<Grouped<'goods_id', GoodsFigures>>`
    select t.goods_id, ${sums(goodsFigureNames)} from ${goodsIn(ctx, sales)}
    ${grouped(['goods_id'])} order by t.goods_id`.execute(ctx.tx)
  return rows
}

/** Figures by payment, of some goods or, without a number, of all. */
export async function salesOfGoodsByClient(
  ctx: Ctx,
  sales: SalesOf,
  goods: string | undefined,
): Promise<Grouped<'client', GoodsFigures>[]> {
  const parts = partsOf(sales, lastDay(ctx))
  const { id } = ctx.tenant
  const places = sql`${goods === undefined ? nothing : sql`and t.goods_id = ${goods}`} ${placesOfSums(sales)}`
  const { rows } = await sql<Grouped<'client', GoodsFigures>>`
    select t.client, ${sums(goodsFigureNames)} from ${joined(
      parts,
      (months) => sql`
        select ${list(['client', ...goodsFigureNames].map(column))} from sales_goods_client_month t
         where t.tenant_id = ${id} ${monthRange(months)} ${places}`,
      sql`
        select t.client, ${signed(goodsFigureNames)} from ${dayParts(parts.days)}
          join sales_goods_client_day t on t.tenant_id = ${id} and t.day >= r.first and t.day <= r.last ${places}`,
    )} ${grouped(['client'])}`.execute(ctx.tx)
  return rows
}

/** The goods with the highest income, and the number of all goods that were sold. */
export async function mostSalesByGoods(
  ctx: Ctx,
  sales: SalesOf,
  { most }: Most,
): Promise<{ groups: number; data: Grouped<'goods_id', GoodsFigures>[] }> {
  const { rows } = await sql<Grouped<'goods_id', GoodsFigures> & { groups: number }>`
    select t.goods_id, ${sums(goodsFigureNames)}, (count(*) over ())::int as groups from ${goodsIn(ctx, sales)}
    ${grouped(['goods_id'])} order by sum(t.income) desc, t.goods_id limit ${most}`.execute(ctx.tx)
  return { groups: rows[0]?.groups ?? 0, data: rows }
}
