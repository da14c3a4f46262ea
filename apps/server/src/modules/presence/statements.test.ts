/** The statements of presence, each beside machines and merchants that it must not touch. */
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine, makeBoundMachine, sayStatus } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { activeFaults, hearOf, isInitializing, noteSwitched, sweep, sweepPresence } from './index.ts'
import { lockState, takeHeard } from './state-queries.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant

beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
})

describe('heartbeats of many machines', () => {
  const noon = new Date('2026-11-18T12:00:00Z')
  const before = new Date('2026-11-18T11:59:00Z')
  type State = {
    online?: boolean
    reason?: string | null
    boot?: number
    off?: boolean
    heard_at?: Date
    switched_at?: Date | null
  }

  async function makeIn({ online, reason, boot, off, heard_at, switched_at }: State, as = owner) {
    const machine = await makeBoundMachine(app, as)
    await asOwner(
      app,
      `update device_state set online = $2, reason = $3, boot = $4, off = $5, heard_at = $6, switched_at = $7
        where device_id = $1`,
      [
        machine.id,
        online ?? false,
        reason ?? null,
        boot ?? 0,
        off ?? false,
        heard_at ?? null,
        switched_at ?? null,
      ],
    )
    return machine
  }
  const hear = (machines: readonly BoundMachine[], off = false) =>
    inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      takeHeard(
        tx,
        owner.tenantId,
        machines.map(({ id }) => ({
          device_id: id,
          heard_at: noon,
          rssi: -60,
          net: 'wifi',
          app: '1',
          android: '9',
          temperature: null,
          off,
        })),
      ),
    )
  const statesOf = (machines: readonly BoundMachine[]) =>
    asOwner<{ heard_at: Date | null; off: boolean }>(
      app,
      'select heard_at, off from device_state where device_id = any($1) order by device_id',
      [machines.map(({ id }) => id)],
    )

  test('revive those that were silent or never heard of, and no other', async () => {
    const machines = {
      online: await makeIn({ online: true, boot: 3 }),
      onlineFirst: await makeIn({ online: true }),
      silent: await makeIn({ reason: 'silence', boot: 3 }),
      left: await makeIn({ reason: 'left', boot: 3 }),
      leftFirst: await makeIn({ reason: 'left' }),
      offline: await makeIn({ boot: 3 }),
      never: await makeIn({}),
    }
    const unheard = await makeIn({ reason: 'silence' })
    const theirs = await makeIn({ reason: 'silence' }, neighbour)
    const { revived, switched } = await hear([...Object.values(machines), theirs])
    expect(revived.toSorted()).toEqual([machines.silent.id, machines.never.id].toSorted())
    expect(switched).toEqual([])
    expect((await statesOf([unheard, theirs])).map(({ heard_at: at }) => at)).toEqual([null, null])
  })

  test('say who was switched on or off, unless that is older than our own switching', async () => {
    const later = new Date('2026-11-18T12:00:01Z')
    const machines = [
      await makeIn({ online: true, heard_at: before }),
      await makeIn({ online: true, heard_at: later, off: true }),
      await makeIn({ online: true, switched_at: before }),
      await makeIn({ online: true, switched_at: noon }),
    ]
    const { switched } = await hear(machines, true)
    expect(switched.toSorted()).toEqual([machines[0]?.id, machines[2]?.id].toSorted())
    expect(await statesOf(machines)).toEqual([
      { heard_at: noon, off: true },
      { heard_at: later, off: true },
      { heard_at: noon, off: true },
      { heard_at: noon, off: false },
    ])
  })
})

