import type { Deps } from '../kernel/ctx.ts'
import { daysBefore } from '../kernel/moments.ts'
import { sweepCounters, sweepKernel } from '../kernel/sweep.ts'
import { tenantIds } from '../kernel/tenants.ts'
import { sweep as sweepAccount, sweepCodes } from '../modules/account/index.ts'
import { sweep as sweepAlerts } from '../modules/alerts/index.ts'
import { sweep as sweepBankCards } from '../modules/bankcards/index.ts'
import { sweep as sweepCommands } from '../modules/commands/index.ts'
import { sweep as sweepCoupons } from '../modules/coupons/index.ts'
import { sweep as sweepExceptions } from '../modules/exceptions/index.ts'
import { sweep as sweepFunds } from '../modules/funds/index.ts'
import { sweep as sweepGoods } from '../modules/goods/index.ts'
import { sweep as sweepIntegrations } from '../modules/integrations/index.ts'
import { sweep as sweepJobs } from '../modules/jobs/index.ts'
import { sweepStrays } from '../modules/machines/index.ts'
import { sweep as sweepMedia } from '../modules/media/index.ts'
import { sweep as sweepNotify } from '../modules/notify/index.ts'
import { sweepSilence } from '../modules/payaccounts/index.ts'
import { sweep as sweepPayments } from '../modules/payments/index.ts'
import { sweep as sweepPresence } from '../modules/presence/index.ts'
import { sweep as sweepRefills } from '../modules/refills/index.ts'
import { sweep as sweepRefunds } from '../modules/refunds/index.ts'
import { sweep as sweepSales } from '../modules/sales/index.ts'
import { sweep as sweepSlots } from '../modules/slots/index.ts'
import { sweep as sweepSums } from '../modules/sums/index.ts'
import { sweep as sweepViews } from '../modules/views/index.ts'
import { sweepSandbox } from '../ports/payments/sandbox.ts'
import { sweepHandPayouts } from '../ports/payout/by-hand.ts'
import { sweepPayoutSandbox } from '../ports/payout/sandbox.ts'

/** Each module deletes its own rows and knows how long they are kept. */
const sweeps = [
  sweepKernel,
  sweepAccount,
  sweepCommands,
  sweepPresence,
  sweepSlots,
  sweepRefills,
  sweepPayments,
  sweepJobs,
  sweepGoods,
  sweepMedia,
  sweepSales,
  sweepRefunds,
  sweepSums,
  sweepBankCards,
  sweepFunds,
  sweepExceptions,
  sweepAlerts,
  sweepNotify,
  sweepIntegrations,
  sweepCoupons,
  sweepViews,
]

const incomingDays = 1

/** Deletes what is no longer needed, merchant by merchant. Safe to run twice or to be interrupted. */
export async function sweep(deps: Deps): Promise<void> {
  const now = deps.now()
  await sweepCounters(deps, now)
  await sweepCodes(deps, now)
  await sweepStrays(deps, now)
  await sweepSilence(deps, now)
  await sweepSandbox(deps.db.main, now)
  await sweepPayoutSandbox(deps.db.main, now)
  await sweepHandPayouts(deps.db.main, now)
  for (const tenantId of await tenantIds(deps.db.main)) {
    // An error with one merchant does not stop the sweep of the next.
    await sweepTenant(deps, tenantId, now).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'sweep'),
    )
  }
  await deps.blobs.sweep(daysBefore(now, incomingDays))
}

async function sweepTenant(deps: Deps, tenantId: string, now: Date): Promise<void> {
  for (const sweepModule of sweeps) await sweepModule(deps, tenantId, now)
}
