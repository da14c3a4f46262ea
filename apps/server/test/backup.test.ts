/** The operator's backup: everything comes back, and nothing that is not whole is taken for a backup. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

import { accountCalls } from '@slotwise/contract'
import { expect, inject, onTestFinished, test } from 'vitest'

import { openDatabase } from '../bin/open-database.ts'
import { openDeps } from '../bin/open-deps.ts'
import { runBackupCommand } from '../bin/ops-backup.ts'
import { readContents } from '../src/backup/backup-file.ts'
import { inBucket, inFile } from '../src/backup/backup-place.ts'
import { writeBackup } from '../src/backup/write-backup.ts'
import { buildApp } from '../src/http/app.ts'
import { readConfig } from '../src/kernel/config.ts'
import { migrate, readMigrations } from '../src/kernel/migrate.ts'
import { md5 } from '../src/kernel/passwords.ts'
import { generatePushKey } from '../src/kernel/push-key.ts'
import { verifyAll } from '../src/modules/audit/index.ts'
import type { BlobStore } from '../src/ports/blobs/blobs.ts'
import { diskBlobs } from '../src/ports/blobs/disk.ts'
import { s3Backups, s3Blobs } from '../src/ports/blobs/s3.ts'
import { s3Server } from '../src/ports/blobs/testing/s3-server.ts'
import { backupStand, everyFile, everything, newDatabase, pepper, query } from './backup-stand.ts'
import { makeArea, testPassword } from './factories.ts'
import { testVaultKeys } from './vault-keys.ts'

const program = fileURLToPath(new URL('../bin/ops.ts', import.meta.url))
const { app, merchant, folder, fresh, newFile, envOf, backUp, restore } = await backupStand()

test('everything is restored into the embedded database, works there, and from there into one of your own', async () => {
  const [before, files] = [await everything(app.deps.db.url), await everyFile(app.deps.blobs)]
  for (const name of [
    'audit_2026_11',
    'bill_2026_09',
    'bill_goods_2026_11',
    'ledger_line_2026_11',
    'image',
    'command',
    'audit_seal',
    'live_event',
    'graphile_worker._private_jobs',
  ])
    expect(before[name]?.length, name).toBeGreaterThan(0)
  expect(Object.keys(files).length).toBeGreaterThan(2)
  const file = newFile()
  await backUp(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const dataDir = fresh()
  const env = { ...process.env, DATABASE_URL: '', PEPPER: '', DATA_DIR: dataDir }
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [program, 'restore', file], { env }, (error, output, errors) =>
      error ? reject(new Error(output + errors)) : resolve(),
    )
  })
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_WAIT_SECONDS: '120', LOG_LEVEL: 'silent' })
  const { deps, close } = await openDeps(config, () => {})
  const second = newFile()
  try {
    expect(await everything(deps.db.url)).toEqual(before)
    expect(await everyFile(deps.blobs)).toEqual(files)
    const web = await buildApp({ ...deps, now: app.deps.now })
    const answer = await web.inject({
      method: 'POST',
      url: accountCalls.login.path,
      payload: { username: merchant.username, password: md5(testPassword) },
    })
    await web.close()
    expect(answer.json()).toMatchObject({ rcode: 0 })
    expect(deps.config.vaultKeys).toEqual(app.deps.config.vaultKeys)
    expect(deps.config.push.key.publicKey).toBe(app.deps.config.push.key.publicKey)
    for (const { seals, findings } of await verifyAll({ ...deps, now: app.deps.now }))
      expect({ seals, findings }).toEqual({ seals: 1, findings: [] })

    // Beside the running one.
    await runBackupCommand(['backup', second], envOf(undefined, dataDir))
    const ownUrl = await newDatabase()
    // Brings views of its own, as Citus does.
    await query(ownUrl, 'create extension pg_buffercache')
    await restore(second, ownUrl)
    expect(await everything(ownUrl)).toEqual(await everything(deps.db.url))
  } finally {
    await close()
  }

  // A database that is gone, alone or with its folder, is never replaced by an empty one.
  for (const gone of [join(dataDir, 'postgres', 'cluster'), join(dataDir, 'postgres')]) {
    await rename(gone, `${gone}.away`)
    await expect(openDeps(config, () => {})).rejects.toThrow(/is missing. It is not replaced by an empty one/)
    await rm(gone, { recursive: true, force: true })
    await rename(`${gone}.away`, gone)
  }
  const { close: closeAgain } = await openDatabase({ dataDir, databaseUrl: undefined }, { say: () => {} })
  await closeAgain()
})

test('the owner of the tables who is no superuser can back up and restore all merchants', async () => {
  const owner = `owner_${process.pid}`
  const server = inject('postgres').url
  await query(server, `create role ${owner} login password 'secret'; grant slotwise_app to ${owner}`)
  const url = await newDatabase(owner)
  onTestFinished(async () => {
    await query(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
    await query(server, `drop database ${new URL(second).pathname.slice(1)} with (force)`)
    await query(server, `drop role ${owner}`)
  })
  const second = await newDatabase(owner)
  await migrate(url, () => {})
  const asSuperuser = new URL(inject('postgres').url)
  asSuperuser.pathname = new URL(url).pathname
  await query(
    asSuperuser.href,
    `insert into tenant values (1, 'One', 'CN', 'vm', null, null, now()), (2, 'Two', 'CN', 'vm', null, null, now())`,
  )
  const file = newFile()
  const place = fresh()
  await runBackupCommand(['backup', file], { DATABASE_URL: url, DATA_DIR: place, PEPPER: 'other' })
  await restore(file, second)
  asSuperuser.pathname = new URL(second).pathname
  expect(await query(asSuperuser.href, 'select tenant_id from tenant order by 1')).toEqual([
    { tenant_id: '1' },
    { tenant_id: '2' },
  ])

  await query(url, 'drop policy owner_reads on audit')
  const blind = { DATABASE_URL: url, DATA_DIR: place, PEPPER: 'other' }
  await expect(runBackupCommand(['backup', newFile()], blind)).rejects.toThrow(
    /cannot read all rows of audit/,
  )
})

test('a backup of an older version is brought up to date', async () => {
  const all = await readMigrations()
  const last = all.at(-1)?.name
  const old = await newDatabase()
  await migrate(old, () => {}, all.slice(0, -1))
  await query(old, `insert into tenant values (5, 'Old', 'CN', 'vm', null, null, now())`)
  const [file, url] = [newFile(), await newDatabase()]
  await runBackupCommand(['backup', file], { DATABASE_URL: old, DATA_DIR: fresh(), PEPPER: pepper })
  await restore(file, url)
  expect(await query(url, 'select mch_name from tenant')).toEqual([{ mch_name: 'Old' }])
  const applied = `select name from schema_migration where name = '${last}'`
  expect([await query(old, applied), await query(url, applied)]).toEqual([[], [{ name: last }]])
})

test('what is written while a backup runs is wholly in it or not at all', async () => {
  const file = newFile()
  let lists = 0
  const blobs: BlobStore = {
    ...app.deps.blobs,
    async *list() {
      lists += 1
      // The second list is read inside of the transaction.
      if (lists === 2) await makeArea(app, merchant, { area_name: 'Too late' })
      yield* app.deps.blobs.list()
    },
  }
  const before = await everything(app.deps.db.url)
  await writeBackup({ url: app.deps.db.url, blobs, pepper }, inFile(file), new Date())
  const url = await newDatabase()
  await restore(file, url)
  const after = await everything(url)
  for (const name of ['area', 'audit_2026_11', 'live_event']) expect(after[name], name).toEqual(before[name])
})

test('files in a bucket are in the backup, and come back into a bucket or a folder; a bucket that has files is refused', async () => {
  const server = await s3Server('path')
  onTestFinished(() => server.close())
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.config
  const inBucket = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_STYLE: 'path',
  }
  const [file, again] = [newFile(), newFile()]
  await backUp(file)
  const [url, place] = [await newDatabase(), fresh()]
  await runBackupCommand(['restore', file], { ...envOf(url, place), ...inBucket })
  const files = await everyFile(app.deps.blobs)
  expect(Object.keys(files).length).toBeGreaterThan(0)
  expect(await everyFile(s3Blobs(server.config))).toEqual(files)
  await expect(stat(join(place, 'blobs'))).rejects.toThrow('ENOENT')

  await runBackupCommand(['backup', again], { ...envOf(url, place), ...inBucket })
  const back = fresh()
  await restore(again, await newDatabase(), back)
  expect(await everyFile(diskBlobs(join(back, 'blobs')))).toEqual(files)

  const refused = fresh()
  const used = runBackupCommand(['restore', again], { ...envOf(await newDatabase(), refused), ...inBucket })
  await expect(used).rejects.toThrow(/the bucket .* is not empty, it has .* new bucket/)
  await expect(stat(refused)).rejects.toThrow('ENOENT')
})

test('a backup is written into a bucket and restored from there, beside files that do not list it', async () => {
  const server = await s3Server('path')
  onTestFinished(() => server.close())
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.config
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_STYLE: 'path',
  }
  const file = newFile()
  await backUp(file)
  const [url, place] = [await newDatabase(), fresh()]
  await runBackupCommand(['restore', file], { ...envOf(url, place), ...settings })
  const files = await everyFile(app.deps.blobs)
  const backUpAt = (name: string) => runBackupCommand(['backup', name], { ...envOf(url, place), ...settings })
  await backUpAt('s3:monday')
  await backUpAt('s3:tuesday')
  // The second one holds the files, and not the first backup.
  expect(await everyFile(s3Blobs(server.config))).toEqual(files)
  const sizes = ['monday', 'tuesday'].map((name) => server.objects.get(`Backups/${name}`)?.body.length ?? 0)
  expect(Math.max(...sizes)).toBeLessThan(Math.min(...sizes) * 1.5)
  await expect(backUpAt('s3:monday')).rejects.toThrow('s3:monday is there already')

  const [again, into] = [await newDatabase(), fresh()]
  const restoreFrom = (name: string) =>
    runBackupCommand(['restore', name], { ...envOf(again, into), ...settings })
  await expect(restoreFrom('s3:sunday')).rejects.toThrow('the bucket has no backup sunday')
  await expect(restoreFrom('s3:tuesday')).rejects.toThrow(/the bucket .* is not empty/)
  await expect(stat(into)).rejects.toThrow('ENOENT')
  for (const key of Object.keys(files)) server.objects.delete(key)
  await restoreFrom('s3:tuesday')
  expect(await everything(again)).toEqual(await everything(url))
  expect(await everyFile(s3Blobs(server.config))).toEqual(files)
})

test('a backup that fails leaves nothing in the bucket', async () => {
  const server = await s3Server('path')
  onTestFinished(() => server.close())
  const blobs: BlobStore = { ...app.deps.blobs, read: () => Promise.reject(new Error('the disk broke')) }
  const place = inBucket(s3Backups(server.config), 'monday')
  const failing = writeBackup({ url: app.deps.db.url, blobs, pepper }, place, new Date())
  await expect(failing).rejects.toThrow('the disk broke')
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  server.fault = () => ({ when: 'before', fault: { status: 403, body: '<Code>AccessDenied</Code>' } })
  const refused = writeBackup({ url: app.deps.db.url, blobs: app.deps.blobs, pepper }, place, new Date())
  await expect(refused).rejects.toThrow('AccessDenied')
})

test.each([
  ['s3:Monday', 'small letters'],
  ['s3:', 'small letters'],
  ['s3:monday', 'needs the settings S3_'],
])('a backup at %s without a bucket is refused', async (name, message) => {
  await expect(runBackupCommand(['backup', name], envOf(undefined, fresh()))).rejects.toThrow(message)
})

test('a file that is removed meanwhile is reported, and the backup is whole without it', async () => {
  const [file, gone] = [newFile(), 'brand/gone']
  await app.deps.blobs.write(gone, Buffer.from('x'), 'image/png')
  const blobs: BlobStore = {
    ...app.deps.blobs,
    async read(key) {
      if (key === gone) await app.deps.blobs.remove(gone)
      return app.deps.blobs.read(key)
    },
  }
  const { vanished } = await writeBackup({ url: app.deps.db.url, blobs, pepper }, inFile(file), new Date())
  expect(vanished).toEqual([gone])
  const url = await newDatabase()
  await restore(file, url)
})

test('a backup that fails leaves no file, and an existing file is not replaced', async () => {
  const file = newFile()
  const blobs: BlobStore = { ...app.deps.blobs, read: () => Promise.reject(new Error('the disk broke')) }
  const failing = writeBackup({ url: app.deps.db.url, blobs, pepper }, inFile(file), new Date())
  await expect(failing).rejects.toThrow('the disk broke')
  const written = async () => (await readdir(folder)).filter((name) => join(folder, name).startsWith(file))
  expect(await written()).toEqual([])

  await writeFile(file, 'mine')
  await expect(backUp(file)).rejects.toThrow('is there already')
  expect(await readFile(file, 'utf8')).toBe('mine')
  expect(await written()).toHaveLength(1)
})

test('a file that is not a whole backup, or a newer one, is refused before anything is made', async () => {
  const file = newFile()
  await backUp(file)
  const text = gunzipSync(await readFile(file)).toString()
  const wrong: [string, string | Buffer, RegExp][] = [
    ['no end', gzipSync(text.slice(0, text.lastIndexOf('\n{"end"') + 1)), /its end is missing/],
    ['changed', gzipSync(text.replace('Merchant 139', 'Merchant 138')), /its content was changed/],
    ['longer', gzipSync(`${text}{}\n`), /something follows its end/],
    ['half a line', gzipSync(text.slice(0, -10)), /cut off/],
    ['not packed', text, /cannot be unpacked/],
    ['another file', gzipSync('hello\n'), /is not a backup/],
    ['newer', gzipSync(text.replace('002_account.sql', '9999_future.sql')), /newer version .* 9999_future/],
    [
      'too old',
      gzipSync(text.replace('001_functions.sql', '0001_foundation.sql')),
      /earlier version .* with that version$/,
    ],
  ]
  for (const [name, bytes, message] of wrong) {
    const [bad, dataDir] = [newFile(), fresh()]
    await writeFile(bad, bytes)
    await expect(restore(bad, undefined, dataDir), name).rejects.toThrow(message)
    await expect(stat(dataDir), name).rejects.toThrow('ENOENT')
  }
  await truncate(file, (await stat(file)).size - 20)
  await expect(restore(file, undefined)).rejects.toThrow(/cannot be unpacked/)
  await expect(Array.fromAsync(readContents(inFile(file)))).rejects.toThrow(/cannot be unpacked/)
})

test('a place that is not fresh, another pepper, key of the vault or key for browsers, and a folder without the product are refused', async () => {
  const file = newFile()
  await backUp(file)
  const used = fresh()
  await mkdir(used)
  await writeFile(join(used, 'note'), '')
  await expect(restore(file, undefined, used)).rejects.toThrow(/is not empty: .* new folder/)
  await expect(restore(file, app.deps.db.url)).rejects.toThrow(/the database is not empty/)
  const other = { DATABASE_URL: await newDatabase(), DATA_DIR: fresh(), PEPPER: 'other' }
  await expect(runBackupCommand(['restore', file], other)).rejects.toThrow(/PEPPER is not the one/)
  const withKey = { DATABASE_URL: await newDatabase(), DATA_DIR: fresh(), VAULT_KEYS: testVaultKeys }
  await expect(runBackupCommand(['restore', file], withKey)).rejects.toThrow(/VAULT_KEYS lacks .*: own-/)
  const withPushKey = { DATABASE_URL: await newDatabase(), DATA_DIR: fresh(), PUSH_KEY: generatePushKey() }
  await expect(runBackupCommand(['restore', file], withPushKey)).rejects.toThrow(/PUSH_KEY is not the one/)
  await expect(runBackupCommand(['backup', newFile()], { DATA_DIR: fresh() })).rejects.toThrow(
    /has no pepper/,
  )
  await expect(runBackupCommand(['backup'], {})).rejects.toThrow(/usage: .* backup FILE/)
  const empty = { DATABASE_URL: await newDatabase(), DATA_DIR: fresh(), PEPPER: 'other' }
  await expect(runBackupCommand(['backup', newFile()], empty)).rejects.toThrow(/holds nothing/)
})

test('a restore that did not end is not taken for an installation', async () => {
  const dataDir = fresh()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'restore-unfinished'), '')
  const opening = openDatabase({ dataDir, databaseUrl: undefined }, { say: () => {} })
  await expect(opening).rejects.toThrow(/restore into .* did not end/)
})
