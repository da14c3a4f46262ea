/** The background worker: long work from the job table, and scheduled housekeeping. */
import type { Job } from 'graphile-worker'
import pg from 'pg'

import type { Deps } from '../kernel/ctx.ts'
import { untilDatabaseIsBack } from '../kernel/db.ts'
import { lookTask } from '../kernel/looks.ts'
import { makeMonthsAhead } from '../kernel/months.ts'
import { alertsExport, askForOldLooks, look, waitTask } from '../modules/alerts/index.ts'
import { auditExport, sealAll } from '../modules/audit/index.ts'
import { bankCardsExport } from '../modules/bankcards/index.ts'
import { billsExport, recountAll } from '../modules/bills/index.ts'
import { refundsExport, refundTask, runRefund } from '../modules/refunds/index.ts'
import { billDueTask, decideBill } from '../modules/sales/index.ts'
import { decideDue, dueTask } from '../modules/commands/index.ts'
import { couponExport } from '../modules/coupons/index.ts'
import { devicesExport } from '../modules/devices/index.ts'
import { casesExport, findAllCases, reconcileDue } from '../modules/exceptions/index.ts'
import { fundLinesExport, runPayout, settleAll, settleExport, settleTask } from '../modules/funds/index.ts'
import { goodsExport, goodsImport } from '../modules/goods/index.ts'
import { historyExport } from '../modules/history/index.ts'
import { publish, publishTask, sendEvents, sendEventsTask } from '../modules/integrations/index.ts'
import { type JobKinds, jobTask, longJobTask, runJob, shortJob } from '../modules/jobs/index.ts'
import { foldAll, recountAllFunds } from '../modules/ledger/index.ts'
import { membersExport } from '../modules/members/index.ts'
import { pushNotice, pushTask, sendNotice, sendTask, tell, tellTask } from '../modules/notify/index.ts'
import {
  closeAtProvider,
  closeTask,
  followOrder,
  followTask,
  openOrder,
  openTask,
  type OrderJob,
  payBillExport,
} from '../modules/payments/index.ts'
import { referrersExport } from '../modules/referrers/index.ts'
import { refillExport } from '../modules/refills/index.ts'
import { regionsExport } from '../modules/regions/index.ts'
import { orderDueReports, reportExport } from '../modules/reports/index.ts'
import { sitesExport } from '../modules/sites/index.ts'
import { slotsExport } from '../modules/slots/index.ts'
import { staffExport } from '../modules/staff/index.ts'
import { statisticsExports } from '../modules/statistics/index.ts'
import { vouchersExport } from '../modules/vouchers/index.ts'
import { sweepDeadJobs } from './dead-jobs.ts'
import { sweep } from './housekeeping.ts'
import { type Lane, startLane } from './lane.ts'
import { SignOfLife } from './sign-of-life.ts'
import { crontab } from './timetable.ts'

const exports = [
  regionsExport,
  devicesExport,
  slotsExport,
  refillExport,
  historyExport,
  staffExport,
  goodsExport,
  auditExport,
  billsExport,
  payBillExport,
  refundsExport,
  bankCardsExport,
  fundLinesExport,
  settleExport,
  casesExport,
  ...statisticsExports,
  reportExport,
  sitesExport,
  alertsExport,
  membersExport,
  couponExport,
  referrersExport,
  vouchersExport,
]

/** What can be ordered as a job. An export of the contract that is missing here fails a test. */
export const jobKinds: JobKinds = {
  ...Object.fromEntries(exports.map((one) => [one.kind, one])),
  goodsImport,
}

/** The payload of a job: its merchant, and the numbers of what it is for. */
type PayloadOf<Names extends string = never> = Record<'tenant' | Names, string>

export type Worker = { stop(): Promise<void> }

/**
 * Starts nine lanes, so that none waits for another: the deadlines of commands and bills, orders (a customer waits, and a
 * provider may take ten seconds to answer), refunds and payouts (which come many at once), alerts (a merchant's
 * thousands of machines may fail at once), notices (a chat app may take ten seconds to answer), messages to browsers
 * and events to servers of merchants (both may be out of reach for days, and wait ever longer), exports and imports (short ones,
 * and those that turned out long), and housekeeping.
 */
