import { readdirSync, readFileSync } from 'node:fs'

import {
  accountCalls,
  auditCalls,
  auditCallWords,
  type AuditEntry,
  auditObjectWords,
  dayOf,
  type InputOf,
  jobCalls,
  regionCalls,
  slotCalls,
} from '@slotwise/contract'
import { readXlsx } from '@slotwise/sheets/testing'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeArea,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  testPassword,
} from '../../../test/factories.ts'
import { holdTable } from '../../../test/hold-table.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { md5 } from '../../kernel/passwords.ts'
import { resetPassword } from '../account/index.ts'

let owner: Merchant

const app = await testApp()
beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
})

type Condition = InputOf<(typeof auditCalls)['getAudit']>['condition']

const look = async (condition: Condition = {}, as = owner): Promise<AuditEntry[]> =>
  (await app.call(auditCalls.getAudit, { condition }, { as })).body.result.data
const callsOf = (entries: AuditEntry[]): string[] => entries.map(({ call }) => call)

/** Inserts rows directly into the table, because so many calls would take too long. */
const fillWith = (count: number, call: string): Promise<unknown> =>
  asOwner(
    app,
    `insert into audit (tenant_id, at, account_id, username, address, request_id, call, object, object_id)
     select $1, $2::timestamptz - n * interval '1 second', $3, 'u', '', 'r', $4, 'area', n::text
       from generate_series(1, $5::int) n`,
    [owner.tenantId, app.clock.now, owner.accountId, call, count],
  )

describe('a search of the audit', () => {
  const found = async (q: string, as = owner): Promise<string[]> => callsOf(await look({ q }, as)).toSorted()

  test('finds lines by the action, the person, the machine, and what was there before and after', async () => {
    const neighbour = await makeMerchant(app)
    await makeArea(app, neighbour, { area_name: 'Harbour' })
    const area = await makeArea(app, owner, { area_name: 'Harbour' })
    await app.call(regionCalls.editArea, { _id: area._id, rev: 1, area_name: 'Port' }, { as: owner })
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    await makeStore(app, clerk, { store_name: 'Quay 7' })
    const machine = await makeBoundMachine(app, owner, { title: 'Lobby', slots: 2 })
    await app.call(slotCalls.setQuantity, { sn: machine.sn, type: 2 }, { as: owner })
    expect(await found('harbour')).toEqual(['addArea', 'editArea'])
    expect(await found('port')).toEqual(['editArea'])
    expect(await found('edited an area')).toEqual(['editArea'])
    expect(await found(clerk.username)).toEqual(['addStore', 'login'])
    expect(await found('lobby')).toContain('setQuantity')
    expect(await found(machine.sn)).toContain('setQuantity')
    expect(await found('emptied')).toEqual(['setQuantity'])
    expect(await found('filled')).toEqual([])
    expect(await found('no such thing')).toEqual([])
    expect(await found('quay 7', neighbour)).toEqual([])
    expect(await found('100%')).toEqual([])
  })

  test('names the machine of a line about slots', async () => {
    const machine = await makeBoundMachine(app, owner, { title: 'Lobby', slots: 2 })
    await app.call(slotCalls.setQuantity, { sn: machine.sn, type: 2 }, { as: owner })
    const [line] = await look({ call: 'setQuantity' })
    expect(line).toMatchObject({ machine: { sn: machine.sn, title: 'Lobby' }, after: { reason: 'empty' } })
    const [other] = await look({ object: 'account' })
    expect(other?.machine ?? null).toBeNull()
  })

  test('that takes too long asks for a narrower filter', async () => {
    await fillWith(3, 'addArea')
    const barrier = await holdTable(app, 'audit')
    const { body } = await app.call(auditCalls.getAudit, { condition: { q: 'x' } }, { as: owner })
    await barrier.letGo()
    expect(body.rcode).toBe(103)
  })
})

