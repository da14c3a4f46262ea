import { accountCalls, jobCalls, regionCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeArea, makeMerchant, type Merchant, signIn, testOperation } from '../../test/factories.ts'
import { asMachine, makeBoundMachine, messageOf, sayStatus } from '../../test/machines.ts'
import { asOwner } from '../../test/owner.ts'
import { md5 } from '../kernel/passwords.ts'
import { inTenant } from '../kernel/db.ts'
import { emit } from '../kernel/events.ts'
import { giveCommand } from '../modules/commands/index.ts'
import { takeFault } from '../modules/presence/index.ts'
import { sweep } from './housekeeping.ts'

let owner: Merchant

const app = await testApp()
beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
})

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const countIn = async (table: string, where = 'tenant_id = $1', value: unknown = owner.tenantId) =>
  (await asOwner(app, `select from ${table} where ${where}`, [value])).length

async function sweepAfter(seconds: number): Promise<void> {
  app.clock.advance(seconds)
  await sweep(app.deps)
}

async function finishExport(): Promise<string> {
  await app.work()
  const { body } = await app.call(regionCalls.exportRegions, { kind: 'area' }, { as: owner })
  const { job } = body.result
  const state = async () => (await app.call(jobCalls.getJob, { job }, { as: owner })).body.result.state
  await expect.poll(state).toBe('done')
  return job
}

test('live events are kept for a day', async () => {
  const event = { kind: 'me', data: { account: owner.accountId } } as const
  await inTenant(app.deps.db.main, owner.tenantId, (tx) => emit(tx, owner.tenantId, app.clock.now, event, {}))
  expect(await countIn('live_event')).toBe(1)
  await sweepAfter(day)
  expect(await countIn('live_event')).toBe(1)
  await sweepAfter(1)
  expect(await countIn('live_event')).toBe(0)
})

test('that an account at a provider did not answer is forgotten when nothing was asked of it for a day', async () => {
  const { now } = app.clock
  await asOwner(
    app,
    `insert into provider_silence (account, calls, since, shut_until)
     values ('alipay/m1-1:open', 5, $1::timestamptz - interval '9 days', $1), ('alipay/m1-2:open', 1, $1, null)`,
    [now],
  )
  const silent = () => countIn('provider_silence', 'account like $1', 'alipay/m1-%')
  await sweepAfter(day)
  expect(await silent()).toBe(2)
  await sweepAfter(1)
  expect(await silent()).toBe(0)
})

test('answers to repeated requests are kept for a day', async () => {
  await app.call(regionCalls.addArea, { area_name: 'Once' }, { as: owner, key: 'sweep-0001' })
  await sweepAfter(day)
  expect(await countIn('repeated_call')).toBe(1)
  await sweepAfter(1)
  expect(await countIn('repeated_call')).toBe(0)
  expect(await countIn('area')).toBe(1)
})

test('finished work and its file are kept for seven days', async () => {
  const job = await finishExport()
  const file = async () => {
    const blob = await app.deps.blobs.read(`jobs/${owner.tenantId}/${job}.xlsx`)
    blob?.body.destroy()
    return blob !== undefined
  }
  await sweepAfter(7 * day)
  expect(await countIn('job')).toBe(1)
  expect(await file()).toBe(true)
  await sweepAfter(1)
  expect(await countIn('job')).toBe(0)
  expect(await file()).toBe(false)
})

test('a download link goes when it has expired', async () => {
  const job = await finishExport()
  await app.call(jobCalls.getFileLink, { job }, { as: owner })
  await sweepAfter(minute)
  expect(await countIn('file_link')).toBe(1)
  await sweepAfter(1)
  expect(await countIn('file_link')).toBe(0)
  expect(await countIn('job')).toBe(1)
})

test('a sign goes when it has expired, its session 30 days after its end', async () => {
  await app.call(accountCalls.checkOprPwd, { password: md5(testOperation) }, { as: owner })
  await sweepAfter(2 * hour)
  expect(await countIn('operation_sign')).toBe(1)
  await sweepAfter(1)
  expect(await countIn('operation_sign')).toBe(0)
  await sweepAfter(31 * day - 2 * hour - 1)
  expect(await countIn('session')).toBe(1)
  await sweepAfter(1)
  expect(await countIn('session')).toBe(0)
})

