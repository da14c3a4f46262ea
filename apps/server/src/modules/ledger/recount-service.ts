/**
 * Recounts the lines of the ledger and compares them with the sums that are kept of them, as `bills/recount-service.ts`
 * does with bills: each day in one snapshot, and differences are reported, never repaired silently. A posting that does
 * not add up to nothing is reported, too; it is never repaired.
 */
import { addDays, countryFacts, dayOf, startOfDay } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inSnapshot } from '../../kernel/db.ts'
import { nightlyDays, type Range } from '../../kernel/recount-days.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { countryOf } from '../account/index.ts'
import { addToSums, addUpLines, type KindSum } from './fold-queries.ts'
import * as queries from './recount-queries.ts'

/** A sum that differs from its lines, or a posting that does not add up to nothing. */
export type FundDifference = {
  table: 'fund_day' | 'fund_sum' | 'ledger_line'
  key: Record<string, string>
  stored: Record<string, number>
  recounted: Record<string, number>
}

const keyOf = ({ merchant_id: merchant, account, kind }: KindSum): string => `${merchant} ${account} ${kind}`

/** What the stored sums lack. */
function missingIn(stored: readonly KindSum[], recounted: readonly KindSum[]): KindSum[] {
  const known = new Map(stored.map((sum) => [keyOf(sum), sum]))
  const wanted = new Map(recounted.map((sum) => [keyOf(sum), sum]))
  return [...new Map([...known, ...wanted]).entries()].flatMap(([key, sum]) => {
    const [had, has] = [known.get(key), wanted.get(key)]
    const amount = (has?.amount ?? 0) - (had?.amount ?? 0)
    const lines = (has?.lines ?? 0) - (had?.lines ?? 0)
    return amount === 0 && lines === 0 ? [] : [{ ...sum, amount, lines }]
  })
}

async function compareDay(ref: TenantRef, day: string, repair: boolean): Promise<FundDifference[]> {
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  const { until } = await queries.foldedDays(ref)
  const since = startOfDay(day, utcOffsetMinutes)
  const edge = startOfDay(addDays(day, 1), utcOffsetMinutes)
  const found = await queries.crookedPostings(ref, { since, before: edge })
  const crooked = found.map(({ posting, sum }): FundDifference => ({
    table: 'ledger_line',
    key: { day, posting },
    stored: { sum },
    recounted: { sum: 0 },
  }))
  const stored = await queries.storedDay(ref, day)
  // Without a moment of folding, the next fold adds up all lines, so that no sum may be there yet.
  const recounted = until ? await addUpLines(ref, { since, before: until < edge ? until : edge }) : []
  const missing = missingIn(stored, recounted)
  if (repair) await addToSums(ref, day, missing)
  const figures = (sums: readonly KindSum[], key: string): Record<string, number> => {
    const { amount = 0, lines = 0 } = sums.find((sum) => keyOf(sum) === key) ?? {}
    return { amount, lines }
  }
  return [
    ...crooked,
    ...missing.map((sum): FundDifference => {
      const { merchant_id: merchantId, account, kind } = sum
      return {
        table: 'fund_day',
        key: { day, merchant_id: merchantId, account, kind },
        stored: figures(stored, keyOf(sum)),
        recounted: figures(recounted, keyOf(sum)),
      }
    }),
  ]
}

async function compareSums(ref: TenantRef, repair: boolean): Promise<FundDifference[]> {
  const differing = await queries.differingSums(ref)
  if (repair) await queries.addToTotals(ref, differing)
  return differing.map(({ merchant_id: merchantId, account, stored, recounted }) => ({
    table: 'fund_sum',
    key: { merchant_id: merchantId, account },
    stored: { amount: stored },
    recounted: { amount: recounted },
  }))
}

/** Recounts the days of a range, one after the other. With `repair`, sums get what they lack. */
export async function recountFunds(
  deps: Deps,
  tenantId: string,
  { from, to }: Range,
  { repair = false } = {},
): Promise<FundDifference[]> {
  const inRef = (work: (ref: TenantRef) => Promise<FundDifference[]>): Promise<FundDifference[]> =>
    inSnapshot(deps.db.main, tenantId, (tx) => work({ tx, tenantId }))
  const found: FundDifference[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const one = day
    found.push(...(await inRef((ref) => compareDay(ref, one, repair))))
  }
  // After the days, because repairing a day moves the sums of all days, too.
  found.push(...(await inRef((ref) => compareSums(ref, repair))))
  return found
}

/** All days that have folded lines or sums; undefined when nothing was folded yet. */
export const fundRange = (deps: Deps, tenantId: string): Promise<Range | undefined> =>
  inSnapshot(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
    const { line, day } = await queries.foldedDays(ref)
    const [from] = [line && dayOf(line, utcOffsetMinutes), day].filter((one) => one !== null).toSorted()
    return from === undefined ? undefined : { from, to: dayOf(deps.now(), utcOffsetMinutes) }
  })

/** How often a recount found a difference in this process, for the operator's metrics. */
export const fundRecountFigures = { differences: 0 }

/** The job of each night. Logs every difference as an error. */
export async function recountAllFunds(deps: Deps): Promise<void> {
  for (const tenantId of await tenantIds(deps.db.main)) {
    // An error with one merchant does not stop the recount of the next.
    await recountNight(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'recount of funds'),
    )
  }
}

async function recountNight(deps: Deps, tenantId: string): Promise<void> {
  const known = await fundRange(deps, tenantId)
  if (!known) return
  for (const range of nightlyDays({ first: known.from, today: known.to, now: deps.now() }))
    for (const difference of await recountFunds(deps, tenantId, range)) {
      fundRecountFigures.differences += 1
      deps.log.error({ tenant: tenantId, ...difference }, 'the funds differ from the lines of the ledger')
    }
}
