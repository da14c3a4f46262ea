import { countryFacts, dayOf } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countryOf } from '../account/index.ts'
import type { LedgerLine } from './ledger-queries.ts'
import { addTakings, type StoreTakings } from './takings-queries.ts'

/** A line with the store of its bill. */
type StoreLine = LedgerLine & { store: string | null }

/** What lines add to the sums by store and day, one row for each key, sorted by key. */
export function takingsOfLines(lines: readonly StoreLine[], utcOffsetMinutes: number): StoreTakings[] {
  const byKey = new Map<string, StoreTakings>()
  for (const { account, at, store, client, amount } of lines) {
    if (account !== 'provider' && account !== 'own') continue
    const day = dayOf(at, utcOffsetMinutes)
    const store_id = store ?? '0'
    const key = `${day} ${store_id.padStart(20, '0')} ${client}`
    const row = byKey.get(key) ?? { day, store_id, client, count: 0, taken: 0, refunded: 0 }
    byKey.set(key, row)
    row.count += amount > 0 ? 1 : 0
    row.taken += Math.max(amount, 0)
    row.refunded += Math.max(-amount, 0)
  }
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

export async function moveTakings(ref: TenantRef, lines: readonly StoreLine[]): Promise<void> {
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  await addTakings(ref, takingsOfLines(lines, utcOffsetMinutes))
}