describe('what the consoles are told', () => {
  test('is whether the machine is online, since when and how well it is heard, to those who see it', async () => {
    const { _id: here } = await makeStore(app, owner)
    const { _id: elsewhere } = await makeStore(app, owner)
    const machine = await makeBoundMachine(app, owner, { store: here })
    const permissions = ['device.manage'] as const
    const listeners = await Promise.all(
      [
        owner,
        await makeStaff(app, owner, { permissions: [...permissions], stores: [here] }),
        await makeStaff(app, owner, { permissions: [...permissions], stores: [], devices: [machine.id] }),
        await makeStaff(app, owner, { permissions: [...permissions], stores: [elsewhere] }),
        await makeStaff(app, owner, { permissions: ['goods.manage'], stores: [here] }),
        neighbour,
      ].map((who) => listenAs(app, who)),
    )
    await asOwner(app, 'update device_state set rssi = -60 where device_id = $1', [machine.id])
    await sayStatus(app, machine, 'online')
    const { sn } = machine
    const since = app.clock.now.toISOString()
    const event = { kind: 'presence', data: { sn, online: true, since, signal: 'strong' } }
    const heard = await Promise.all(listeners.map((hear) => hear()))
    expect(heard.map((events) => events.length)).toEqual([1, 1, 1, 0, 0, 0])
    expect(heard[0]).toEqual([event])
  })

  test('comes at most every ten seconds, and what was held back after that', async () => {
    const machine = await makeBoundMachine(app, owner)
    const hear = await listenAs(app, owner)
    const states = async () => (await hear()).map(({ data }) => (data as { online: boolean }).online)
    await sayStatus(app, machine, 'online')
    expect(await states()).toEqual([true])
    app.clock.now = new Date(app.clock.now.getTime() + 9_999)
    await sayStatus(app, machine, 'offline')
    app.clock.now = new Date(app.clock.now.getTime() + 1)
    await sweepPresence(app.deps)
    expect(await states(), 'ten seconds are not over').toEqual([])
    app.clock.now = new Date(app.clock.now.getTime() + 1)
    await sweepPresence(app.deps)
    expect(await states()).toEqual([false])
    app.clock.advance(10)
    await sayStatus(app, machine, 'online')
    expect(await states()).toEqual([true])
  })

  test('is that the machine was switched off, and not that its screen was', async () => {
    const machine = await makeBoundMachine(app, owner)
    const hear = await listenAs(app, owner)
    const isOff = async () =>
      (
        await asOwner<{ off: boolean }>(app, 'select off from device_state where device_id = $1', [
          machine.id,
        ])
      )[0]?.off
    await asMachine(app, machine, (ctx) => noteSwitched(ctx, { part: 'android', on: false }))
    expect([await isOff(), await hear()]).toEqual([false, []])
    await asMachine(app, machine, (ctx) => noteSwitched(ctx, { part: 'machine', on: false }))
    expect([await isOff(), await hear()]).toEqual([true, [{ kind: 'machine', data: { sn: machine.sn } }]])
    await asMachine(app, machine, (ctx) => noteSwitched(ctx, { part: 'machine', on: true }))
    expect(await isOff()).toBe(false)
  })
})

test('a machine is silent after more than ninety seconds without a message', async () => {
  const [machine, sibling] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
  for (const one of [machine, sibling]) await sayStatus(app, one, 'online')
  app.clock.advance(1)
  await asMachine(app, sibling, async (ctx) => {
    const known = await lockState(ctx)
    if (known) await hearOf(ctx, known)
  })
  const states = async () => {
    await sweepPresence(app.deps)
    return asOwner(
      app,
      'select online, reason from device_state where device_id = any($1) order by device_id',
      [[machine.id, sibling.id]],
    )
  }
  const online = { online: true, reason: null }
  app.clock.advance(89)
  expect(await states()).toEqual([online, online])
  app.clock.advance(1)
  expect(await states()).toEqual([{ online: false, reason: 'silence' }, online])
})

