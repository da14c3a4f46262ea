/**
 * Measures how long a machine waits from its order to its QR code: first alone, then beside each attack of another
 * merchant: 40 orders at a provider that hangs when it is asked for them, 2,500 orders of one machine, and notices at a
 * channel that hangs. Before each attack it is measured alone again, and each ratio is that of the same minute. The
 * gateway is a process of its own; the worker and the machines are in this one.
 */
import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Deps } from '../apps/server/src/kernel/ctx.ts'
import { inTenant } from '../apps/server/src/kernel/db.ts'
import { runNoticeAt } from '../apps/server/src/modules/notify/notice-queries.ts'
import { storeManners } from '../apps/server/src/ports/sandbox-manners.ts'
import { startWorker } from '../apps/server/src/worker/worker.ts'
import { HandMachine } from '../apps/server/test/hand-machine.ts'
import { makeFleet } from './sale-fleet.ts'
import type { Login } from './mqtt-load.ts'
import { median, p95 } from './timing.ts'

const ordersARound = 20
const strangers = 40
const hangingOrders = 40
const ordersOfOne = 2_500
const hangingNotices = 200
/** Orders are asked for five seconds after they were made. */
const firstLookMs = 6_000
const patienceMs = 60_000

type Stand = { deps: Deps; port: number }

async function comeOnline(port: number, login: Login): Promise<HandMachine> {
  const machine = await HandMachine.connect(port, login)
  await machine.say('status', { state: 'online', boot: 1 })
  return machine
}

let requests = 0
const order = (machine: HandMachine, pay: 'wechat' | 'alipay') => {
  const reqId = `bench-${(requests += 1)}`
  return { reqId, sent: machine.say('order', { reqId, items: [{ ch: 1, n: 1 }], pay, kind: 'buy' }) }
}

/** Milliseconds until the machine has its code. */
async function untilCode(machine: HandMachine): Promise<number> {
  const begun = performance.now()
  const { reqId, sent } = order(machine, 'wechat')
  const answered = machine.hears('order', (answer) => answer.reqId === reqId)
  const answer = await Promise.race([answered, delay(patienceMs)])
  await sent
  if (answer?.state === 'refused') throw new Error(`an order was refused: ${answer.why}`)
  return performance.now() - begun
}

export async function benchOrders({ deps, port }: Stand, owner: pg.Client): Promise<void> {
  const { logins } = await makeFleet(deps, owner, { name: 'strangers', merchants: 4, machines: strangers })
  const attacker = await makeFleet(deps, owner, { name: 'attacker', merchants: 1, machines: 9 })
  const machines: HandMachine[] = []
  for (const login of logins) machines.push(await comeOnline(port, login))
  const attacking: HandMachine[] = []
  for (const login of attacker.logins) attacking.push(await comeOnline(port, login))
  const [flooding, ...others] = attacking
  const tenantId = attacker.tenantIds[0] ?? ''

  let next = 0
  const round = async (): Promise<number[]> => {
    const took: number[] = []
    for (let i = 0; i < ordersARound; i += 1) {
      const machine = machines[(next += 1) % machines.length]
      if (machine) took.push(await untilCode(machine))
    }
    return took
  }

  /** 40 orders have their codes; the provider hangs when it is asked whether they were paid. */
  async function orderAtHanging(): Promise<void> {
    await storeManners(deps.db.autonomous, 'payments', { query: 'hangs', close: 'hangs' })
    for (const machine of others)
      for (let i = 0; i < hangingOrders / others.length; i += 1) {
        const { reqId, sent } = order(machine, 'alipay')
        await sent
        await machine.hears('order', (answer) => answer.reqId === reqId)
      }
    await storeManners(deps.db.autonomous, 'payments', {})
    await delay(firstLookMs)
  }

  /** All are sent at once, and not waited for. */
  async function flood(): Promise<void> {
    if (!flooding) throw new Error('no machine')
    for (let i = 0; i < ordersOfOne; i += 1) order(flooding, 'wechat').sent.catch(() => {})
    await delay(1_000)
  }

  async function tellAtHanging(): Promise<void> {
    const lark = { perMinute: 1_000, send: () => new Promise<never>(() => {}) }
    deps.chat = { lark }
    const { rows } = await owner.query<{ notice_id: string }>(
      `with r as (insert into receiver (tenant_id, channel, address, kinds, created_at)
                  select $1, 'lark', '', '{offline}', now() from generate_series(1, $2::int) returning notify_id)
       insert into notice (tenant_id, notify_id, state, is_test, created_at)
       select $1, notify_id, 'waiting', true, now() from r returning notice_id::text`,
      [tenantId, hangingNotices],
    )
    await inTenant(deps.db.main, tenantId, async (tx) => {
      for (const { notice_id: id } of rows) await runNoticeAt({ tx, tenantId }, id, new Date())
    })
    await delay(1_000)
  }

  const worker = await startWorker(deps)
  try {
    // Code is compiled and statements are prepared before anything is measured.
    await round()
    const attacks: [string, () => Promise<void>][] = [
      [`${hangingNotices} notices at a channel that hangs`, tellAtHanging],
      [`${ordersOfOne} orders of one machine`, flood],
      [`${hangingOrders} orders at a provider that hangs`, orderAtHanging],
    ]
    for (const [name, attack] of attacks) {
      const calm = await round()
      await attack()
      const beside = await round()
      const ratio = median(beside) / median(calm)
      console.log(
        `from order to code beside ${name}: ${ratio.toFixed(2)} of calm` +
          ` (median ${median(beside).toFixed(0)} ms and ${median(calm).toFixed(0)} ms,` +
          ` p95 ${p95(beside).toFixed(0)} ms and ${p95(calm).toFixed(0)} ms)${ratio <= 2 ? '' : '   above 2'}`,
      )
    }
  } finally {
    for (const machine of [...machines, ...attacking]) await machine.client.endAsync(true)
    await worker.stop()
  }
}
