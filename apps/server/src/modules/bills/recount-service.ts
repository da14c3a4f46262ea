/**
 * Recounts bills and compares them with the sums that are kept of them. Each stretch of days is read in one snapshot, so
 * that sales of the same moment make no difference. Differences are reported, never repaired silently: they are a fault
 * of the product.
 */
import { addDays, countryFacts, dayOf, startOfDay } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inSnapshot } from '../../kernel/db.ts'
import { daysBefore, hourMs } from '../../kernel/moments.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { nightlyDays, type Range } from '../../kernel/recount-days.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { countryOf } from '../account/index.ts'
import type { Bill } from './bill-model.ts'
import * as queries from './recount-queries.ts'
import { moveSums } from './sum-queries.ts'
import { recountTakings } from './takings-recount-service.ts'
import { addUp, deviceHourDays, monthOf, negated, type Sums, sumsOf } from './sums-model.ts'

/** A sum that differs from its bills, or from the lines of the ledger. Figures that are equal are left out. */
export type Difference = {
  table: keyof Sums | 'takings'
  key: Record<string, string>
  stored: Record<string, number>
  recounted: Record<string, number>
}

const billsAtOnce = 2_000

/** The sums of bills, as they should be. Days are recounted one by one, because a month of bills fills the memory. */
async function recountDays(ref: TenantRef, days: queries.Days, utcOffsetMinutes: number): Promise<Sums> {
  const { deviceHoursSince } = days
  let sums = addUp([])
  const pieces = eachPiece((last: Awaited<ReturnType<typeof queries.billsBetween>>[number] | undefined) =>
    queries.billsBetween(ref, days, last, billsAtOnce),
  )
  for await (const piece of pieces) {
    const more = piece.map((bill) => sumsOf(bill as Bill, { utcOffsetMinutes, deviceHoursSince }))
    sums = addUp([sums, ...more])
  }
  return sums
}

/** Sums as they are and as they should be. */
type Compared = { stored: Sums; recounted: Sums }

async function compareDay(ref: TenantRef, day: string, now: Date): Promise<Compared> {
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  const days: queries.Days = {
    from: day,
    to: day,
    since: startOfDay(day, utcOffsetMinutes),
    before: startOfDay(addDays(day, 1), utcOffsetMinutes),
    // An hour that begins before the limit is not kept any more.
    deviceHoursSince: new Date(Math.ceil(daysBefore(now, deviceHourDays).getTime() / hourMs) * hourMs),
  }
  const months = { deviceMonths: [], storeMonths: [], goodsMonths: [], goodsClientMonths: [] }
  const recounted = { ...(await recountDays(ref, days, utcOffsetMinutes)), ...months }
  return { stored: await queries.storedSums(ref, days), recounted }
}

/** A month is compared with its days, which are compared with their bills. */
async function compareMonth(ref: TenantRef, month: string): Promise<Compared> {
  const none = addUp([])
  const last = addDays(nextMonth(month), -1)
  return {
    stored: { ...none, ...(await queries.storedMonth(ref, month)) },
    recounted: { ...none, ...(await queries.monthByDays(ref, { month, last })) },
  }
}

const keyNames: Record<keyof Sums, readonly string[]> = {
  deviceDays: ['day', 'store_id', 'device_id', 'client'],
  deviceMonths: ['month', 'store_id', 'device_id', 'client'],
  storeDays: ['day', 'store_id', 'client'],
  storeMonths: ['month', 'store_id', 'client'],
  storeHours: ['hour', 'store_id', 'client'],
  deviceHours: ['hour', 'store_id', 'device_id', 'client'],
  goodsDays: ['day', 'store_id', 'device_id', 'channel_sn', 'goods_id'],
  goodsMonths: ['month', 'store_id', 'device_id', 'goods_id'],
  goodsClientDays: ['day', 'goods_id', 'store_id', 'device_id', 'client'],
  goodsClientMonths: ['month', 'goods_id', 'store_id', 'device_id', 'client'],
}
type Row = Record<string, unknown>

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

