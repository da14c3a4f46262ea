import { deviceCalls } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { makeMerchant } from '../../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../../test/gateway-stand.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { giveCommand } from '../commands/index.ts'
import { rotateSecret, unbindByOperator } from '../machines/index.ts'
import { slotsNamedAt, sweepPresence } from './index.ts'

let stand: GatewayStand

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

async function becomes(machine: BoundMachine, online: boolean): Promise<void> {
  await expect.poll(async () => (await stand.stateOf(machine))?.online).toBe(online)
}

describe('presence', () => {
  test('begins when the machine reports online, and ends when it reports offline, by its last will, or after silence', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    await becomes(machine, true)
    await hand.say('status', { state: 'offline', boot: 1, reason: 'shutdown' })
    expect(await stand.stateOf(machine)).toMatchObject({ online: false, reason: 'shutdown' })
    await hand.leave()

    const again = await stand.comeOnline(machine, 2)
    await becomes(machine, true)
    await again.vanish()
    await becomes(machine, false)
    expect(await stand.stateOf(machine)).toMatchObject({ reason: 'lost', boot: '2' })

    await stand.comeOnline(machine, 3)
    await becomes(machine, true)
    stand.app.clock.advance(89)
    await sweepPresence(stand.app.deps)
    expect((await stand.stateOf(machine))?.online).toBe(true)
    stand.app.clock.advance(2)
    await sweepPresence(stand.app.deps)
    expect(await stand.stateOf(machine)).toMatchObject({ online: false, reason: 'silence' })
  })

  test('returns with a heartbeat or another message after silence, but not after the machine reported offline', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const beat = { rssi: -60, net: '4g', app: '2.4.1', android: '11', uptime: 100, temp: 21.6 } as const
    stand.app.clock.advance(100)
    await sweepPresence(stand.app.deps)
    await hand.say('heartbeat', beat)
    await stand.gateway.flush()
    expect(await stand.stateOf(machine)).toMatchObject({ online: true, reason: null })
    stand.app.clock.advance(100)
    await sweepPresence(stand.app.deps)
    expect((await stand.stateOf(machine))?.online).toBe(false)
    await hand.say('fault', { code: 'MOTOR', ch: 3, raw: '', active: true })
    await sweepPresence(stand.app.deps)
    expect(await stand.stateOf(machine)).toMatchObject({ online: true, reason: null })
    await hand.say('status', { state: 'offline', boot: 1 })
    await hand.say('heartbeat', beat)
    await stand.gateway.flush()
    expect((await stand.stateOf(machine))?.online).toBe(false)
    const [stored] = await asOwner(
      stand.app,
      'select rssi, net, app, android, temperature from device_state where device_id = $1',
      [machine.id],
    )
    expect(stored).toEqual({ rssi: -60, net: '4g', app: '2.4.1', android: '11', temperature: 21.6 })
  })

  test('ends for good when the server unbinds the machine, not when the machine reports that it was unbound', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    await hand.say('status', { state: 'offline', boot: 1, reason: 'unbound' })
    expect(await stand.stateOf(machine)).toMatchObject({ online: false, reason: 'unbound' })
    // Acknowledged, or this would wait in vain.
    await hand.say('status', { state: 'online', boot: 1 }, { mid: 'back' })
    await becomes(machine, true)
    await hand.say('status', { state: 'offline', boot: 1, reason: 'unbound' })
    const origin = {
      requestId: 'r',
      address: '',
      userAgent: '',
      locale: 'en-US',
      now: stand.app.clock.now,
    } as const
    await unbindByOperator(stand.app.deps, machine.sn, origin)
    await expect(unbindByOperator(stand.app.deps, machine.sn, origin)).rejects.toThrow('bound to no merchant')
  })

  test('ignores the power state in heartbeats from before the machine was switched', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const beat = { rssi: -60, net: '4g', app: '2.4.1', android: '11', uptime: 100 } as const
    const isOff = async () =>
      (await asOwner(stand.app, 'select off from device_state where device_id = $1', [machine.id]))[0]
    await hand.say('heartbeat', { ...beat, off: false })
    stand.app.clock.advance(1)
    const by = { id: null, username: 'tester' }
    const { command: id } = await asMachine(stand.app, machine, (ctx) =>
      giveCommand(ctx, { op: 'power', args: { part: 'machine', on: false }, by }),
    )
    await hand.hears('cmd')
    await hand.say('result', { id, ok: true, items: [] })
    await stand.gateway.flush()
    expect(await isOff()).toEqual({ off: true })
    stand.app.clock.advance(1)
    const heard = await listenAs(stand.app, stand.owner)
    for (const _twice of [1, 2]) {
      await hand.say('heartbeat', { ...beat, off: false })
      await stand.gateway.flush()
    }
    expect(await isOff()).toEqual({ off: false })
    // Sent once, to users who see the machine.
    expect(await heard()).toMatchObject([{ kind: 'machine', data: { sn: machine.sn } }])
  })

  test('ignores a last will that arrives late, and messages of a connection that has ended', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine, 5)
    await hand.say('status', { state: 'offline', boot: 4, reason: 'lost' }, { mid: '4-will' })
    expect((await stand.stateOf(machine))?.online).toBe(true)
    await hand.say('status', { state: 'online', boot: 4 }, { mid: '4-online' })
    expect(await stand.stateOf(machine)).toMatchObject({ online: true, boot: '5' })
    await hand.say('status', { state: 'offline', boot: 5 })
    await hand.say('status', { state: 'online', boot: 5 }, { mid: '5-online' })
    expect((await stand.stateOf(machine))?.online).toBe(false)
    expect(stand.gateway.refusals.get('late')).toBeGreaterThanOrEqual(3)
  })

  test('does not end by a farewell that is sent again', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const farewell = () =>
      hand.say('status', { state: 'offline', boot: 1 }, { mid: 'm2', ts: stand.app.clock.now.getTime() })
    await farewell()
    await hand.say('status', { state: 'online', boot: 1 }, { mid: 'm3' })
    await farewell()
    expect(await stand.stateOf(machine)).toMatchObject({ online: true, reason: null })
  })

  test('of a machine whose counters stand at their maximum begins anew with a new secret', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine, 2 ** 52)
    await hand.say('slots', { rev: Number.MAX_SAFE_INTEGER, full: true, slots: [] })
    await hand.say('status', { state: 'offline', boot: 2 ** 52 })
    await hand.leave()
    await stand.comeOnline(machine, 2)
    expect((await stand.stateOf(machine))?.online).toBe(false)
    const secret = await rotateSecret(stand.app.deps, machine.sn)
    const again = await stand.comeOnline({ ...machine, secret }, 3)
    await becomes(machine, true)
    await again.say('slots', { rev: 1, full: true, slots: [{ ch: 1, qty: 1, max: 1, state: 'ok' }] })
    expect(
      await asOwner(stand.app, 'select quantity from slot_report where device_id = $1', [machine.id]),
    ).toEqual([{ quantity: 1 }])
  })

  test('of a machine that reconnects all the time sends consoles only a few events', async () => {
    const merchant = await makeMerchant(stand.app)
    const machine = await makeBoundMachine(stand.app, merchant)
    const events = () =>
      asOwner<{ sn: string; online: boolean }>(
        stand.app,
        `select data ->> 'sn' as sn, (data ->> 'online')::boolean as online from live_event where tenant_id = $1 and kind = 'presence' order by event_id`,
        [merchant.tenantId],
      )
    const hand = await stand.come(machine)
    for (let boot = 1; boot <= 20; boot += 1) {
      await hand.say('status', { state: 'online', boot }, { mid: `${boot}-on` })
      if (boot < 20) await hand.say('status', { state: 'offline', boot }, { mid: `${boot}-off` })
    }
    const { sn } = machine
    expect(await events()).toEqual([{ sn, online: true }])
    stand.app.clock.advance(11)
    // Every gateway sweeps; together they send the event once.
    await Promise.all([1, 2, 3].map(() => sweepPresence(stand.app.deps)))
    expect(await events()).toEqual([
      { sn, online: true },
      { sn, online: true },
    ])
    stand.app.clock.advance(11)
    await sweepPresence(stand.app.deps)
    expect(await events()).toHaveLength(2)
  })
})

