/**
 * A process of the product that dies. Given works, it stops each at a step of its own and kills itself when all have got
 * there; given none, it is a worker until it is killed. `killed-stand.ts` starts it.
 */
import { tmpdir } from 'node:os'

import type { OnlineClient } from '@slotwise/contract'

import { gatherSales } from '../src/gateway/sale-batches.ts'
import { readConfig } from '../src/kernel/config.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { inTenant, openDb } from '../src/kernel/db.ts'
import { makeLog } from '../src/kernel/log.ts'
import { generatePushKey } from '../src/kernel/push-key.ts'
import { runRefund } from '../src/modules/refunds/index.ts'
import { bookSales, type Sale } from '../src/modules/sales/index.ts'
import { runPayout } from '../src/modules/funds/index.ts'
import { settleTenant } from '../src/modules/funds/morning-service.ts'
import {
  closeAtProvider,
  followOrder,
  openOrder,
  takeNotice,
  takeOrder,
} from '../src/modules/payments/index.ts'
import type { PaymentProvider } from '../src/ports/payments/payments.ts'
import { accountProviders } from '../src/ports/payments/accounts.ts'
import { makeSandbox } from '../src/ports/payments/sandbox.ts'
import { makePayoutSandbox, type PayoutManner } from '../src/ports/payout/sandbox.ts'
import { diskBlobs } from '../src/ports/blobs/disk.ts'
import { webPush } from '../src/ports/push/web-push.ts'
import { devInbox } from '../src/ports/sms/dev-inbox.ts'
import { hooks } from '../src/wiring.ts'
import { startWorker } from '../src/worker/worker.ts'
import type { requestOf } from './order-stand.ts'

type What =
  | { kind: 'refund'; id: string }
  | { kind: 'order'; deviceId: string; sn: string; request: ReturnType<typeof requestOf> }
  | { kind: 'open' | 'follow' | 'close'; orderno: string; tries: number }
  | { kind: 'notice'; client: OnlineClient; headers: Record<string, string>; body: string }
  | { kind: 'sale'; sale: Sale }
  | { kind: 'morning' }
  | { kind: 'payout'; id: string; manner?: PayoutManner }
/** A piece of work of one merchant, and the step at which it stops. */
export type Work = { tenantId: string; step: string } & What

export type Task = {
  url: string
  pepper: string
  vaultKeys: string
  /** The time when the program starts. */
  now: string
  /** How many times faster than the true clock it goes on. */
  pace: number
  works?: readonly Work[]
}

const task = JSON.parse(process.argv[2] ?? '') as Task
const startedAt = Date.now()
const now = (): Date => new Date(Date.parse(task.now) + (Date.now() - startedAt) * task.pace)
const db = openDb(task.url, { waitSeconds: 120 })
const sandbox = makeSandbox({ db: db.autonomous, now, pepper: task.pepper, origin: 'http://pay.test' })
const config = readConfig({
  DATA_DIR: tmpdir(),
  PEPPER: task.pepper,
  VAULT_KEYS: task.vaultKeys,
  PUSH_KEY: generatePushKey(),
  LOG_LEVEL: 'silent',
})
const deps: Deps = {
  config,
  db,
  now,
  log: makeLog('fatal'),
  sms: devInbox(db.autonomous, now),
  payments: sandbox.providers,
  payAccounts: accountProviders(config, now),
  payout: makePayoutSandbox(db.autonomous, now, task.pepper).provider,
  personChats: {},
  push: webPush(config.push, { baseUrl: 'http://127.0.0.1:9' }),
  blobs: diskBlobs(tmpdir()),
  hooks,
}

type Reached = (step: string) => Promise<void>

/** A provider whose calls have two steps: before it hears of them, and when it has acted and its answer is on its way. */
function stepsOf(provider: PaymentProvider, reached: Reached): PaymentProvider {
  const watched =
    <Input, Output>(name: string, call: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      await reached(`${name} asked`)
      const output = await call(input)
      await reached(`${name} answered`)
      return output
    }
  return {
    ...provider,
    createQr: watched('createQr', provider.createQr),
    query: watched('query', provider.query),
    close: watched('close', provider.close),
  }
}

/** The product, which says when it has reached a step: a call of a provider, or the end of booking a payment. */
const depsWith = (reached: Reached): Deps => ({
  ...deps,
  payments: Object.fromEntries(
    Object.entries(deps.payments).map(([client, provider]) => [client, stepsOf(provider, reached)]),
  ),
  hooks: { ...hooks, orderPaid: [...hooks.orderPaid, () => reached('booking')] },
})

/** The product with a bank that has manners of its own, and the same books. */
function depsWithBank(manner: PayoutManner | undefined): Deps {
  const bank = makePayoutSandbox(db.autonomous, now, task.pepper, async () => manner)
  return { ...deps, payout: bank.provider }
}

async function run(work: Work, reached: Reached): Promise<unknown> {
  const { tenantId } = work
  const watched = depsWith(reached)
  switch (work.kind) {
    case 'refund':
      return runRefund(deps, tenantId, work.id, reached)
    case 'order':
      return inTenant(db.main, tenantId, async (tx) => {
        const { deviceId, sn, request } = work
        await takeOrder({ deps, tx, tenantId, now: now(), deviceId, sn }, { ts: 0, data: request })
        await reached('booking')
      })
    case 'open':
      return openOrder(watched, tenantId, work.orderno)
    case 'follow':
      return followOrder(watched, tenantId, work.orderno, work.tries)
    case 'close':
      return closeAtProvider(watched, tenantId, work.orderno)
    case 'notice':
      return takeNotice(
        watched,
        { client: work.client },
        { body: Buffer.from(work.body), headers: work.headers },
      )
    case 'morning':
      return settleTenant(deps, tenantId, reached)
    case 'payout':
      return runPayout(depsWithBank(work.manner), tenantId, work.id, reached)
    case 'sale': {
      const { sale } = work
      const dated = { ...sale.dated, at: new Date(sale.dated.at) }
      if (work.step !== 'booking') {
        const queueSale = gatherSales(deps, { inTurn: (one) => one(), isClosing: () => false })
        const { stored } = await queueSale(tenantId, { ...sale, dated }, () => true)
        return stored
      }
      return inTenant(db.main, tenantId, async (tx) => {
        await bookSales({ deps, tx, tenantId, now: now() }, [{ ...sale, dated }])
        await reached('booking')
      })
    }
  }
}

/** Stops each work at its step, which is the end of the work where it is called `booked`. Then the process dies. */
async function stopAndDie(works: readonly Work[]): Promise<void> {
  let stopped = 0
  const stop = (): Promise<never> => {
    stopped += 1
    if (stopped === works.length) process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  }
  await Promise.all(
    works.map(async (work) => {
      await run(work, async (step) => {
        if (step === work.step) await stop()
      })
      if (work.step === 'booked') await stop()
      throw new Error(`the ${work.kind} has ended before the step "${work.step}"`)
    }),
  )
}

if (task.works) await stopAndDie(task.works)
else {
  await startWorker(deps)
  console.log('ready')
}
