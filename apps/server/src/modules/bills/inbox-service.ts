/** The names of what machines reported: how long they are known, and sales that were stored before there were bills. */
import { upMessages } from '@slotwise/machine-protocol'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { ensureMonths } from '../../kernel/months.ts'
import { inPortions, repeatPortions } from '../../kernel/portions.ts'
import { endWaiting, deleteReports, waitingSales } from './inbox-queries.ts'
import { bookReports, reportsOf } from './sale-service.ts'

/**
 * A machine that sends a sale again after a longer time is recognised by the bill itself, whose number follows from the
 * machine, the sale and its time.
 */
const knownDays = 400
const atOnce = 100

export const sweepInbox = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) =>
    deleteReports({ tx, tenantId }, { before: daysBefore(now, knownDays), atMost }),
  )

/** Makes bills of sales that were stored before bills were made of them. */
export const bookWaiting = (deps: Deps, tenantId: string): Promise<void> =>
  repeatPortions(async (atMost) => {
    const now = deps.now()
    const dates = await inTenant(deps.db.main, tenantId, (tx) => waitingSales({ tx, tenantId }, atMost))
    await ensureMonths(
      deps.db.main,
      dates.map(({ at }) => at),
    )
    return inTenant(deps.db.main, tenantId, async (tx) => {
      const ctx = { deps, tx, tenantId, now }
      const waiting = await waitingSales(ctx, atMost)
      const sales = waiting.map(({ deviceId, mid, ts, data, at, doubtful }) => ({
        deviceId,
        mid,
        ts: Number(ts),
        // Read by the schema, which puts the fields into the order in which they are sent: the digest depends on it.
        data: upMessages.sale.parse(data),
        dated: { at, doubtful, byClock: true },
      }))
      const reports = await reportsOf(ctx, sales)
      for (const report of reports) if (report) await endWaiting(ctx, report)
      await bookReports(
        ctx,
        reports.filter((report) => report !== undefined),
      )
      return waiting.length
    })
  }, atOnce)
