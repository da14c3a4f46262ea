/** The whole product while its PostgreSQL is stopped and started again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { accountCalls, jobCalls, regionCalls } from '@slotwise/contract'
import type { UpMessage } from '@slotwise/machine-protocol'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { inTenant, openDb } from '../src/kernel/db.ts'
import { md5 } from '../src/kernel/passwords.ts'
import { bindMachine, registerMachine } from '../src/modules/machines/index.ts'
import { storm } from './depth.ts'
import { HandMachine } from './hand-machine.ts'
import { startTestPostgres, type TestPostgres } from './postgres.ts'
import { addMerchant, isRunning, post, type Program, startProgram, stopProgram } from './programs.ts'

const tryAgain = 105
const username = '13900000021'
const password = 'correct horse'

let postgres: TestPostgres
let dataDir: string
let program: Program
let headers: Record<string, string>
const hands: HandMachine[] = []
/** Machines whose connection has ended. */
const lost: string[] = []
/** Fails when the connection of a machine ends. */
const oneLost = Promise.withResolvers<never>()
oneLost.promise.catch(() => {})

/** Resolves when the message is acknowledged. */
const says = (hand: HandMachine, id: string): Promise<void> =>
  Promise.race([hand.say('sale', sale(id), { mid: id }), oneLost.promise])

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
  const db = openDb(postgres.url, { waitSeconds: 120 })
  try {
    const deps = { db, now: () => new Date() }
    const { tenantId } = await addMerchant(deps, { dataDir, username, password })
    for (const sn of ['7001', '7002', '7003']) {
      const machine = await registerMachine(deps as never, { sn, type: 'vending', slots: 4 })
      await inTenant(db.main, tenantId, (tx) => bindMachine(tx, tenantId, new Date(), { sn, title: sn }))
      const hand = await HandMachine.connect(program.machines, machine)
      await hand.say('status', { state: 'online', boot: 1 })
      hand.client.on('close', () => {
        lost.push(sn)
        oneLost.reject(new Error(`the connection of machine ${sn} has ended`))
      })
      hands.push(hand)
    }
  } finally {
    await db.close()
  }
  const { result } = await post(program, accountCalls.login, { username, password: md5(password) })
  headers = { 'x-access-token': result.token, 'x-access-secret': result.secret }
  await post(program, regionCalls.addArea, { area_name: 'First' }, headers)
})
afterAll(async () => {
  for (const hand of hands) await hand.client.endAsync(true)
  if (isRunning(program)) await stopProgram(program, 'SIGKILL')
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('during an export: calls answer "try again", machines stay connected, the export is finished', async () => {
  await holdExports()
  const job = await orderExport()
  await expect.poll(() => stateOf(job)).toBe('running')
  const said: Promise<void>[] = []
  await postgres.restart(async () => {
    for (const hand of hands) said.push(says(hand, `away-${hand.sn}`))
    expect(await post(program, regionCalls.addArea, { area_name: 'Away' }, headers)).toMatchObject({
      rcode: tryAgain,
    })
    expect(await stateOf(job)).toBe(tryAgain)
    // The queue's library repeats a statement once, within 5 s, when it was told that the database is stopping.
    await delay(6_000)
  })
  await Promise.all(said)
  await expect.poll(() => stateOf(job)).toBe('done')
  expect(await rowsOf(`select mid from machine_inbox where mid like 'away-%'`)).toHaveLength(hands.length)
  expect(lost).toEqual([])
  expect(isRunning(program)).toBe(true)
})

test('again and again under load: nothing that was acknowledged is lost', async () => {
  const restarts = storm({ usual: 3, deep: 20 })
  const acknowledged = { sales: [] as string[], areas: [] as string[], jobs: [] as string[] }
  const answers = new Set<number>()
  const load = new AbortController()
  const { signal } = load

  async function sell(hand: HandMachine): Promise<void> {
    for (let i = 0; !signal.aborted; i += 1) {
      const mid = `load-${hand.sn}-${i}`
      await says(hand, mid)
      acknowledged.sales.push(mid)
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
  const loaded = Promise.all([...hands.map(sell), addAreas(1), addAreas(2), orderExports()])

  for (let i = 0; i < restarts; i += 1) {
    const before = { sales: acknowledged.sales.length, areas: acknowledged.areas.length }
    await expect.poll(() => acknowledged.sales.length).toBeGreaterThan(before.sales + 20)
    await expect.poll(() => acknowledged.areas.length).toBeGreaterThan(before.areas + 5)
    await postgres.restart()
  }
  load.abort()
  await loaded

  const sales = new Set(
    (await rowsOf<{ mid: string }>('select mid from machine_inbox')).map(({ mid }) => mid),
  )
  expect(acknowledged.sales.filter((mid) => !sales.has(mid))).toEqual([])
  const areas = new Set(
    (await rowsOf<{ area_name: string }>('select area_name from area')).map((row) => row.area_name),
  )
  expect(acknowledged.areas.filter((name) => !areas.has(name))).toEqual([])
  expect(acknowledged.jobs.length).toBeGreaterThan(0)
  expect([...answers].filter((rcode) => rcode !== 0 && rcode !== tryAgain)).toEqual([])
  expect(lost).toEqual([])
  expect(isRunning(program)).toBe(true)
})