describe('the audit', () => {
  test('tells who did what, when, from where, on which object, before and after, the latest first', async () => {
    const area = await makeArea(app, owner, { area_name: 'Harbour' })
    app.clock.advance(5)
    await app.call(
      regionCalls.editArea,
      { _id: area._id, rev: 1, area_name: 'Port' },
      { as: owner, address: '10.1.2.3' },
    )
    const [edit, add] = await look()
    expect(edit).toMatchObject({
      at: app.clock.now.toISOString(),
      account: owner.accountId,
      username: owner.username,
      nickname: expect.any(String),
      address: '10.1.2.3',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      call: 'editArea',
      object: 'area',
      object_id: area._id,
      before: { area_name: 'Harbour' },
      after: { area_name: 'Port' },
    })
    expect(add).toMatchObject({ call: 'addArea', before: null, after: { area_name: 'Harbour' } })
  })

  test('is filtered by person, action, kind, object and number', async () => {
    const area = await makeArea(app, owner)
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    const store = await makeStore(app, clerk)
    expect(callsOf(await look({ account: clerk.accountId }))).toEqual(['addStore', 'login'])
    expect(callsOf(await look({ call: 'addArea' }))).toEqual(['addArea'])
    expect(callsOf(await look({ object: 'store' }))).toEqual(['addStore'])
    expect(callsOf(await look({ object: 'area', object_id: area._id }))).toEqual(['addArea'])
    expect(await look({ object: 'area', object_id: store._id + '0' })).toEqual([])
    const [first] = await look()
    expect(await look({ ids: [first?.audit ?? ''] })).toEqual([first])
    expect(await look({ account: clerk.accountId, object: 'area' })).toEqual([])
  })

  test("days are the merchant's, and both ends are included", async () => {
    const midnight = new Date(app.clock.now)
    midnight.setUTCHours(16, 0, 0, 0)
    const toMidnight = (midnight.getTime() - app.clock.now.getTime()) / 1000
    app.clock.advance(toMidnight - 1)
    await makeArea(app, owner)
    app.clock.advance(1)
    await makeStore(app, owner)
    const day = new Date(midnight.getTime() - 1).toISOString().slice(0, 10)
    const next = new Date(midnight.getTime() + 86_400_000).toISOString().slice(0, 10)
    expect(callsOf(await look({ to: day, object: 'area' }))).toEqual(['addArea'])
    expect(callsOf(await look({ to: day, object: 'store' }))).toEqual([])
    expect(callsOf(await look({ from: next, to: next }))).toEqual(['addStore'])
  })

  test('stays within the merchant', async () => {
    const neighbour = await makeMerchant(app)
    await makeArea(app, neighbour)
    expect(callsOf(await look())).toEqual(['login', 'signUp'])
    expect(await look({ account: neighbour.accountId })).toEqual([])
    const theirs = await look({}, neighbour)
    expect(await look({ ids: theirs.map(({ audit }) => audit) })).toEqual([])
  })

  test("shows the operator's changes without an account of the merchant", async () => {
    await resetPassword(app.deps, owner.username)
    const { body } = await app.call(accountCalls.login, {
      username: owner.username,
      password: md5(testPassword),
    })
    expect(body.rcode).toBe(200)
    const rows = await asOwner(
      app,
      `select account_id, call from audit where tenant_id = $1 and call like 'ops%'`,
      [owner.tenantId],
    )
    expect(rows).toEqual([{ account_id: null, call: 'ops.password' }])
  })

  test('names every account that can appear in it, deleted ones included', async () => {
    const clerk = await makeStaff(app, owner)
    await asOwner(app, 'update account set deleted_at = now() where account_id = $1', [clerk.accountId])
    const people = async (q?: string) =>
      (await app.call(auditCalls.getAuditPeople, { condition: q ? { q } : {} }, { as: owner })).body.result
        .data
    expect(await people()).toMatchObject([
      { account: owner.accountId, isMain: true, gone: false },
      { account: clerk.accountId, username: clerk.username, isMain: false, gone: true },
    ])
    expect(await people(clerk.username)).toHaveLength(1)
  })

  test('is for the main account alone', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['user.subUser', 'user.role', 'store.manage'] })
    for (const row of [auditCalls.getAudit, auditCalls.getAuditPeople, auditCalls.exportAudit])
      expect((await app.call(row, {}, { as: clerk })).body.rcode).toBe(303)
  })

  test('is counted and paged to ten thousand, then asks for a narrower filter', async () => {
    await fillWith(10_100, 'editArea')
    const page = (pageNum: number, condition: Condition = {}) =>
      app.call(auditCalls.getAudit, { pageNum, pageSize: 100, condition }, { as: owner })
    expect((await page(1)).body.result).toMatchObject({ count: 10_000, countCapped: true })
    expect((await page(100)).body.result.data).toHaveLength(100)
    expect((await page(101)).body).toMatchObject({
      rcode: 103,
      msg: expect.stringContaining('Narrow the filter'),
    })
    const narrow = (await page(1, { call: 'login' })).body.result
    expect(narrow).toMatchObject({ count: 1 })
    expect(narrow.countCapped).toBeUndefined()
  })

  test('is read by cursors to its end and back, each line once', async () => {
    await fillWith(25, 'editArea')
    // Lines of the same moment are told apart by their numbers.
    await fillWith(25, 'addArea')
    const { page, follow } = longListOf(app, auditCalls.getAudit, {}, owner)
    const whole = (await page({ pageSize: 999 })).data
    const down = await follow('older', await page({ pageSize: 7 }), 7)
    expect(down.flatMap(({ data }) => data)).toEqual(whole)
    expect(down[0]).toMatchObject({ count: whole.length, newer: null })
    const [last] = down.slice(-1)
    const up = await follow('newer', last!, 7)
    // The newest page is always full, so it may repeat lines of the page before.
    expect(up.at(-1)).toEqual(down[0])
    expect(new Set(up.flatMap(({ data }) => data.map(({ audit }) => audit))).size).toBe(whole.length)
  })

  test('is read beyond ten thousand lines, and from a day on', async () => {
    await fillWith(10_100, 'editArea')
    const { page } = longListOf(app, auditCalls.getAudit, {}, owner)
    const { older } = await page({ pageNum: 100, pageSize: 100 })
    const beyond = await page({ cursor: older!, pageSize: 999 })
    expect(beyond.data.map(({ object_id: id }) => id)).toContain('10100')
    expect(beyond.older).toBeNull()
    const oldest = beyond.data.at(-1)
    const [today, threeDaysAgo] = [app.clock.now, daysBefore(app.clock.now, 3)].map((at) => dayOf(at, 480))
    expect(await page({ day: today!, pageSize: 5 })).toEqual(await page({ pageSize: 5 }))
    expect((await page({ day: threeDaysAgo! })).data).toEqual([])
    await asOwner(app, `update audit set at = $2 where tenant_id = $1 and object_id = '9000'`, [
      owner.tenantId,
      daysBefore(app.clock.now, 3),
    ])
    const before = await page({ day: threeDaysAgo!, pageSize: 5 })
    expect(before.data.map(({ object_id: id }) => id)).toEqual(['9000'])
    expect((await page({ cursor: before.newer!, pageSize: 1 })).data[0]?.audit).toBe(oldest?.audit)
  })

  test('is read over the end of a month, to its end and back, and from a day on', async () => {
    app.clock.now = new Date('2026-12-01T00:00:10Z')
    owner = await makeMerchant(app)
    await fillWith(20, 'editArea')
    const { page, follow } = longListOf(app, auditCalls.getAudit, { call: 'editArea' }, owner)
    const ids = (pages: { data: AuditEntry[] }[]) =>
      pages.flatMap(({ data }) => data.map(({ object_id: id }) => id))
    const whole = Array.from({ length: 20 }, (_, n) => String(n + 1))
    const down = await follow('older', await page({ pageSize: 4 }), 4)
    expect(ids(down)).toEqual(whole)
    const up = await follow('newer', down.at(-1)!, 4)
    expect(ids(up.toReversed())).toEqual(whole)
    expect(ids([await page({ day: '2026-12-01', pageSize: 20 })])).toEqual(whole)
    expect(ids([await page({ day: '2026-11-30' })])).toEqual([])
    const rows = await asOwner(
      app,
      `select tableoid::regclass::text as month, count(*)::int from audit where tenant_id = $1 and call = 'editArea' group by 1 order by 1`,
      [owner.tenantId],
    )
    expect(rows).toEqual([
      { month: 'audit_2026_11', count: 10 },
      { month: 'audit_2026_12', count: 10 },
    ])
  })

  test('refuses a cursor that it did not give', async () => {
    const cursors = ['x', Buffer.from('older:1:fault-1').toString('base64url'), 'a'.repeat(201)]
    for (const cursor of cursors)
      expect((await app.post(auditCalls.getAudit.path, { cursor }, { as: owner })).body).toMatchObject({
        rcode: 100,
        result: { errors: [{ path: 'cursor' }] },
      })
  })
})

