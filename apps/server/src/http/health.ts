import { setTimeout as delay } from 'node:timers/promises'

import type { ErrorName } from '@slotwise/contract'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Deps } from '../kernel/ctx.ts'
import { refusedTexts } from '../modules/account/index.ts'
import { recountFigures } from '../modules/bills/index.ts'
import { fundRecountFigures } from '../modules/ledger/index.ts'
import { shutAccounts } from '../modules/payaccounts/index.ts'
import { refusedNotices } from '../modules/payments/index.ts'
import { isFromHere } from './origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the call in the contract, for logs and metrics. */
    call?: string
    /** The body is a file, not JSON. */
    takesFile?: boolean
    /** What a file of another type is answered with. */
    wrongType?: ErrorName
  }
}

/** Readiness probes time out after 2 s instead of waiting for a hanging database. */
const patienceMs = 2_000

/** Metrics are for the operator: with the token, or without one from this computer and not through a proxy. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return request.headers.authorization === `Bearer ${token}`
  return isFromHere(request)
}

/** What the gateway of this process counts. */
export type MachineFigures = { connections(): number; refusals: ReadonlyMap<string, number> }

function countMachines(registry: Registry, { connections, refusals }: MachineFigures): void {
  new Gauge({
    name: 'slotwise_machine_connections',
    help: 'Machines connected to this process',
    registers: [registry],
    collect() {
      this.set(connections())
    },
  })
  new Counter({
    name: 'slotwise_machine_refusals_total',
    help: 'What machines sent or tried and was turned away, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of refusals) this.inc({ reason }, count)
    },
  })
}

export function serveHealth(
  app: FastifyInstance,
  deps: Deps,
  isStopping: () => boolean,
  machines: MachineFigures | undefined,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with the name of a counter; the same figures come by kind, under names of gauges.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  const seconds = new Histogram({
    name: 'slotwise_call_seconds',
    help: 'Duration of calls',
    labelNames: ['call'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'slotwise_answers_total',
    help: 'Answers by call and HTTP status',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  new Gauge({
    name: 'slotwise_stopping',
    help: '1 while shutting down',
    registers: [registry],
    collect() {
      this.set(isStopping() ? 1 : 0)
    },
  })

  new Counter({
    name: 'slotwise_recount_differences_total',
    help: 'Sums of bills and funds that differed from a recount of this process',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(recountFigures.differences + fundRecountFigures.differences)
    },
  })
  new Counter({
    name: 'slotwise_notice_refusals_total',
    help: 'Messages of payment providers that were not believed, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of refusedNotices) this.inc({ reason }, count)
    },
  })

  new Counter({
    name: 'slotwise_text_messages_refused_total',
    help: 'Text messages that were not sent because of SMS_PER_HOUR',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(refusedTexts.count)
    },
  })
  new Gauge({
    name: 'slotwise_provider_silent',
    help: '1 for each account at a payment provider, and kind of call, that does not answer',
    labelNames: ['account', 'call'],
    registers: [registry],
    async collect() {
      this.reset()
      // The figures of this process are wanted even while the database is away.
      for (const shut of await shutAccounts(deps).catch(() => [])) this.set(shut, 1)
    },
  })

  if (machines) countMachines(registry, machines)

  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? 'other'
    seconds.observe({ call }, reply.elapsedTime / 1000)
    answers.inc({ call, status: reply.statusCode })
  })
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const answered = sql`select 1`.execute(deps.db.autonomous).then(
      () => true,
      () => false,
    )
    const reachable = await Promise.race([answered, delay(patienceMs, false, { ref: false })])
    const ok = reachable && !isStopping()
    return reply.code(ok ? 200 : 503).send({ ok, database: reachable, stopping: isStopping() })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, deps.config.metricsToken)) return reply.callNotFound()
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}