describe('reports', () => {
  test('of a fault make one entry, which ends when the fault does', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const fault = { code: 'MOTOR', ch: 3, raw: 'E17' } as const
    for (const active of [true, true, false, false, true]) await hand.say('fault', { ...fault, active })
    const rows = await asOwner(
      stand.app,
      'select code, channel_sn, cleared_at is null as active from device_fault where device_id = $1 order by fault_id',
      [machine.id],
    )
    expect(rows).toEqual([
      { code: 'MOTOR', channel_sn: 3, active: false },
      { code: 'MOTOR', channel_sn: 3, active: true },
    ])
    await hand.say('fault', { ...fault, active: false })
    // The first message once more: its fault has ended and does not begin again.
    await hand.say('fault', { ...fault, active: true }, { mid: 'first' })
    await hand.say('fault', { ...fault, active: false })
    await hand.say('fault', { ...fault, active: true }, { mid: 'first' })
    const [left] = await asOwner<{ faults: number }>(
      stand.app,
      'select count(*)::int as faults from device_fault where device_id = $1 and cleared_at is null',
      [machine.id],
    )
    expect(left).toEqual({ faults: 0 })
  })

  test('of a fault’s end, repeated, do not end the next one', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const fault = { code: 'MOTOR', ch: 3, raw: '' } as const
    for (let round = 0; round < 2; round += 1) {
      await hand.say('fault', { ...fault, active: true }, { mid: 'm1' })
      await hand.say('fault', { ...fault, active: false }, { mid: 'm2' })
      await hand.say('fault', { ...fault, active: true }, { mid: 'm3' })
    }
    const rows = await asOwner(
      stand.app,
      'select cleared_at is null as active from device_fault where device_id = $1 order by fault_id',
      [machine.id],
    )
    expect(rows).toEqual([{ active: false }, { active: true }])
  })
})

