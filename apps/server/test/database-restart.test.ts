/** The whole product while its PostgreSQL is stopped and started again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { accountCalls, goodsCalls, jobCalls, regionCalls } from '@slotwise/contract'
import type { UpMessage, UpName } from '@slotwise/machine-protocol'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { Deps } from '../src/kernel/ctx.ts'
import { type Db, inTenant, openDb, untilDatabaseIsBack } from '../src/kernel/db.ts'
import { migrationLock } from '../src/kernel/migrate.ts'
import { md5 } from '../src/kernel/passwords.ts'
import { recount, salesRange } from '../src/modules/bills/index.ts'
import { bindMachine, registerMachine } from '../src/modules/machines/index.ts'
import { merchantOrderOf } from '../src/modules/payments/index.ts'
import { makeSandbox, type Sandbox } from '../src/ports/payments/sandbox.ts'
import { storm } from './depth.ts'
import { HandMachine } from './hand-machine.ts'
import { startTestPostgres, type TestPostgres } from './postgres.ts'
import { addMerchant, isRunning, pepper, post, type Program, startProgram, stopProgram } from './programs.ts'

const tryAgain = 105
const username = '13900000021'
const password = 'correct horse'

let postgres: TestPostgres
let dataDir: string
let program: Program
let headers: Record<string, string>
/** The test's own connections; the database of the product goes away and comes back. */
let db: Db
let tenantId: string
let customers: Sandbox
/** Machines that take coins, and one whose customers pay by WeChat. */
const hands: HandMachine[] = []
let shop: HandMachine
const fullStock = 1_000_000
/** Machines whose connection has ended. */
const lost: string[] = []
/** Fails when the connection of a machine ends. */
const oneLost = Promise.withResolvers<never>()
oneLost.promise.catch(() => {})

/** Resolves when the message is acknowledged. */
const says = <Name extends UpName>(
  hand: HandMachine,
  name: Name,
  data: UpMessage<Name>,
  mid: string,
): Promise<void> => Promise.race([hand.say(name, data, { mid }), oneLost.promise])

const sells = (hand: HandMachine, id: string, more: Partial<UpMessage<'sale'>> = {}): Promise<void> =>
  says(hand, 'sale', { ...sale(id), ...more }, id)

const rowsOf = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const sale = (id: string): UpMessage<'sale'> => ({
  saleId: id,
  client: 'coin',
  amount: 350,
  items: [{ ch: 1, n: 1, ok: true }],
  result: 'delivered',
  tookMs: 900,
})

async function orderExport(): Promise<string> {
  const { rcode, result } = await post(program, regionCalls.exportRegions, { kind: 'store' }, headers)
  expect(rcode).toBe(0)
  return result.job
}
/** The state of an export; 105 while the database is away. */
async function stateOf(job: string): Promise<string | number> {
  const { rcode, result } = await post(program, jobCalls.getJob, { job }, headers)
  return rcode === 0 ? result.state : rcode
}

/** Stops exports of stores in the middle, where the machines of the stores are counted. A restart lets them go. */
async function holdExports(): Promise<void> {
  const holder = new pg.Client({ connectionString: postgres.url })
  holder.on('error', () => {})
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin; lock table device in access exclusive mode')
}

