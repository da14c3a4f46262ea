/**
 * Recounts what providers have received by store and day: the lines of the ledger, each at the store of its bill. It is
 * done here, because the ledger does not know bills.
 */
import { addDays, countryFacts, startOfDay } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { countryOf } from '../account/index.ts'
import {
  addTakings,
  providerLines,
  type StoreTakings,
  takingsOfDay,
  takingsOfLines,
} from '../ledger/index.ts'
import { readBills } from './bill-queries.ts'

/** A sum as it is and as it should be. */
type TakingsDifference = {
  table: 'takings'
  key: { day: string; store_id: string; client: string }
  stored: Record<string, number>
  recounted: Record<string, number>
}

const linesAtOnce = 2_000
const figures = ['count', 'taken', 'refunded'] as const
const keyOf = ({ day, store_id, client }: StoreTakings): string => `${day} ${store_id} ${client}`

/** Sums of the day that differ from its lines; with `repair`, they get what they lack. */
export async function recountTakings(
  ref: TenantRef,
  day: string,
  repair: boolean,
): Promise<TakingsDifference[]> {
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  const stored = new Map((await takingsOfDay(ref, day)).map((row) => [keyOf(row), row]))
  const recounted = new Map((await recountedDay(ref, day, utcOffsetMinutes)).map((row) => [keyOf(row), row]))
  const missing: StoreTakings[] = []
  const differences: TakingsDifference[] = []
  for (const key of [...new Set([...stored.keys(), ...recounted.keys()])].toSorted()) {
    const [is, should] = [stored.get(key), recounted.get(key)]
    const row = is ?? should
    const different = figures.filter((name) => (is?.[name] ?? 0) !== (should?.[name] ?? 0))
    if (!row || different.length === 0) continue
    const { store_id, client } = row
    const of = (one: StoreTakings | undefined): Record<string, number> =>
      Object.fromEntries(different.map((name) => [name, one?.[name] ?? 0]))
    const lacks = (name: (typeof figures)[number]): number => (should?.[name] ?? 0) - (is?.[name] ?? 0)
    const keys = { day, store_id, client }
    differences.push({ table: 'takings', key: keys, stored: of(is), recounted: of(should) })
    missing.push({ ...keys, count: lacks('count'), taken: lacks('taken'), refunded: lacks('refunded') })
  }
  if (repair) await addTakings(ref, missing)
  return differences
}

async function recountedDay(ref: TenantRef, day: string, utcOffsetMinutes: number): Promise<StoreTakings[]> {
  const days = {
    since: startOfDay(day, utcOffsetMinutes),
    before: startOfDay(addDays(day, 1), utcOffsetMinutes),
  }
  const lines: Parameters<typeof takingsOfLines>[0][number][] = []
  const pieces = eachPiece((last: Awaited<ReturnType<typeof providerLines>>[number] | undefined) =>
    providerLines(ref, days, last, linesAtOnce),
  )
  for await (const piece of pieces) {
    const bills = await readBills(
      ref,
      piece.map(({ orderno }) => orderno),
    )
    const storeOf = new Map(bills.map(({ orderno, store_id: store }) => [orderno, store]))
    lines.push(...piece.map((line) => ({ ...line, store: storeOf.get(line.orderno) ?? null })))
  }
  return takingsOfLines(lines, utcOffsetMinutes)
}