function describe(table: keyof Sums, missing: Row, { stored, recounted }: Compared): Difference {
  const names = keyNames[table]
  const same = (row: Row): boolean => names.every((name) => textOf(row[name]) === textOf(missing[name]))
  const figures = Object.keys(missing).filter((name) => !names.includes(name) && missing[name] !== 0)
  const of = (sums: Sums): Record<string, number> => {
    const row = (sums[table] as readonly Row[]).find(same)
    return Object.fromEntries(figures.map((name) => [name, Number(row?.[name] ?? 0)]))
  }
  const key = Object.fromEntries(names.map((name) => [name, textOf(missing[name])]))
  return { table, key, stored: of(stored), recounted: of(recounted) }
}

/**
 * Recounts the days of a range, one after the other, and the months that they are in. With `repair`, sums get what they
 * lack; a sum that changes meanwhile refuses it, and the next recount finds the difference again.
 */
export async function recount(
  deps: Deps,
  tenantId: string,
  { from, to }: Range,
  { repair = false } = {},
): Promise<Difference[]> {
  const found: Difference[] = []
  const take = async (
    compare: (ref: TenantRef) => Promise<Compared>,
    more: (ref: TenantRef) => Promise<Difference[]> = async () => [],
  ): Promise<void> => {
    found.push(
      ...(await inSnapshot(deps.db.main, tenantId, async (tx) => {
        const compared = await compare({ tx, tenantId })
        const missing = addUp([compared.recounted, negated(compared.stored)])
        if (repair) await moveSums({ tx, tenantId }, missing)
        const differences = (Object.keys(keyNames) as (keyof Sums)[]).flatMap((table) =>
          (missing[table] as readonly Row[]).map((row) => describe(table, row, compared)),
        )
        return [...differences, ...(await more({ tx, tenantId }))]
      })),
    )
  }
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const one = day
    await take(
      (ref) => compareDay(ref, one, deps.now()),
      (ref) => recountTakings(ref, one, repair),
    )
  }
  for (let month = monthOf(from); month <= to; month = nextMonth(month)) {
    const one = month
    await take((ref) => compareMonth(ref, one))
  }
  return found
}

/** How often a recount found a difference in this process, for the operator's metrics. */
export const recountFigures = { differences: 0 }

/** From the first month of bills or sums to today; without a beginning where nothing was sold. */
async function salesDays(
  deps: Deps,
  tenantId: string,
): Promise<{ first: string | undefined; today: string }> {
  return inSnapshot(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
    const { bill, month } = await queries.firstSales(ref)
    const months = [bill && monthOf(dayOf(bill, utcOffsetMinutes)), month].filter((one) => one !== null)
    return { first: months.toSorted()[0], today: dayOf(deps.now(), utcOffsetMinutes) }
  })
}

/** The days of each night: yesterday and today, and one older month, another one each night. */
export const nightlyRanges = async (deps: Deps, tenantId: string): Promise<Range[]> =>
  nightlyDays({ ...(await salesDays(deps, tenantId)), now: deps.now() })

/** All days of a merchant's sales; undefined when it has sold nothing. */
export async function salesRange(deps: Deps, tenantId: string): Promise<Range | undefined> {
  const { first, today } = await salesDays(deps, tenantId)
  return first === undefined ? undefined : { from: first, to: today }
}

const nextMonth = (month: string): string => monthOf(addDays(month, 31))

/** The job of each night. Logs every difference as an error. */
export async function recountAll(deps: Deps): Promise<void> {
  for (const tenantId of await tenantIds(deps.db.main)) {
    // An error with one merchant does not stop the recount of the next.
    await recountTenant(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'recount'),
    )
  }
}

async function recountTenant(deps: Deps, tenantId: string): Promise<void> {
  for (const range of await nightlyRanges(deps, tenantId))
    for (const difference of await recount(deps, tenantId, range)) {
      recountFigures.differences += 1
      deps.log.error({ tenant: tenantId, ...difference }, 'a sum of bills differs from its recount')
    }
}