beforeAll(async () => {
  postgres = await startTestPostgres()
  dataDir = await mkdtemp(join(tmpdir(), 'slotwise-restart-'))
  program = await startProgram('all', { databaseUrl: postgres.url, dataDir, logLevel: 'fatal' })
  db = openDb(postgres.url, { waitSeconds: 120 })
  const deps = { db, now: () => new Date() } as Deps
  customers = makeSandbox({
    db: db.autonomous,
    now: deps.now,
    pepper,
    origin: 'http://pay.test',
    pausesMs: Array.from({ length: 60 }, () => 1_000),
    // The address that the program has given to its provider has no port here.
    send: async (url, sent, body) =>
      (await fetch(program.url + new URL(url).pathname, { method: 'POST', headers: sent, body })).status,
  })
  tenantId = (await addMerchant(deps, { dataDir, username, password })).tenantId
  for (const sn of ['7001', '7002', '7003', '7004']) {
    const machine = await registerMachine(deps, { sn, type: 'vending', slots: 4 })
    await inTenant(db.main, tenantId, (tx) => bindMachine(tx, tenantId, new Date(), { sn, title: sn }))
    const hand = await HandMachine.connect(program.machines, machine)
    await hand.say('status', { state: 'online', boot: 1 })
    hand.client.on('close', () => {
      lost.push(sn)
      oneLost.reject(new Error(`the connection of machine ${sn} has ended`))
    })
    hands.push(hand)
  }
  shop = hands.pop() as HandMachine
  const { result } = await post(program, accountCalls.login, { username, password: md5(password) })
  headers = { 'x-access-token': result.token, 'x-access-secret': result.secret }
  await post(program, regionCalls.addArea, { area_name: 'First' }, headers)
  const cola = { title: 'Cola', price: 350 }
  const { result: goods } = await post(program, goodsCalls.addPrivate, cola, headers)
  await rowsOf(`update channel set goods_id = ${goods.goods_id}, price = 350, quantity = ${fullStock}, max = ${fullStock}
                 where channel_sn = 1`)
})
afterAll(async () => {
  for (const hand of [...hands, shop]) await hand.client.endAsync(true)
  await db.close()
  if (isRunning(program)) await stopProgram(program, 'SIGKILL')
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a start whose connection is ended tries again, and says so', async () => {
  const holder = new pg.Client({ connectionString: postgres.url })
  holder.on('error', () => {})
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('select pg_advisory_lock($1)', [migrationLock])
  const starting = startProgram('worker', { databaseUrl: postgres.url, dataDir, logLevel: 'fatal' })
  const migrating = () =>
    rowsOf<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' and not granted`)
  await expect.poll(migrating).toHaveLength(1)
  const [first] = await migrating()
  await rowsOf(`select pg_terminate_backend(${first?.pid})`)
  await expect.poll(async () => (await migrating()).filter(({ pid }) => pid !== first?.pid)).toHaveLength(1)
  await holder.query('select pg_advisory_unlock_all()')
  const worker = await starting
  expect(worker.output()).toMatch(/^the database is away .*; trying again/m)
  await stopProgram(worker, 'SIGKILL')
})

test('during an export: calls answer "try again", machines stay connected, the export is finished', async () => {
  await holdExports()
  const job = await orderExport()
  await expect.poll(() => stateOf(job)).toBe('running')
  const sent: Promise<void>[] = []
  await postgres.restart(async () => {
    for (const hand of hands) sent.push(sells(hand, `away-${hand.sn}`))
    expect(await post(program, regionCalls.addArea, { area_name: 'Away' }, headers)).toMatchObject({
      rcode: tryAgain,
    })
    expect(await stateOf(job)).toBe(tryAgain)
    // The queue's library repeats a statement once, within 5 s, when it was told that the database is stopping.
    await delay(6_000)
  })
  await Promise.all(sent)
  await expect.poll(() => stateOf(job)).toBe('done')
  expect(await rowsOf(`select mid from machine_inbox where mid like 'away-%'`)).toHaveLength(hands.length)
  expect(lost).toEqual([])
  expect(isRunning(program)).toBe(true)
})

/** Stock, ledger, the provider's books and the sums of bills say the same as the bills. */
async function expectBooksRight(payments: number): Promise<void> {
  const wrongStock = `
    select d.sn, ${fullStock} - c.quantity as sold, (select count(*)::int from bill b where b.sn = d.sn) as bills,
           (select sum(m.before - m.after)::int from stock_move m where m.device_id = d.device_id) as booked
      from device d join channel c using (tenant_id, device_id) where c.channel_sn = 1`
  for (const { sold, bills, booked } of await rowsOf<Record<'sold' | 'bills' | 'booked', number>>(wrongStock))
    expect([sold, booked]).toEqual([bills, bills])
  const [ledger] = await rowsOf(
    `select count(distinct posting)::int as postings, count(*)::int as lines, sum(amount)::int as sum,
            (select count(*)::int from sandbox_payment where state = 'paid') as paid from ledger_line`,
  )
  expect(ledger).toEqual({ postings: payments, lines: payments * 3, sum: 0, paid: payments })
  const deps = { db, now: () => new Date() } as Deps
  const range = await salesRange(deps, tenantId)
  expect(range && (await recount(deps, tenantId, range))).toEqual([])
}

