/** An installation with something of everything, and places to restore it to, for tests of the operator's backup. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { jobCalls, regionCalls } from '@slotwise/contract'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest'

import { runBackupCommand } from '../bin/ops-backup.ts'
import { daysBefore } from '../src/kernel/moments.ts'
import { sealAll } from '../src/modules/audit/index.ts'
import { giveCommand } from '../src/modules/commands/index.ts'
import type { BlobStore } from '../src/ports/blobs/blobs.ts'
import { startWorker } from '../src/worker/worker.ts'
import { testApp, type TestApp } from './app.ts'
import {
  fillSlot,
  makeArea,
  makeGoods,
  makeImage,
  makeMerchant,
  makeStaff,
  type Merchant,
} from './factories.ts'
import { asMachine, makeOnlineMachine } from './machines.ts'
import { databaseUrl } from './postgres.ts'
import { makeSale } from './sale-stand.ts'

/** The pepper of the app's installation. */
export const pepper = 'test pepper'

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Every row of every table, and every sequence. Numbers of transactions differ in each cluster. */
export async function everything(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string; kind: string; isMonth: boolean }>(
    url,
    `select c.oid::regclass::text as name, relkind as kind, relispartition as "isMonth" from pg_class c
      where relkind in ('r', 'S') and relnamespace::regnamespace::text in ('public', 'graphile_worker')
        and c.oid::regclass::text <> 'graphile_worker.migrations'`,
  )
  const found: Record<string, string[]> = {}
  for (const { name, kind, isMonth } of tables) {
    const row = kind === 'S' ? '(t.last_value, t.is_called)::text' : `(to_jsonb(t) - 'xid')::text`
    const rows = await query<{ row: string }>(url, `select ${row} as row from ${name} t`)
    // Months are made ahead, and again wherever the product starts.
    if (rows.length > 0 || !isMonth) found[name] = rows.map((one) => one.row).toSorted()
  }
  return found
}

export async function everyFile(blobs: BlobStore): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const key of blobs.list()) {
    const file = await blobs.read(key)
    if (file) files[key] = `${file.mime} ${(await buffer(file.body)).toString('base64')}`
  }
  return files
}

let databases = 0

/** An empty database, of an owner who is no superuser if one is named. */
export async function newDatabase(owner?: string): Promise<string> {
  const name = `test_restore_${(databases += 1)}_${process.pid}`
  const server = inject('postgres').url
  await query(server, `create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`)
  const url = new URL(databaseUrl(server, name))
  if (owner !== undefined) [url.username, url.password] = [owner, 'secret']
  return url.href
}

/** Two merchants; one has staff, pictures, goods, a machine with a command, sales of two months, exports and seals. */
async function fill(app: TestApp): Promise<Merchant> {
  await makeMerchant(app)
  const merchant = await makeMerchant(app)
  await makeStaff(app, merchant, { permissions: ['home'] })
  await makeArea(app, merchant, { area_name: `"A", (b)\\`, remarks: `1\n2\t'3'`, area_address: '深圳 🏬' })
  const picture = await makeImage(app, merchant)
  const goods = await makeGoods(app, merchant, { images: [picture.img_id] })
  const machine = await makeOnlineMachine(app, merchant)
  await fillSlot(app, merchant, { device: machine.id, channel: 1, goods: goods.goods_id })
  await asMachine(app, machine, (ctx) =>
    giveCommand(ctx, {
      op: 'dispense',
      args: { items: [{ ch: 1, n: 1 }] },
      by: { id: null, username: 'tester' },
    }),
  )
  // Bills, goods and postings of two months.
  for (const create_at of [app.clock.now, daysBefore(app.clock.now, 70)])
    await makeSale(app, machine, { create_at, goods: [{ goods_id: goods.goods_id }] })
  await app.deps.blobs.write('brand/large', Buffer.alloc(700_000, 'large'), 'image/png')
  const order = () => app.call(regionCalls.exportRegions, { kind: 'area' }, { as: merchant })
  const { body: done } = await order()
  const worker = await startWorker(app.deps)
  const isDone = async () =>
    (await app.call(jobCalls.getJob, done.result, { as: merchant })).body.result.state === 'done'
  await vi.waitUntil(isDone, { timeout: 120_000, interval: 50 })
  await worker.stop()
  await order()
  await sealAll(app.deps)
  return merchant
}

export async function backupStand() {
  beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
  afterEach(() => void vi.restoreAllMocks())
  const folder = await mkdtemp(join(tmpdir(), 'slotwise-backup-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const app = await testApp()
  const merchant = await fill(app)

  let names = 0
  /** A folder that does not exist yet. */
  const fresh = (): string => join(folder, `place-${(names += 1)}`)
  const newFile = (): string => join(folder, `backup-${(names += 1)}.gz`)
  const envOf = (url: string | undefined, dataDir: string) => ({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PEPPER: url === app.deps.db.url ? pepper : undefined,
  })
  const backUp = (file: string, url = app.deps.db.url, dataDir = app.deps.config.dataDir) =>
    runBackupCommand(['backup', file], envOf(url, dataDir))
  const restore = (file: string, url: string | undefined, dataDir = fresh()) =>
    runBackupCommand(['restore', file], envOf(url, dataDir))
  return { app, merchant, folder, fresh, newFile, envOf, backUp, restore }
}