describe('export', () => {
  const exported = async (condition: Condition, locale: string): Promise<string[][]> => {
    await app.work()
    const { body } = await app.call(auditCalls.exportAudit, { condition }, { as: owner, locale })
    const { job } = body.result
    const state = async () => (await app.call(jobCalls.getJob, { job }, { as: owner })).body.result.state
    await expect.poll(state).toBe('done')
    const link = await app.call(jobCalls.getFileLink, { job }, { as: owner })
    const [sheet] = readXlsx((await app.app.inject(link.body.result.url)).rawPayload)
    return sheet?.rows.map((row) => row.map((cell) => cell.value)) ?? []
  }

  test('the filtered lines are exported in words, in the language of the caller', async () => {
    const store = await makeStore(app, owner, { store_name: '码头店' })
    await app.call(
      regionCalls.editStore,
      { _id: store._id, store_name: '码头店', auto_refund: true, mode: 'activity' },
      { as: owner },
    )
    const [header, edit, add, ...rest] = await exported({ object: 'store' }, 'zh-CN')
    expect(header).toContain('操作人')
    expect(edit).toEqual(expect.arrayContaining(['编辑门店', '门店', '码头店']))
    expect(edit?.join('|')).toContain('自动退款: 否 → 是\n门店模式: 常规 → 活动')
    expect(add).toContain('新增门店')
    expect(rest).toEqual([])
  })

  test('a long export is complete and in order, and is audited itself', async () => {
    await fillWith(1_203, 'editArea')
    const rows = await exported({ call: 'editArea' }, 'en-US')
    expect(rows).toHaveLength(1_204)
    const numbers = rows.slice(1).map((row) => Number(row.find((cell) => /^\d{1,4}$/.test(cell))))
    expect(numbers).toEqual(Array.from({ length: 1_203 }, (_, i) => i + 1))
    const [line] = await look({ call: 'exportAudit' })
    expect(line?.after).toEqual({ format: 'xlsx', condition: { call: 'editArea' } })
  })
})

test('every call, kind and field that the server audits has words', () => {
  const root = new URL('../../', import.meta.url)
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
    .join('\n')
  const written = [...texts.matchAll(/\bcall: '([\w.]+)',\s*object: '(\w+)'/g)]
  expect(written.length).toBeGreaterThan(20)
  for (const [, call = '', object = ''] of written) {
    expect(Object.keys(auditCallWords['en-US'])).toContain(call)
    expect(Object.keys(auditObjectWords['en-US'])).toContain(object)
  }
})
