/** Compares sums with what they are made of: those of a day with its bills, those of a month with its days. */
import { addDays, countryFacts, startOfDay } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countryOf } from '../account/index.ts'
import { monthOf } from './figures-model.ts'
import { moveSums } from './move-queries.ts'
import {
  addUp,
  keptSince,
  keyOf,
  negated,
  type Rollup,
  rollups,
  type SummedBill,
  type SumRow,
  type Sums,
  sumsOf,
} from './rollups-model.ts'
import { type Day, monthByDays, storedDay, storedMonth } from './stored-queries.ts'

/** A sum that differs from what it is made of. Figures that are equal are left out. */
export type Difference = {
  table: string
  key: Record<string, string>
  stored: Record<string, number>
  recounted: Record<string, number>
}

/** Sums as they are and as they should be. */
type Compared = { stored: Sums; recounted: Sums }

/** Compares the sums by day and by hour with the bills of the day, which are read in pieces. */
export async function recountDay(
  ref: TenantRef,
  day: string,
  now: Date,
  billsIn: (day: Day) => AsyncIterable<readonly SummedBill[]>,
  repair: boolean,
): Promise<Difference[]> {
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  const daily = rollups.filter(({ keys }) => keys[0] !== 'month')
  const moments: Day = {
    day,
    since: startOfDay(day, utcOffsetMinutes),
    before: startOfDay(addDays(day, 1), utcOffsetMinutes),
  }
  let recounted = addUp([])
  for await (const piece of billsIn(moments))
    recounted = addUp([recounted, sumsOf(piece, { utcOffsetMinutes, now }, daily)])
  const stored = await readEach(daily, (rollup) => storedDay(ref, rollup, moments, keptSince(rollup, now)))
  return compared(ref, { stored, recounted }, repair)
}

/** Compares the sums of a month with those of its days, which are compared with their bills. */
export async function recountMonth(ref: TenantRef, month: string, repair: boolean): Promise<Difference[]> {
  const monthly = rollups.filter(({ days }) => days !== undefined)
  const last = addDays(monthOf(addDays(month, 31)), -1)
  const stored = await readEach(monthly, (rollup) => storedMonth(ref, rollup, month))
  const recounted = await readEach(monthly, (rollup) => monthByDays(ref, rollup, { month, last }))
  return compared(ref, { stored, recounted }, repair)
}

async function readEach(
  wanted: readonly Rollup[],
  read: (rollup: Rollup) => Promise<SumRow[]>,
): Promise<Sums> {
  const sums = new Map<Rollup, SumRow[]>()
  for (const rollup of wanted) sums.set(rollup, await read(rollup))
  return sums
}

/** With `repair`, sums get what they lack. */
async function compared(ref: TenantRef, both: Compared, repair: boolean): Promise<Difference[]> {
  const missing = addUp([both.recounted, negated(both.stored)])
  if (repair) await moveSums(ref, missing)
  return [...missing].flatMap(([rollup, rows]) => {
    const { keys } = rollup
    const [stored, recounted] = [both.stored, both.recounted].map(
      (sums) => new Map((sums.get(rollup) ?? []).map((row) => [keyOf(keys, row), row])),
    )
    return rows.map((row): Difference => {
      const figures = rollup.of.figures.filter((name) => row[name] !== 0)
      const of = (rowsByKey: typeof stored): Record<string, number> => {
        const found = rowsByKey?.get(keyOf(keys, row))
        return Object.fromEntries(figures.map((name) => [name, Number(found?.[name] ?? 0)]))
      }
      const key = Object.fromEntries(keys.map((name) => [name, textOf(row[name])]))
      return { table: rollup.table, key, stored: of(stored), recounted: of(recounted) }
    })
  })
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