test('a session with a living sign is not swept away', async () => {
  await app.call(accountCalls.checkOprPwd, { password: md5(testOperation) }, { as: owner })
  await sweepAfter(hour)
  expect((await app.call(accountCalls.me, {}, { as: owner })).body.rcode).toBe(0)
  expect(await countIn('operation_sign')).toBe(1)
})

test('commands go after 180 days, faults 180 days after their end', async () => {
  const machine = await makeBoundMachine(app, owner)
  const fault = (code: 'MOTOR' | 'LOCK', active: boolean) =>
    asMachine(app, machine, (ctx) => takeFault(ctx, messageOf(machine, 'fault', { code, raw: '', active })))
  await fault('MOTOR', true)
  await fault('LOCK', true)
  await sweepAfter(day)
  await fault('LOCK', false)
  await sayStatus(app, machine, 'online')
  const by = { id: null, username: 'tester' }
  await asMachine(app, machine, (ctx) => giveCommand(ctx, { op: 'led', args: { on: true }, by }))
  await sweepAfter(180 * day)
  expect(await countIn('device_fault')).toBe(2)
  expect(await countIn('command')).toBe(1)
  await sweepAfter(1)
  expect(await countIn('command')).toBe(0)
  expect(await asOwner(app, 'select code from device_fault where tenant_id = $1', [owner.tenantId])).toEqual([
    { code: 'MOTOR' },
  ])
})

test('what was heard of machines is kept for 30 days, so that it is recognised when it comes again', async () => {
  const machine = await makeBoundMachine(app, owner)
  await sayStatus(app, machine, 'online')
  await sweepAfter(30 * day)
  expect(await countIn('heard_message')).toBe(1)
  await sweepAfter(1)
  expect(await countIn('heard_message')).toBe(0)
})

test('codes go a day after they have expired', async () => {
  const phone = '13433334444'
  await app.call(accountCalls.checkAccount, { phone })
  await sweepAfter(day + 5 * minute)
  expect(await countIn('sms_code', 'phone = $1', phone)).toBe(1)
  await sweepAfter(1)
  expect(await countIn('sms_code', 'phone = $1', phone)).toBe(0)
})

test('counters go an hour after their window, and a block holds until its end', async () => {
  const wrong = { username: owner.username, password: md5('wrong') }
  for (let i = 0; i < 5; i += 1) await app.call(accountCalls.login, wrong)
  const key = `login:%${owner.username}:127.0.0.1`
  await sweepAfter(899)
  expect((await app.call(accountCalls.login, wrong)).body.rcode).toBe(201)
  await sweepAfter(1 + hour)
  expect(await countIn('limit_counter', 'key like $1', key)).toBe(1)
  await sweepAfter(1)
  expect(await countIn('limit_counter', 'key like $1', key)).toBe(0)
})

test('a long backlog is deleted in portions, over several runs', async () => {
  const neighbour = await makeMerchant(app)
  const addEvents = (tenantId: string, count: number) =>
    asOwner(
      app,
      `insert into live_event (tenant_id, event_id, kind, data, created_at)
       select $1, 1000000 + n, 'me', '{}', $2 from generate_series(1, $3::int) n`,
      [tenantId, app.clock.now, count],
    )
  await addEvents(owner.tenantId, 20_001)
  await addEvents(neighbour.tenantId, 1_500)
  await sweepAfter(day + 1)
  expect(await countIn('live_event')).toBe(1)
  expect(await countIn('live_event', undefined, neighbour.tenantId)).toBe(0)
  await sweepAfter(1)
  expect(await countIn('live_event')).toBe(0)
})

test('what a merchant owns stays for ever, and so does the audit', async () => {
  await makeArea(app, owner)
  const audited = await countIn('audit')
  await sweepAfter(400 * day)
  expect(await countIn('area')).toBe(1)
  expect(await countIn('audit')).toBe(audited)
  expect(await signIn(app, owner.username)).toMatchObject({ token: expect.any(String) })
})

test('a job that no worker carries on is reported as failed', async () => {
  const { body } = await app.call(regionCalls.exportRegions, { kind: 'area' }, { as: owner })
  const { job } = body.result
  const state = async () => (await app.call(jobCalls.getJob, { job }, { as: owner })).body.result.state
  await sweepAfter(3_600)
  expect(await state()).toBe('waiting')
  await sweepAfter(3_601)
  expect(await state()).toBe('failed')
})
