/** When customers come: by the kind of place, the hour of the day, the day of the week and what the machine sells. */
import type { MachineType } from '@slotwise/machine-protocol'
import { between, pickWeighted, type Random } from '../dice.ts'

import type { StoreKind } from '../merchants/merchant.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Relative number of customers at each hour of the day. */
const hours: Record<StoreKind, readonly number[]> = {
  office: [0, 0, 0, 0, 0, 0, 1, 6, 16, 12, 8, 10, 22, 18, 9, 12, 10, 8, 14, 8, 4, 3, 1, 0],
  mall: [0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 8, 11, 14, 13, 12, 14, 15, 13, 15, 19, 18, 12, 4, 0],
  station: [1, 0, 0, 0, 0, 2, 8, 19, 18, 9, 7, 9, 13, 10, 8, 8, 10, 16, 20, 14, 9, 7, 5, 2],
  campus: [1, 0, 0, 0, 0, 0, 2, 9, 8, 9, 10, 11, 19, 12, 8, 8, 9, 15, 16, 10, 11, 15, 12, 4],
  street: [3, 1, 0, 0, 0, 0, 1, 3, 5, 6, 7, 10, 13, 12, 9, 9, 10, 12, 15, 18, 19, 17, 12, 6],
}

/** Relative number of customers on each day of the week, from Sunday. */
const weekdays: Record<StoreKind, readonly number[]> = {
  office: [0.25, 1.1, 1.12, 1.1, 1.12, 1.15, 0.35],
  mall: [1.45, 0.75, 0.75, 0.78, 0.85, 1.15, 1.6],
  station: [0.95, 1.05, 0.95, 0.95, 1, 1.2, 0.95],
  campus: [0.7, 1.1, 1.1, 1.1, 1.05, 1, 0.65],
  street: [1.2, 0.85, 0.85, 0.9, 0.95, 1.15, 1.35],
}

/** Games and toys are bought after work, even where drinks sell in the morning. */
const leisure: ReadonlySet<MachineType> = new Set(['gashapon', 'lipstick', 'luckybag', 'pulse'])

/** Sales of an average machine on an average day. More of them would make the first start slower. */
const usual: Record<MachineType, number> = {
  vending: 12,
  osm: 10,
  gashapon: 6,
  lipstick: 10,
  lattice: 4,
  luckybag: 3,
  betelnut: 6,
  single: 8,
  pulse: 6,
}

const hoursOf = (kind: StoreKind, type: MachineType): (readonly [number, number])[] =>
  hours[kind].map((weight, hour) => [hour, leisure.has(type) && hour < 11 ? weight / 4 : weight])

const strengths = [0.5, 1.55] as const
/** How much the business of the last day exceeds the average of the history. */
const growthToday = 1.1

/** How good the place of a machine is, by chance; 1 is usual. */
export const strengthOf = (random: Random): number => between(random, strengths)

/** Sales a second that machines of the demo make at this moment, as the history has them on its last day. */
export function paceOf(
  machines: readonly { type: MachineType; storeKind: StoreKind; utcOffsetMinutes: number }[],
): (now: number) => number {
  const meanStrength = (strengths[0] + strengths[1]) / 2
  const hourly = machines.map(({ type, storeKind, utcOffsetMinutes }) => {
    const weights = hoursOf(storeKind, type).map(([, weight]) => weight)
    const all = weights.reduce((sum, one) => sum + one, 0)
    const aDay = usual[type] * meanStrength * growthToday
    return {
      perHour: weights.map((weight) => (aDay * weight) / all),
      week: weekdays[storeKind],
      utcOffsetMinutes,
    }
  })
  return (now) =>
    hourly.reduce((sum, { perHour, week, utcOffsetMinutes }) => {
      const local = new Date(now + utcOffsetMinutes * 60_000)
      return sum + ((perHour[local.getUTCHours()] ?? 0) * (week[local.getUTCDay()] ?? 1)) / 3_600
    }, 0)
}

/** Sales a second that a demo makes at least: right after its start people watch it, and they also come at night. */
const leastWatched = 1 / 30
const least = 1 / 600
const watchedMs = 10 * 60_000

/** A pace that never stands still, and is livelier in the first minutes after `startedAt`. */
export const neverIdle =
  (pace: (now: number) => number, startedAt: number): ((now: number) => number) =>
  (now) =>
    Math.max(pace(now), now < startedAt + watchedMs ? leastWatched : least)

export type Selling = {
  type: MachineType
  storeKind: StoreKind
  /** How good the place of this machine is; 1 is usual. */
  strength: number
  boundAt: Date
}

/** Days on which the machine stood still: it was out of order, or had not been refilled. */
function outages(random: Random, days: number): Set<number> {
  const still = new Set<number>()
  for (let day = 0; day < days; day += 1) if (random() < 0.008) still.add(day)
  return still
}

/** A number around the mean, as independent customers make it. */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}

/** The moments at which a machine sold something in the days before `now`, unsorted. */
export function moments(
  random: Random,
  { type, storeKind, strength, boundAt }: Selling,
  { now, days, utcOffsetMinutes }: { now: Date; days: number; utcOffsetMinutes: number },
): Date[] {
  const offset = utcOffsetMinutes * 60_000
  const today = Math.floor((now.getTime() + offset) / dayMs)
  const still = outages(random, days)
  const byHour = hoursOf(storeKind, type)
  const all: Date[] = []
  for (let back = days - 1; back >= 0; back -= 1) {
    const midnight = (today - back) * dayMs - offset
    const age = (midnight - boundAt.getTime()) / dayMs
    if (age < 0 || still.has(back)) continue
    const weekday = new Date(midnight + offset).getUTCDay()
    // The business grows a little, and a new machine has to be found by its customers first.
    const growth = growthToday - (0.24 * back) / days
    const known = Math.min(1, 0.4 + age / 12)
    const weather = between(random, [0.8, 1.2])
    const mean = usual[type] * strength * (weekdays[storeKind][weekday] ?? 1) * growth * known * weather
    for (let n = poisson(random, mean); n > 0; n -= 1) {
      const hour = pickWeighted(random, byHour) ?? 12
      const at = new Date(midnight + Math.floor((hour + random()) * hourMs))
      if (at < now) all.push(at)
    }
  }
  return all
}