test('a report of all slots is dated for its own machine', async () => {
  const machines = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  const dates = []
  for (const machine of machines) {
    const hand = await stand.comeOnline(machine)
    stand.app.clock.advance(1)
    dates.push(stand.app.clock.now)
    await hand.say('slots', { rev: 1, full: true, slots: [] })
  }
  const read = (machine: BoundMachine) => asMachine(stand.app, machine, slotsNamedAt)
  expect(await Promise.all(machines.map(read))).toEqual(dates)
  expect(await read(await makeBoundMachine(stand.app, stand.owner))).toBeUndefined()
})

describe('two machines with one number', () => {
  const contestedOf = async ({ sn }: BoundMachine) =>
    (await stand.app.call(deviceCalls.getDev, { condition: { sns: [sn] } }, { as: stand.owner })).body.result
      .data[0]?.contested
  const counted = (): number => stand.gateway.refusals.get('contested number') ?? 0

  test('end the connection of each other, which their merchant and the operator are told', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const before = counted()
    // Each counts its own connections, and the second is far behind.
    for (const [first, second] of [
      [101, 7],
      [102, 8],
    ] as const) {
      await stand.comeOnline(machine, first)
      await (await stand.come(machine)).say('status', { state: 'online', boot: second })
      stand.app.clock.advance(20)
    }
    await stand.comeOnline(machine, 103)
    expect([await contestedOf(machine), counted() - before]).toEqual([false, 0])
    await stand.comeOnline(machine, 104)
    expect([await contestedOf(machine), counted() - before]).toEqual([true, 1])
    stand.app.clock.advance(601)
    expect(await contestedOf(machine)).toBe(false)
  })

  test('are not suspected where one comes back now and then, or asks for the time', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    for (const boot of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const hand = await stand.comeOnline(machine, boot)
      for (const mid of ['a', 'b']) await hand.say('status', { state: 'online', boot }, { mid })
      stand.app.clock.advance(61)
    }
    expect(await contestedOf(machine)).toBe(false)
  })
})

