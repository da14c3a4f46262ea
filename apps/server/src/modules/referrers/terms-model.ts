/** The days on which terms of a referrer hold. Days are those of the merchant. */
import { addDays } from '@slotwise/contract'

export type Terms = { region: string[]; commission: number }
/** These held on the days before `until`. Without a commission the referrer was deleted on these days. */
export type PastTerms = { until: string; region: string[]; commission: number | null }

export type Days = { from: string; to: string }
/** Days with the same terms. */
export type Part = Days & Terms

const isSame = (a: PastTerms | Terms, b: PastTerms | Terms): boolean =>
  a.commission === b.commission && a.region.join() === b.region.join()

/** Parts days where the terms change, without those on which the referrer was deleted. The oldest past terms come first. */
export function partsOf({ from, to }: Days, present: Terms, past: readonly PastTerms[]): Part[] {
  const parts: Part[] = []
  let first = from
  for (const { until, region, commission } of [...past, { ...present, until: addDays(to, 1) }]) {
    const end = addDays(until, -1)
    const last = end < to ? end : to
    if (last < first) continue
    const before = parts.at(-1)
    if (commission !== null) {
      const part = { from: first, to: last, region, commission }
      if (before && isSame(before, part) && addDays(before.to, 1) === first) before.to = last
      else parts.push(part)
    }
    first = addDays(last, 1)
  }
  return parts
}
