/** The product as several processes over one database, as it runs once one computer is not enough. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { accountCalls, jobCalls, regionCalls } from '@slotwise/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import type { Deps } from '../src/kernel/ctx.ts'
import { inTenant, openDb } from '../src/kernel/db.ts'
import { md5 } from '../src/kernel/passwords.ts'
import { giveCommand } from '../src/modules/commands/index.ts'
import { bindMachine, registerMachine } from '../src/modules/machines/index.ts'
import { HandMachine } from './hand-machine.ts'
import { cloneDatabase } from './postgres.ts'
import { addMerchant, isRunning, post, type Program, startProgram, stopProgram as stop } from './programs.ts'

let dataDir: string
let databaseUrl: string
const running: Program[] = []

async function start(role: 'api' | 'worker' | 'gateway'): Promise<Program> {
  const program = await startProgram(role, { databaseUrl, dataDir })
  running.push(program)
  return program
}

beforeAll(async () => {
  const { url, template } = inject('postgres')
  databaseUrl = await cloneDatabase(url, template)
  dataDir = await mkdtemp(join(tmpdir(), 'slotwise-processes-'))
})
afterAll(async () => {
  await Promise.all(running.filter(isRunning).map((one) => stop(one, 'SIGKILL')))
  await rm(dataDir, { recursive: true, force: true })
})

test('two of each role share sessions, limits and work, and one may be killed at any moment', async () => {
  const [first, second, worker, otherWorker] = await Promise.all([
    start('api'),
    start('api'),
    start('worker'),
    start('worker'),
  ])
  if (!first || !second || !worker || !otherWorker) throw new Error('not started')

  const phone = '13900000001'
  const { result: asked } = await post(first, accountCalls.checkAccount, { phone })
  const inbox = (await (await fetch(`${second.url}/dev/inbox.json`)).json()) as { code: string }[]
  const form = {
    mchName: 'Two of each',
    country: 'CN',
    phone,
    password: md5('correct horse'),
    business: 'vm',
    sign: asked.sign,
    code: inbox[0]?.code ?? '',
  } as const
  expect(await post(second, accountCalls.signUp, form)).toMatchObject({ rcode: 0 })
  expect(await post(second, accountCalls.checkAccount, { phone: '13900000002' })).toMatchObject({ rcode: 0 })
  expect(await post(first, accountCalls.checkAccount, { phone: '13900000002' })).toMatchObject({ rcode: 105 })

  const { result: session } = await post(first, accountCalls.login, {
    username: phone,
    password: md5('correct horse'),
  })
  const headers = { 'x-access-token': session.token, 'x-access-secret': session.secret }
  expect(await post(second, regionCalls.addArea, { area_name: 'Shared' }, headers)).toMatchObject({
    rcode: 0,
  })

  expect(await stop(worker, 'SIGKILL')).toBeNull()
  const { result: receipt } = await post(first, regionCalls.exportRegions, { kind: 'area' }, headers)
  const state = async () => (await post(second, jobCalls.getJob, receipt, headers)).result.state
  await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe('done')
  const { result: link } = await post(second, jobCalls.getFileLink, receipt, headers)
  expect((await fetch(first.url + link.url)).headers.get('content-type')).toContain('spreadsheetml')

  expect(await post(second, accountCalls.logout, {}, headers)).toMatchObject({ rcode: 0 })
  expect(await post(first, accountCalls.me, {}, headers)).toMatchObject({ rcode: 604 })
  expect(await Promise.all([first, second, otherWorker].map((one) => stop(one, 'SIGTERM')))).toEqual([
    0, 0, 0,
  ])
})

test('machines at two gateways are told what to do wherever it was asked for, and deadlines outlive a gateway', async () => {
  const [one, other, worker] = await Promise.all([start('gateway'), start('gateway'), start('worker')])
  if (!one || !other || !worker) throw new Error('not started')
  const db = openDb(databaseUrl, { waitSeconds: 120 })
  const deps = { db, now: () => new Date() } as Deps
  const { tenantId } = await addMerchant(deps, {
    dataDir,
    username: '13900000009',
    password: 'correct horse',
  })
  try {
    const machine = await registerMachine(deps, { sn: '6001', type: 'vending', slots: 4 })
    const bound = await inTenant(db.main, tenantId, (tx) =>
      bindMachine(tx, tenantId, new Date(), { sn: machine.sn, title: 'M' }),
    )
    const deviceId = bound?.deviceId ?? ''
    const hand = await HandMachine.connect(other.machines, machine)
    await hand.say('status', { state: 'online', boot: 1 })
    const give = () =>
      inTenant(db.main, tenantId, (tx) =>
        giveCommand(
          { deps, tx, now: new Date(), tenantId, deviceId, sn: machine.sn },
          { op: 'dispense', args: { items: [{ ch: 1, n: 1 }] }, by: { id: null, username: 'tester' } },
        ),
      )
    const stateOf = (id: string) => async () =>
      (
        await inTenant(db.main, tenantId, (tx) =>
          tx
            .selectFrom('command')
            .select('state')
            .where('tenant_id', '=', tenantId)
            .where('command_id', '=', id)
            .executeTakeFirstOrThrow(),
        )
      ).state
    const { command } = await give()
    await hand.hears('cmd', ({ id }) => id === command)
    await hand.say('ack', { id: command, accepted: true })
    await hand.say('result', { id: command, ok: true, items: [] })
    expect(await stateOf(command)()).toBe('done')

    const { command: lost } = await give()
    await hand.hears('cmd', ({ id }) => id === lost)
    expect(await stop(other, 'SIGKILL')).toBeNull()
    await expect.poll(stateOf(lost), { timeout: 120_000, interval: 500 }).toBe('expired')
    await hand.client.endAsync(true)
    const again = await HandMachine.connect(one.machines, machine)
    await again.say('status', { state: 'online', boot: 2 })
    await again.say('result', { id: lost, ok: true, items: [] })
    expect(await stateOf(lost)()).toBe('done')
    await again.client.endAsync(true)
  } finally {
    await db.close()
  }
  expect(await Promise.all([one, worker].map((running) => stop(running, 'SIGTERM')))).toEqual([0, 0])
})