export async function startWorker(deps: Deps, rescueEveryMs = 10_000): Promise<Worker> {
  let stopping = false
  /** An outage of the database does not use up an attempt: the work begins again when the database is back. */
  const patiently = (work: () => Promise<unknown>): Promise<void> =>
    untilDatabaseIsBack(
      async () => void (await work()),
      () => stopping,
    )
  const doing =
    <Payload>(work: (payload: Payload) => Promise<unknown>) =>
    (payload: unknown): Promise<void> =>
      patiently(() => work(payload as Payload))
  const alive = new SignOfLife(deps.db.url, (error) => deps.log.error({ err: error }, 'sign of life'))
  // First, because it fails while the database is away, and a caller who tries again must find nothing open.
  await makeMonthsAhead(deps.db.main, deps.now())
  await alive.connect()
  const queue = { log: deps.log, pool: openQueue(deps), alive }
  const lanes: Lane[] = [
    await startLane(queue, {
      atOnce: 4,
      tasks: {
        [dueTask]: doing(({ tenant, command }: PayloadOf<'command'>) => decideDue(deps, tenant, command)),
        [billDueTask]: doing(({ tenant, orderno }: OrderJob) => decideBill(deps, tenant, orderno)),
      },
    }),
    await startLane(queue, {
      atOnce: 24,
      // Each provider has a third, an account never all of these, and of those of a provider and of an account some are
      // kept for opening orders. A merchant has some for opening, and some for asking later.
      places: { client: 8, asking: 6, account: 6, later: 4, opening: 4, following: 3 },
      tasks: {
        [openTask]: doing(({ tenant, orderno }: OrderJob) => openOrder(deps, tenant, orderno)),
        [followTask]: doing(({ tenant, orderno, tries }: OrderJob & { tries: number }) =>
          followOrder(deps, tenant, orderno, tries),
        ),
        [closeTask]: doing(({ tenant, orderno }: OrderJob) => closeAtProvider(deps, tenant, orderno)),
      },
    }),
    await startLane(queue, {
      atOnce: 11,
      places: { refund: 3, merchant: 2, payout: 2 },
      tasks: {
        [refundTask]: doing(({ tenant, refund }: PayloadOf<'refund'>) => runRefund(deps, tenant, refund)),
        [settleTask]: doing(({ tenant, settle }: PayloadOf<'settle'>) => runPayout(deps, tenant, settle)),
      },
    }),
    await startLane(queue, {
      atOnce: 3,
      tasks: {
        [lookTask]: doing(({ tenant }: PayloadOf) => look(deps, tenant)),
        [waitTask]: doing(({ tenant }: PayloadOf) => look(deps, tenant)),
        [publishTask]: doing(({ tenant }: PayloadOf) => publish(deps, tenant)),
      },
    }),
    await startLane(queue, {
      atOnce: 16,
      // Places are kept for making notices, and for the inbox, which no service outside delays.
      places: { outside: 12, channel: 5, merchant: 2 },
      tasks: {
        [tellTask]: doing(({ tenant }: PayloadOf) => tell(deps, tenant)),
        [sendTask]: doing(({ tenant, notice }: PayloadOf<'notice'>) => sendNotice(deps, tenant, notice)),
      },
    }),
    await startLane(queue, {
      atOnce: 12,
      tasks: {
        [pushTask]: doing(({ tenant, ...of }: PayloadOf<'push' | 'notice'>) => pushNotice(deps, tenant, of)),
        [sendEventsTask]: doing(({ tenant, webhook }: PayloadOf<'webhook'>) =>
          sendEvents(deps, tenant, webhook),
        ),
      },
    }),
    await startLane(queue, {
      atOnce: 2,
      tasks: {
        [jobTask]: (payload, { job }) =>
          patiently(() => runJob(deps, jobKinds, ticketOf(payload, job), shortJob)),
      },
    }),
    await startLane(queue, {
      atOnce: 2,
      tasks: {
        [longJobTask]: (payload, { job }) => patiently(() => runJob(deps, jobKinds, ticketOf(payload, job))),
      },
    }),
    await startLane(queue, {
      // One place for what may take long, and two for the others.
      atOnce: 3,
      crontab,
      tasks: {
        sweep: async () => {
          await sweepDeadJobs(queue.pool)
          await sweep(deps)
        },
        seal: async () => void (await sealAll(deps)),
        months: () => makeMonthsAhead(deps.db.main, deps.now()),
        recount: async () => {
          await recountAll(deps)
          await recountAllFunds(deps)
        },
        looks: () => askForOldLooks(deps),
        cases: () => findAllCases(deps),
        reconcile: () => reconcileDue(deps),
        fold: () => foldAll(deps),
        settle: () => settleAll(deps),
        reports: () => orderDueReports(deps),
      },
    }),
  ]
  const rescue = () =>
    alive.rescue().catch((error: unknown) => deps.log.error({ err: error }, 'rescue of jobs'))
  await rescue()
  const timer = setInterval(() => void rescue(), rescueEveryMs)
  return {
    async stop() {
      stopping = true
      clearInterval(timer)
      await Promise.all(lanes.map((lane) => lane.stop()))
      await queue.pool.end()
      await alive.end()
    },
  }
}

function ticketOf(payload: unknown, { attempts, max_attempts: most }: Job) {
  const { tenant: tenantId, job: jobId } = payload as { tenant: string; job: string }
  return { tenantId, jobId, lastAttempt: attempts >= most }
}

function openQueue({ db, log }: Deps): pg.Pool {
  const pool = new pg.Pool({
    connectionString: db.url,
    max: db.connections.queue,
    application_name: 'slotwise queue',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  })
  // Without listeners, the error event of a broken connection would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'queue connection'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
