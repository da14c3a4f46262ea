/**
 * Reconciliation: a day's statement of a provider is compared with our payments and refunds.
 *
 * 1. read: the lines are stored by merchant, in portions. A line belongs to the merchant that its order number names;
 *    lines of no merchant are returned to the operator and stored nowhere.
 * 2. compared, merchant by merchant: the orders that the statement names, and those that we have booked on that day. They
 *    are matched by our number, whatever day the line is of. That the statement lacks a payment is only believed when the
 *    statements of all days are known to which it may belong, so that none near midnight is a false case.
 * 3. noted: a row for the day, in the place of an earlier one. Only then is the day done, so that a run that was cut is
 *    begun again; what it repeats changes nothing.
 *
 * A day with payments whose statement has not come has a row without a source, until it comes.
 */
import { addDays, dayOf, type OnlineClient } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import type { StatementLine } from '../../ports/payments/payments.ts'
import { tenantIn } from '../payments/index.ts'
import { platformAccount, platformKey } from './account-model.ts'
import { hasBusiness, sumsByDay } from './books-queries.ts'
import { tellConsoles } from './case-events.ts'
import { compare, type Compared, spanAround, spanOf } from './compare-service.ts'
import { gathered } from './gather-model.ts'
import * as statements from './statement-queries.ts'

export type Statement = Omit<Compared, 'readAt'> & { lines: AsyncIterable<readonly StatementLine[]> }

export type Reconciled = {
  day: string
  merchants: ({ tenantId: string } & statements.Run)[]
  /** Lines whose order number names none of our merchants: how many, and the first ones. */
  strangers: { count: number; first: StatementLine[] }
}

const strangersShown = 100
/** The owner of lines whose number is not one of ours. */
const noMerchant = ''
/** Lines that are stored at once for a merchant, and those of all merchants that wait in memory. */
const portion = { each: 1_000, total: 100_000 }

/** Reads and compares a statement, for all merchants that have something to compare or for those that are wanted. */
export async function reconcile(
  deps: Deps,
  statement: Statement,
  isWanted: (tenantId: string) => boolean = () => true,
): Promise<Reconciled> {
  const { client, accountKey, day } = statement
  const readAt = deps.now()
  const known = new Set(await tenantIds(deps.db.main))
  const strangers: Reconciled['strangers'] = { count: 0, first: [] }
  for await (const [owner, own] of gathered(
    statement.lines,
    ({ merchantOrder }) => tenantIn(merchantOrder) ?? noMerchant,
    portion,
  )) {
    // A merchant's own account has nothing of another merchant.
    if (!known.has(owner) || (accountKey !== platformKey && !isWanted(owner))) {
      strangers.count += own.length
      strangers.first.push(...own.slice(0, strangersShown - strangers.first.length))
    } else if (isWanted(owner))
      await inTenant(deps.db.main, owner, (tx) =>
        statements.putLines({ tx, tenantId: owner }, { client, accountKey }, day, own, readAt),
      )
  }
  const merchants: Reconciled['merchants'] = []
  const failed: unknown[] = []
  for (const tenantId of [...known].filter(isWanted)) {
    // An error with one merchant does not stop the next.
    const run = await compare(deps, tenantId, { ...statement, readAt }).catch((error: unknown) => {
      failed.push(error)
      return undefined
    })
    if (run) merchants.push({ tenantId, ...run })
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} merchants could not be compared for ${day}`)
  return { day, merchants, strangers }
}

/** A day is compared this long after its end, when late notices have come. */
const readyMs = 3_600_000
/** Days that were missed, because no worker ran, are made up for so far back. */
const madeUpDays = 3

/** The job of every hour: statements of the last days that were not compared yet, of providers that give them out. */
export async function reconcileDue(deps: Deps): Promise<void> {
  const now = deps.now()
  const yesterday = addDays(dayOf(new Date(now.getTime() - readyMs), statementOffsetMinutes), -1)
  const days = Array.from({ length: madeUpDays }, (_, i) => addDays(yesterday, i - madeUpDays + 1))
  for (const provider of Object.values(deps.payments)) {
    if (!provider.statement) continue
    const { client } = provider
    const due = await dueDays(deps, client, days)
    for (const [day, lacking] of due) {
      // Another provider, and the next day, do not wait for one that fails; the next run asks again.
      const lines = provider.statement(day)
      const statement = { ...platformAccount(client), day, source: 'provider', lines } as const
      await reconcile(deps, statement, (tenantId) => lacking.has(tenantId)).then(
        ({ strangers: { count } }) => {
          if (count > 0)
            deps.log.warn({ client, day, count }, 'lines of a statement that belong to no merchant')
        },
        (error: unknown) => deps.log.error({ err: error, client, day }, 'reconciliation'),
      )
    }
  }
  await noteMissing(deps, yesterday)
}

/** A statement may be imported so many days late. */
const lateDays = 40

/**
 * Notes the days of each merchant that had payments and whose statement has not come, up to this one. Each day is looked
 * at once, because a statement that comes later takes the place of its row.
 */
async function noteMissing(deps: Deps, last: string): Promise<void> {
  for (const tenantId of await tenantIds(deps.db.main))
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId, now: deps.now() }
      const noted = await statements.notedTo(ref)
      if (noted !== undefined && noted >= last) return
      const earliest = addDays(last, 1 - lateDays)
      const first = noted !== undefined && noted >= earliest ? addDays(noted, 1) : earliest
      const days = await sumsByDay(ref, { since: spanOf(first).since, before: spanOf(last).before })
      await statements.setNotedTo(ref, last)
      if ((await statements.putMissing(ref, days, ref.now)) > 0) await tellConsoles(ref)
    }).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'days without a statement were not noted'),
    )
}

/** Days for which there is something to compare, each with the merchants that lack it. */
async function dueDays(
  deps: Deps,
  client: OnlineClient,
  days: readonly string[],
): Promise<Map<string, Set<string>>> {
  const account = platformAccount(client)
  const lacking = new Map(days.map((day) => [day, new Set<string>()]))
  const due = new Set<string>()
  for (const tenantId of await tenantIds(deps.db.main))
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId }
      const known = await statements.comparedDays(ref, account, days[0] ?? '', days.at(-1) ?? '')
      // A merchant that was never compared begins with yesterday.
      const first = (await statements.firstCompared(ref, account)) ?? days.at(-2) ?? ''
      for (const day of days) {
        if (day <= first || known.includes(day)) continue
        lacking.get(day)?.add(tenantId)
        if (!due.has(day) && (await hasBusiness(ref, account, spanAround(day)))) due.add(day)
      }
    }).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId, client }, 'a merchant is left out of a comparison'),
    )
  return new Map([...lacking].filter(([day]) => due.has(day)))
}