describe('a message that is sent again', () => {
  const motor = { code: 'MOTOR', ch: 3, raw: '' } as const
  const faultsOf = ({ id }: BoundMachine) =>
    asOwner<{ since: Date; ended: Date | null }>(
      stand.app,
      'select since, cleared_at as ended from device_fault where device_id = $1 order by fault_id',
      [id],
    )
  const isActive = async (machine: BoundMachine) =>
    (await faultsOf(machine)).some(({ ended }) => ended === null)
  /** A machine that gives each message the time at which it says it for the first time. */
  async function makeSpeaker() {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    let hand = await stand.comeOnline(machine)
    const firstSentAt = new Map<string, number>()
    const tsOf = (mid: string): number => {
      stand.app.clock.advance(1)
      const ts = firstSentAt.get(mid) ?? stand.app.clock.now.getTime()
      firstSentAt.set(mid, ts)
      return ts
    }
    return {
      machine,
      fault: (mid: string, active: boolean) =>
        hand.say('fault', { ...motor, active }, { mid, ts: tsOf(mid) }),
      search: (mid: string, init: 'running' | 'done') =>
        hand.say('config', { init, slots: 0 }, { mid, ts: tsOf(mid) }),
      forgetTimes: () => firstSentAt.clear(),
      async comeBack(boot: number, secret = machine.secret) {
        await hand.leave()
        hand = await stand.comeOnline({ ...machine, secret }, boot)
      },
    }
  }

  test('neither begins a fault nor ends one, in this connection or a later one', async () => {
    const { machine, fault, comeBack } = await makeSpeaker()
    await fault('m1', true)
    await comeBack(2)
    // The machine reports the fault again after a restart.
    await fault('m2', true)
    await fault('m3', false)
    await fault('m2', true)
    await fault('m3', false)
    expect(await isActive(machine)).toBe(false)
    await comeBack(3)
    for (const mid of ['m1', 'm2'] as const) await fault(mid, true)
    expect(await isActive(machine)).toBe(false)
    expect(await faultsOf(machine)).toHaveLength(1)
  })

  test('does not end another fault, if it ended none before', async () => {
    const { machine, fault, comeBack } = await makeSpeaker()
    await fault('m1', false)
    await fault('m2', true)
    await fault('m1', false)
    expect(await isActive(machine)).toBe(true)
    await comeBack(2)
    await fault('m1', false)
    expect(await isActive(machine)).toBe(true)
  })

  test('does not end another search for slots', async () => {
    const { machine, search } = await makeSpeaker()
    const isSearching = async () =>
      (
        await asOwner<{ searching: boolean }>(
          stand.app,
          'select initializing_since is not null as searching from device_state where device_id = $1',
          [machine.id],
        )
      )[0]?.searching
    await search('m1', 'running')
    await search('m2', 'done')
    await search('m3', 'running')
    await search('m2', 'done')
    expect(await isSearching()).toBe(true)
    await search('m4', 'done')
    for (const mid of ['m1', 'm3']) await search(mid, 'running')
    expect(await isSearching()).toBe(false)
  })

  test('is no other message that has its number in a later connection, or after a new secret', async () => {
    const { machine, fault, forgetTimes, comeBack } = await makeSpeaker()
    await fault('m1', true)
    await fault('m2', false)
    await comeBack(2)
    forgetTimes()
    await fault('m1', true)
    expect(await isActive(machine)).toBe(true)
    await comeBack(1, await rotateSecret(stand.app.deps, machine.sn))
    // Heard before the new secret.
    await fault('m2', false)
    expect(await isActive(machine)).toBe(false)
    await fault('m1', true)
    expect(await isActive(machine)).toBe(false)
    forgetTimes()
    await fault('m1', true)
    expect(await isActive(machine)).toBe(true)
  })

  test('is recognised per machine: two machines may use the same name', async () => {
    const [first, second] = [await makeSpeaker(), await makeSpeaker()]
    for (const { machine, fault } of [first, second]) {
      await fault('m1', true)
      expect(await isActive(machine)).toBe(true)
    }
  })
})

describe('a fault', () => {
  test('begins and ends by the machine’s clock, where that can be believed', async () => {
    const day = 86_400_000
    const machine = await makeBoundMachine(stand.app, stand.owner)
    stand.app.clock.advance((60 * day) / 1000)
    const now = stand.app.clock.now.getTime()
    const hand = await stand.comeOnline(machine)
    const dates: [began: number, ended: number, since: number, until: number | null][] = [
      [now - 5 * day, now - 4 * day, now - 5 * day, now - 4 * day],
      [now - 31 * day, now - 30 * day, now, now],
      [1_000, 2_000, now, now],
      [now + day, now + 2 * day, now, now],
      // The time of the beginning is not believed, so that of the end cannot be compared with it.
      [1_000, now - 5 * day, now, now],
      [now - day, now - day, now - day, now - day],
      // The end is that of an earlier fault.
      [now - 4 * day, now - 4 * day - 1, now - 4 * day, null],
    ]
    for (const [began, ended] of dates)
      for (const [ts, active] of [
        [began, true],
        [ended, false],
      ] as const)
        await hand.say('fault', { code: 'MOTOR', ch: 3, raw: '', active }, { ts })
    const rows = await asOwner<{ since: Date; cleared_at: Date | null }>(
      stand.app,
      'select since, cleared_at from device_fault where device_id = $1 order by fault_id',
      [machine.id],
    )
    expect(rows.map((row) => [row.since, row.cleared_at])).toEqual(
      dates.map(([, , since, until]) => [new Date(since), until === null ? null : new Date(until)]),
    )
  })
})