test('again and again under load: nothing that was acknowledged is lost or doubled', async () => {
  const restarts = storm({ usual: 3, deep: 20 })
  const acknowledged = { sales: [] as string[], payments: 0, areas: [] as string[], jobs: [] as string[] }
  const answers = new Set<number>()
  const load = new AbortController()
  const { signal } = load

  async function sell(hand: HandMachine): Promise<void> {
    for (let i = 0; !signal.aborted; i += 1) {
      const id = `load-${hand.sn}-${i}`
      await sells(hand, id)
      acknowledged.sales.push(id)
    }
  }
  /** Orders, waits for the code, lets the customer pay, and reports. */
  async function sellOnline(): Promise<void> {
    const hearsState = (reqId: string, ...states: string[]) =>
      shop.hears('order', (order) => order.reqId === reqId && states.includes(order.state))
    for (let i = 0; !signal.aborted; i += 1) {
      const id = `order-${i}`
      await says(shop, 'order', { reqId: id, items: [{ ch: 1, n: 1 }], pay: 'wechat', kind: 'buy' }, id)
      // The provider keeps its books in the same database, so it may fail, too.
      const { state, orderNo } = await hearsState(id, 'waiting', 'refused')
      if (state === 'refused') continue
      await untilDatabaseIsBack(
        () => customers.pay(merchantOrderOf(tenantId, orderNo)),
        () => false,
      )
      await hearsState(id, 'paid')
      await sells(shop, id, { client: 'wechat', orderNo })
      acknowledged.sales.push(id)
      acknowledged.payments += 1
    }
  }
  async function addAreas(caller: number): Promise<void> {
    for (let i = 0; !signal.aborted; i += 1) {
      const name = `Area ${caller}-${i}`
      const { rcode } = await post(program, regionCalls.addArea, { area_name: name }, headers)
      answers.add(rcode)
      if (rcode === 0) acknowledged.areas.push(name)
    }
  }
  async function orderExports(): Promise<void> {
    while (!signal.aborted) {
      const { rcode, result } = await post(program, regionCalls.exportRegions, { kind: 'area' }, headers)
      answers.add(rcode)
      if (rcode === 0) acknowledged.jobs.push(result.job)
      // Five may wait; the next is ordered when this one is done.
      if (rcode === 0) await expect.poll(() => stateOf(result.job)).toBe('done')
    }
  }
  const loaded = Promise.all([...hands.map(sell), sellOnline(), addAreas(1), addAreas(2), orderExports()])

  for (let i = 0; i < restarts; i += 1) {
    const before = { sales: acknowledged.sales.length, areas: acknowledged.areas.length }
    await expect.poll(() => acknowledged.sales.length).toBeGreaterThan(before.sales + 20)
    await expect.poll(() => acknowledged.areas.length).toBeGreaterThan(before.areas + 5)
    await postgres.restart()
  }
  load.abort()
  await loaded

  // Each sale that was acknowledged is one bill, and there is no other.
  const bills = await rowsOf<{ sale_id: string; status: number }>('select sale_id, status from bill')
  const away = hands.map(({ sn }) => `away-${sn}`)
  expect(bills.map((bill) => bill.sale_id).toSorted()).toEqual([...away, ...acknowledged.sales].toSorted())
  expect(new Set(bills.map(({ status }) => status))).toEqual(new Set([0]))
  expect(acknowledged.payments).toBeGreaterThan(0)
  await expectBooksRight(acknowledged.payments)
  const areas = new Set(
    (await rowsOf<{ area_name: string }>('select area_name from area')).map((row) => row.area_name),
  )
  expect(acknowledged.areas.filter((name) => !areas.has(name))).toEqual([])
  expect(acknowledged.jobs.length).toBeGreaterThan(0)
  expect([...answers].filter((rcode) => rcode !== 0 && rcode !== tryAgain)).toEqual([])
  expect(lost).toEqual([])
  expect(isRunning(program)).toBe(true)
})
