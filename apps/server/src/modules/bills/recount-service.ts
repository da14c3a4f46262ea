/**
 * Recounts bills and compares them with the sums that are kept of them, and lines of the ledger with those of what
 * providers have received. Each day and each month is read in one snapshot, so that sales of the same moment make no
 * difference. Differences are reported, never repaired silently: they are a fault of the product.
 */
import { addDays, countryFacts, dayOf } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inSnapshot } from '../../kernel/db.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { nightlyDays, type Range } from '../../kernel/recount-days.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { countryOf } from '../account/index.ts'
import { type Difference, firstMonth, monthOf, recountDay, recountMonth } from '../sums/index.ts'
import { billsBetween, type CountedBill, firstBill } from './recount-queries.ts'
import { recountTakings } from './takings-recount-service.ts'

/** A month of bills would fill the memory. */
const billsAtOnce = 2_000

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
  const add = async (compare: (ref: TenantRef) => Promise<Difference[]>): Promise<void> => {
    found.push(...(await inSnapshot(deps.db.main, tenantId, (tx) => compare({ tx, tenantId }))))
  }
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const one = day
    await add(async (ref) => [
      ...(await recountDay(
        ref,
        one,
        deps.now(),
        (moments) =>
          eachPiece((last: CountedBill | undefined) => billsBetween(ref, moments, last, billsAtOnce)),
        repair,
      )),
      ...(await recountTakings(ref, one, repair)),
    ])
  }
  for (let month = monthOf(from); month <= to; month = monthOf(addDays(month, 31))) {
    const one = month
    await add((ref) => recountMonth(ref, one, repair))
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
    const bill = await firstBill(ref)
    // Each is there where the other was lost.
    const months = [bill && monthOf(dayOf(bill, utcOffsetMinutes)), await firstMonth(ref)]
    const [first] = months.filter((month) => month !== undefined).toSorted()
    return { first, today: dayOf(deps.now(), utcOffsetMinutes) }
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