test('a message revives a machine that was silent or never heard of, and no machine that left', async () => {
  const reasons = ['silence', 'left', null]
  const outcomes = []
  for (const reason of reasons)
    for (const boot of [0, 3]) {
      const machine = await makeBoundMachine(app, owner)
      await asOwner(app, 'update device_state set reason = $2, boot = $3 where device_id = $1', [
        machine.id,
        reason,
        boot,
      ])
      await asMachine(app, machine, async (ctx) => {
        const known = await lockState(ctx)
        if (known) await hearOf(ctx, known)
      })
      const [state] = await asOwner<{ online: boolean; heard_at: Date }>(
        app,
        'select online, heard_at from device_state where device_id = $1',
        [machine.id],
      )
      expect(state?.heard_at).toEqual(app.clock.now)
      outcomes.push([reason, boot, state?.online])
    }
  expect(outcomes).toEqual([
    ['silence', 0, true],
    ['silence', 3, true],
    ['left', 0, false],
    ['left', 3, false],
    [null, 0, true],
    [null, 3, false],
  ])
})

test('a search for slots counts as over after ten minutes', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const isBusy = (ms: number) => isInitializing({ initializing_since: new Date(now.getTime() - ms) }, now)
  expect([isBusy(0), isBusy(599_999), isBusy(600_000)]).toEqual([true, true, false])
  expect(isInitializing({ initializing_since: null }, now)).toBe(false)
})

/** Faults of a machine: since and until, as dates. */
const putFault = ({ tenantId, id }: BoundMachine, slot: number, since: Date, cleared: Date | null) =>
  asOwner(
    app,
    `insert into device_fault (tenant_id, device_id, code, channel_sn, raw, since, cleared_at)
     values ($1, $2, 'MOTOR', $3, '', $4, $5)`,
    [tenantId, id, slot, since, cleared],
  )

test('the faults of machines are those that have not ended, the oldest first', async () => {
  const [machine, sibling, other] = [
    await makeBoundMachine(app, owner),
    await makeBoundMachine(app, owner),
    await makeBoundMachine(app, owner),
  ]
  const theirs = await makeBoundMachine(app, neighbour)
  const at = (second: number) => new Date(`2026-11-18T12:00:0${second}.000Z`)
  await putFault(machine, 1, at(3), null)
  await putFault(machine, 2, at(1), at(2))
  await putFault(sibling, 1, at(2), null)
  await putFault(other, 1, at(1), null)
  await putFault(theirs, 1, at(1), null)
  const found = await asUser(app, owner, (ctx) => activeFaults(ctx, [machine.id, sibling.id, theirs.id]))
  expect(found).toEqual([
    { device_id: sibling.id, code: 'MOTOR', channel_sn: 1, raw: '', since: at(2) },
    { device_id: machine.id, code: 'MOTOR', channel_sn: 1, raw: '', since: at(3) },
  ])
})

test('faults that ended more than 180 days ago and messages of more than 30 days ago are forgotten', async () => {
  const machine = await makeBoundMachine(app, owner)
  const theirs = await makeBoundMachine(app, neighbour)
  const { now } = app.clock
  const ago = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms)
  for (const one of [machine, theirs]) {
    await putFault(one, 1, ago(400), ago(180, 1))
    await putFault(one, 2, ago(400), ago(180))
    await putFault(one, 3, ago(400), null)
    for (const [mid, heard] of [
      ['old', ago(30, 1)],
      ['young', ago(30)],
    ] as const)
      await asOwner(
        app,
        'insert into heard_message (tenant_id, device_id, mid, ts, boot, heard_at) values ($1, $2, $3, 1, 1, $4)',
        [one.tenantId, one.id, mid, heard],
      )
  }
  await sweep(app.deps, owner.tenantId, now)
  const left = async ({ id }: BoundMachine) => [
    (
      await asOwner<{ slot: number }>(
        app,
        'select channel_sn as slot from device_fault where device_id = $1 order by 1',
        [id],
      )
    ).map(({ slot }) => slot),
    (
      await asOwner<{ mid: string }>(app, 'select mid from heard_message where device_id = $1 order by 1', [
        id,
      ])
    ).map(({ mid }) => mid),
  ]
  expect(await left(machine)).toEqual([[2, 3], ['young']])
  expect(await left(theirs)).toEqual([
    [1, 2, 3],
    ['old', 'young'],
  ])
})
