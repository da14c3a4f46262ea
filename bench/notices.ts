/**
 * Measures how long notices take after the minute in which events are gathered: first of twenty small merchants alone, then
 * of the same while 2,000 machines of one merchant go offline. Prints the ratio, the notices of the large merchant, and
 * the jobs that are left. `--machines 10000` takes more. Takes about three minutes.
 */
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { inTenant } from '../apps/server/src/kernel/db.ts'
import type { AlertTurn } from '../apps/server/src/kernel/hooks.ts'
import { md5 } from '../apps/server/src/kernel/passwords.ts'
import { createMerchant } from '../apps/server/src/modules/account/index.ts'
import { startWorker } from '../apps/server/src/worker/worker.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { median, p95 } from './timing.ts'

const smallMerchants = 20
const stores = 100
const receivers = 10
const turnsAtOnce = 50
const gatherMs = 60_000
const patienceMs = 180_000

type Stand = { server: BenchServer; client: pg.Pool }
type Fleet = { tenantId: string; devices: { id: string; store: string }[] }

let merchants = 0
let alerts = 0

/** A merchant with machines in stores, whose main account and others are receivers. */
async function makeFleet({ server, client }: Stand, machines: number, people: number): Promise<Fleet> {
  const username = `139${String((merchants += 1)).padStart(8, '0')}`
  const { tenantId } = await createMerchant(server.deps, {
    username,
    mchName: username,
    country: 'CN',
    business: 'vm',
    agent: null,
    password: md5('bench'),
    operation: null,
    origin: { requestId: 'bench', address: '', userAgent: '', locale: 'en-US', now: new Date() },
  })
  const { rows } = await client.query<{ id: string; store: string }>(
    `with s as (insert into store (tenant_id, store_name, phone, store_address, remarks, auto_refund, manager,
                                   manager_phone, customer_no, mode, mode_text, coo_mode, coo_mode_text, created_at)
                select $1, 'Store ' || i, '', '', '', false, '', '', '', 'routine', '', 'none', '', now()
                  from generate_series(1, $3::int) i returning store_id),
          n as (select store_id, row_number() over () as n from s)
     insert into device (tenant_id, sn, title, store_id, bound_at)
     select $1, ($1::bigint * 1000000 + i)::text, 'Machine ' || i, n.store_id, now()
       from generate_series(1, $2::int) i join n on n.n = i % $3 + 1
     returning device_id::text as id, store_id::text as store`,
    [tenantId, machines, Math.min(stores, machines)],
  )
  await client.query(
    `with role as (insert into role (tenant_id, name, note, permission_ids, goods_scope, bank_scope, created_at)
                   values ($1, 'Bench', '', '{1023}', 'all', 'all', now()) returning role_id),
          more as (insert into account (tenant_id, username, nickname, is_main, password_hash, role_id, created_at)
                   select $1, $2 || '-' || i, 'Person ' || i, false, '', role_id, now()
                     from role, generate_series(2, $3::int) i
                   returning account_id)
     insert into receiver (tenant_id, channel, account_id, kinds, created_at)
     select $1, 'inbox', account_id, '{offline}', now()
       from (select account_id from more union all select account_id from account where tenant_id = $1) a
      limit $3`,
    [tenantId, username, people],
  )
  return { tenantId, devices: rows }
}

/** All machines of a merchant go offline, some in each transaction. */
async function goOffline({ server: { deps } }: Stand, { tenantId, devices }: Fleet): Promise<void> {
  for (let i = 0; i < devices.length; i += turnsAtOnce) {
    const now = new Date()
    const turns = devices.slice(i, i + turnsAtOnce).map(({ id, store }): AlertTurn => ({
      alertId: String((alerts += 1)),
      kind: 'offline',
      phase: 'begin',
      deviceId: id,
      storeId: store,
      at: now,
      low: 0,
      faults: [],
    }))
    await inTenant(deps.db.main, tenantId, async (tx) => {
      for (const note of deps.hooks.alertTurned) await note({ tx, tenantId, deps, now }, turns)
    })
  }
}

type Arrived = { notices: number; last: Date | null }

const arrivedSince = async ({ client }: Stand, { tenantId }: Fleet, since: Date): Promise<Arrived> => {
  const { rows } = await client.query<Arrived>(
    `select count(*)::int as notices, max(created_at) as last from inbox_message
      where tenant_id = $1 and created_at >= $2`,
    [tenantId, since],
  )
  return rows[0] ?? { notices: 0, last: null }
}

/** How long after its minute the last notice of a merchant came, in ms. */
async function waitFor(stand: Stand, fleet: Fleet, since: Date, people: number): Promise<number> {
  for (;;) {
    const { notices, last } = await arrivedSince(stand, fleet, since)
    if (notices >= people && last) return last.getTime() - since.getTime() - gatherMs
    if (Date.now() - since.getTime() > patienceMs) throw new Error('notices did not come')
    await delay(250)
  }
}

async function roundOf(stand: Stand, small: readonly Fleet[]): Promise<number[]> {
  const begun = await Promise.all(
    small.map(async (fleet) => {
      const since = new Date()
      await goOffline(stand, fleet)
      return { fleet, since }
    }),
  )
  return Promise.all(begun.map(({ fleet, since }) => waitFor(stand, fleet, since, 1)))
}

const inWords = (times: readonly number[]): string =>
  `median ${median([...times]).toFixed(0)} ms, p95 ${p95([...times]).toFixed(0)} ms, longest ${Math.max(...times)} ms`

export async function benchNotices(args: readonly string[] = []): Promise<void> {
  const machines = args[0] === '--machines' ? Number(args[1]) : 2_000
  const server = await startBenchServer({ withSales: false })
  const client = new pg.Pool({ connectionString: server.databaseUrl, max: 4 })
  const stand: Stand = { server, client }
  const small: Fleet[] = []
  for (let i = 0; i < smallMerchants; i += 1) small.push(await makeFleet(stand, 1, 1))
  const large = await makeFleet(stand, machines, receivers)
  const worker = await startWorker(server.deps)
  const alone = await roundOf(stand, small)
  console.log(`${smallMerchants} merchants alone, after their minute: ${inWords(alone)}`)
  const since = new Date()
  const [beside] = await Promise.all([roundOf(stand, small), goOffline(stand, large)])
  console.log(`the same beside ${machines} machines of one merchant: ${inWords(beside)}`)
  const ratio = Math.max(...beside) / Math.max(...alone)
  console.log(
    `longest wait beside / alone: ${ratio.toFixed(2)}${Math.max(...beside) <= 5_000 ? '' : '   above 5 s'}`,
  )
  const slow = await waitFor(stand, large, since, receivers)
  const { notices } = await arrivedSince(stand, large, since)
  console.log(
    `the large merchant: ${notices} notices to ${receivers} receivers, the last ${slow} ms after its minute${notices <= 3 * receivers ? '' : '   more than a handful'}`,
  )
  const { rows } = await client.query<{ due: number }>(
    `select count(*)::int as due from graphile_worker.jobs where task_identifier like 'notice-%' and run_at <= now()`,
  )
  console.log(`jobs of notices that are due and not done: ${rows[0]?.due}`)
  await worker.stop()
  await client.end()
  await server.close()
}
