/**
 * Measures how many sales a second become bills, through the embedded broker and through Mosquitto, beside bare
 * single-row inserts over as many connections as a gateway uses for machines, in turns. The gateways are processes of
 * their own. This one plays the machines and the reference, on the same cores. The database waits for the disk, as the
 * product's own does. `--through embedded` and `--through mosquitto` measure one of them. Then how long a machine waits
 * for its QR code while others attack (`orders.ts`), which `--orders` measures alone.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { openDeps } from '../apps/server/bin/open-deps.ts'
import { placesOfMachines } from '../apps/server/src/gateway/gateway.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import { connectionsOf, type Role } from '../apps/server/src/kernel/connections.ts'
import { passwordLines } from '../apps/server/src/modules/machines/index.ts'
import { hashSecret } from '../apps/server/src/modules/machines/machine-secrets.ts'
import { startMosquitto } from '../apps/server/test/mosquitto.ts'
import { cloneDatabase, makeTemplate, startTestPostgres } from '../apps/server/test/postgres.ts'
import { bareInserts, makeBareTable } from './bare-inserts.ts'
import { benchOrders } from './orders.ts'
import { parentOf, processorTime } from './processor-time.ts'
import { type Fleet, makeFleet } from './sale-fleet.ts'
import { sendSales } from './sale-load.ts'

const rounds = 3
const machines = 200
const inFlight = 10
const salesOfOne = 50
const insertsARound = 10_000
const places = placesOfMachines(connectionsOf.gateway.main)
const patienceMs = 120_000
const login = 'slotwise'

type Path = {
  through: 'embedded' | 'mosquitto'
  port: number
  gateway: ChildProcess
  fleet: Fleet
  rates: number[]
  /** Milliseconds of processor time. */
  spent: { gateway: number; postgres: number; machines: number }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function startGateway(env: NodeJS.ProcessEnv): Promise<{ gateway: ChildProcess; port: number }> {
  const gateway = spawn(process.execPath, ['apps/server/bin/serve.ts', 'gateway'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    gateway.stdout.on('data', (piece: Buffer) => {
      output += piece.toString()
      if (/^ready/m.test(output)) resolve()
    })
    gateway.once('exit', () => reject(new Error(`the gateway ended early: ${output}`)))
  })
  return { gateway, port: Number(/machines on port (\d+)/.exec(output)?.[1]) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function numberOf(owner: pg.Client, text: string, { tenantIds }: Fleet): Promise<number> {
  const { rows } = await owner.query<{ n: string }>(text, [tenantIds])
  return Number(rows[0]?.n)
}
/** By their sums, which are few rows: counting the bills would disturb the measurement. */
const billsOf = (owner: pg.Client, fleet: Fleet): Promise<number> =>
  numberOf(
    owner,
    'select coalesce(sum(count), 0) as n from sales_device_month where tenant_id = any($1)',
    fleet,
  )
const countedBillsOf = (owner: pg.Client, fleet: Fleet): Promise<number> =>
  numberOf(owner, 'select count(*) as n from bill where tenant_id = any($1)', fleet)

/** The processor time of this process, in milliseconds. */
const ownTime = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1000

/** Returns the sales a second from the first message to the last commit. */
async function measure(owner: pg.Client, postmaster: number, path: Path, sales: number): Promise<number> {
  const { through, port, gateway, fleet, spent } = path
  const count = sales * fleet.logins.length
  const expected = (await billsOf(owner, fleet)) + count
  const times = () => ({
    gateway: processorTime(gateway.pid ?? 0),
    postgres: processorTime(postmaster),
    machines: ownTime(),
  })
  const before = times()
  let elapsed = await sendSales(port, fleet.logins, { inFlight, salesOfOne: sales })
  const sent = performance.now()
  // The embedded broker acknowledges what is committed. Mosquitto acknowledges what the gateway has not stored yet.
  const until = Date.now() + (through === 'embedded' ? 0 : patienceMs)
  for (let found = await billsOf(owner, fleet); found !== expected; found = await billsOf(owner, fleet)) {
    if (Date.now() >= until) throw new Error(`${expected} sales were acknowledged, and ${found} are stored`)
    await delay(20)
  }
  if (through === 'mosquitto') elapsed += performance.now() - sent
  const after = times()
  for (const who of ['gateway', 'postgres', 'machines'] as const) spent[who] += after[who] - before[who]
  return count / (elapsed / 1000)
}

function report({ through, fleet, rates, spent }: Path, bare: number): void {
  const rate = median(rates)
  const each = (ms: number): string => (ms / (rounds * machines * salesOfOne)).toFixed(2)
  console.log(
    `${through}, ${fleet.name}: ${Math.round(rate)} sales a second, ${(rate / bare).toFixed(2)} of bare inserts ` +
      `(processor ms a sale: gateway ${each(spent.gateway)}, PostgreSQL ${each(spent.postgres)}, machines ${each(spent.machines)})`,
  )
}

type AtEnd = (work: () => Promise<unknown>) => void

/** A new database that waits for the disk, as the product's own does. */
async function prepare(atEnd: AtEnd, role: Role) {
  const folder = await mkdtemp(join(tmpdir(), 'slotwise-bench-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const asProduct = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  const postgres = await startTestPostgres(asProduct)
  atEnd(() => postgres.stop())
  const url = await cloneDatabase(postgres.url, await makeTemplate(postgres.url))
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    MQTT_HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    PAYMENT_SANDBOX: '1',
  }
  const { deps, close } = await openDeps(readConfig(env), () => {}, { role })
  atEnd(close)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  atEnd(() => owner.end())
  return { url, env, deps, owner }
}

async function runOrders(atEnd: AtEnd): Promise<void> {
  const { env, deps, owner } = await prepare(atEnd, 'all')
  const { gateway, port } = await startGateway({ ...env, MQTT_PORT: '0' })
  atEnd(() => stop(gateway))
  await benchOrders({ deps, port }, owner)
}

async function runSales(args: readonly string[], atEnd: AtEnd): Promise<void> {
  const { url, env, deps, owner } = await prepare(atEnd, 'ops')
  await makeBareTable(owner)
  const backend = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(backend.rows[0]?.pid ?? 0)

  const fleets = [
    await makeFleet(deps, owner, { name: 'one merchant', merchants: 1, machines }),
    await makeFleet(deps, owner, { name: '20 merchants', merchants: 20, machines }),
  ]
  const passwords = [...(await passwordLines(deps)), `${login}:${hashSecret(login)}`]
  const mosquitto = await startMosquitto(passwords)
  atEnd(() => mosquitto.stop())
  const embedded = await startGateway({ ...env, MQTT_PORT: '0' })
  atEnd(() => stop(embedded.gateway))
  const mqtt = { MQTT_URL: mosquitto.url, MQTT_USERNAME: login, MQTT_PASSWORD: login }
  const external = { ...(await startGateway({ ...env, ...mqtt })), port: mosquitto.port }
  atEnd(() => stop(external.gateway))

  const wanted = args.includes('--through') ? args[args.indexOf('--through') + 1] : undefined
  const begin = () => ({ rates: [], spent: { gateway: 0, postgres: 0, machines: 0 } })
  const paths = fleets
    .flatMap((fleet): Path[] => [
      { through: 'embedded', ...embedded, fleet, ...begin() },
      { through: 'mosquitto', ...external, fleet, ...begin() },
    ])
    .filter(({ through }) => wanted === undefined || through === wanted)
  // Code is compiled and statements are prepared before anything is measured.
  await bareInserts(url, places, insertsARound / 5)
  for (const path of paths) {
    await measure(owner, postmaster, path, salesOfOne / 5)
    Object.assign(path, begin())
  }
  const bare: number[] = []
  let bareMs = 0
  for (let round = 0; round < rounds; round += 1)
    for (const path of paths) {
      const before = processorTime(postmaster) + ownTime()
      bare.push(await bareInserts(url, places, insertsARound))
      bareMs += processorTime(postmaster) + ownTime() - before
      path.rates.push(await measure(owner, postmaster, path, salesOfOne))
    }

  for (const fleet of fleets) {
    const [summed, counted] = [await billsOf(owner, fleet), await countedBillsOf(owner, fleet)]
    if (summed !== counted) throw new Error(`${summed} sales were stored, and ${counted} bills are there`)
  }
  const bareEach = (bareMs / (bare.length * insertsARound)).toFixed(2)
  console.log(
    `bare inserts over ${places} connections: ${Math.round(median(bare))} a second (processor ms a row: ${bareEach})`,
  )
  for (const path of paths) report(path, median(bare))
}

async function toTheEnd(run: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    await run((work) => ends.push(work))
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

export async function benchSales(args: readonly string[]): Promise<void> {
  if (!args.includes('--orders')) await toTheEnd((atEnd) => runSales(args, atEnd))
  if (!args.includes('--through')) await toTheEnd(runOrders)
}
