import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeMerchant } from '../../test/factories.ts'
import { openLine } from '../../test/silent-line.ts'
import { beforeCommit, type Db, inTenant, isDatabaseBusy, openDb, type Tx } from './db.ts'

const app = await testApp()
const owner = await makeMerchant(app)

const open = (...args: Parameters<typeof openDb>): Db => {
  const db = openDb(...args)
  onTestFinished(() => db.close())
  return db
}

const backend = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

test('a connection that did not answer is not used again, and its transaction does not go on', async () => {
  const line = await openLine(app.deps.db.url)
  const db = open(line.url, { answerMs: 1_000 })
  let first = 0
  const lost = await inTenant(db.main, owner.tenantId, async (tx) => {
    first = await backend(tx)
    await sql`select set_config('slotwise.left_behind', 'yes', false)`.execute(tx)
    line.silence(true)
    await sql`select 1`.execute(tx)
  }).catch((error: unknown) => error)
  expect(isDatabaseBusy(lost)).toBe(true)
  line.silence(false)
  const next = await inTenant(db.main, owner.tenantId, async (tx) => {
    const { rows } = await sql<{ left: string | null }>`
      select current_setting('slotwise.left_behind', true) as left`.execute(tx)
    return { pid: await backend(tx), left: rows[0]?.left ?? null }
  })
  expect(next.left).toBeNull()
  expect(next.pid).not.toBe(first)
})

test('a call that holds a connection gets no second one', async () => {
  const { db } = app.deps
  await inTenant(db.main, owner.tenantId, async () => {
    await expect(inTenant(db.main, owner.tenantId, async () => 'second')).rejects.toThrow('a second one')
    await expect(sql`select 1`.execute(db.main)).rejects.toThrow('a second one')
    await expect(sql`select 1`.execute(db.autonomous)).rejects.toThrow('a second one')
  })
  const last = inTenant(db.autonomous, owner.tenantId, async (tx) =>
    beforeCommit(tx, 'jobs', async () => void (await sql`select 1`.execute(db.main))),
  )
  await expect(last).rejects.toThrow('a second one')
  expect(await inTenant(db.main, owner.tenantId, async () => 'next')).toBe('next')
})

test('work before the commit is the last of its transaction; after an error it does not run', async () => {
  const { db } = app.deps
  const done: string[] = []
  const last = async () => void done.push('last')
  await inTenant(db.main, owner.tenantId, async (tx) => {
    beforeCommit(tx, 'events', last)
    await sql`select 1`.execute(tx)
    done.push('work')
  })
  expect(done).toEqual(['work', 'last'])
  const failed = inTenant(db.main, owner.tenantId, async (tx) => {
    beforeCommit(tx, 'events', last)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(done).toEqual(['work', 'last'])
  expect(() => beforeCommit(db.main, 'events', last)).toThrow('no open transaction')
})

test('every transaction does its last work in the same order: events, then jobs', async () => {
  const done: string[] = []
  await inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
    beforeCommit(tx, 'jobs', async () => void done.push('jobs'))
    beforeCommit(tx, 'events', async () => void done.push('events'))
  })
  expect(done).toEqual(['events', 'jobs'])
})

test('a transaction whose last work fails is rolled back', async () => {
  const failed = inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
    await tx
      .updateTable('tenant')
      .set({ mch_name: 'Changed' })
      .where('tenant_id', '=', owner.tenantId)
      .execute()
    beforeCommit(tx, 'jobs', async () => {
      throw new Error('not stored')
    })
  })
  await expect(failed).rejects.toThrow('not stored')
  const names = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
    tx.selectFrom('tenant').select('mch_name').where('tenant_id', '=', owner.tenantId).execute(),
  )
  expect(names).not.toEqual([{ mch_name: 'Changed' }])
})
