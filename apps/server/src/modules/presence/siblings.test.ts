/** Statements about one machine. Its sibling must stay as it is. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { makeMerchant } from '../../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../../test/gateway-stand.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { deleteFaultsBefore } from './fault-queries.ts'
import { endState, forgetSlotReports } from './index.ts'
import { takeHeard } from './state-queries.ts'

let stand: GatewayStand

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

test('a fault of a slot that only the sibling has is not believed', async () => {
  const [machine, sibling] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  const [hand, other] = [await stand.comeOnline(machine), await stand.comeOnline(sibling)]
  await other.say('slots', { rev: 1, full: true, slots: [{ ch: 55, qty: 1, max: 5, state: 'ok' }] })
  await hand.say('slots', { rev: 1, full: true, slots: [{ ch: 54, qty: 1, max: 5, state: 'ok' }] })
  for (const ch of [54, 55]) await hand.say('fault', { code: 'MOTOR', ch, raw: '', active: true })
  const faults = await asOwner<{ channel_sn: number }>(
    stand.app,
    'select channel_sn from device_fault where device_id = $1',
    [machine.id],
  )
  expect(faults).toEqual([{ channel_sn: 54 }])
})

test('the state and the faults of a machine that leaves end, those of its sibling do not', async () => {
  const [machine, sibling] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  for (const one of [machine, sibling]) {
    const hand = await stand.comeOnline(one)
    await hand.say('fault', { code: 'MOTOR', ch: 1, raw: '', active: true })
  }
  await asOwner(
    stand.app,
    `insert into device_fault (tenant_id, device_id, code, channel_sn, raw, since, cleared_at)
     values ($1, $2, 'MOTOR', 2, '', '2026-04-01Z', '2026-04-02Z')`,
    [machine.tenantId, machine.id],
  )
  await asMachine(stand.app, machine, (ctx) => endState(ctx, stand.app.clock.now))
  const states = await asOwner(
    stand.app,
    `select s.online, s.unbound_at is not null as ended, f.cleared_at is not null as cleared
       from device_state s join device_fault f on f.tenant_id = s.tenant_id and f.device_id = s.device_id
      where s.device_id = any($1) and f.channel_sn = 1 order by s.device_id`,
    [[machine.id, sibling.id]],
  )
  // A fault that had ended before keeps its end.
  const [earlier] = await asOwner(
    stand.app,
    'select cleared_at from device_fault where device_id = $1 and channel_sn = 2',
    [machine.id],
  )
  expect(earlier).toEqual({ cleared_at: new Date('2026-04-02T00:00:00Z') })
  expect(states).toEqual([
    { online: false, ended: true, cleared: true },
    { online: true, ended: false, cleared: false },
  ])
})

test('slot reports are forgotten of the machine alone', async () => {
  const [machine, sibling] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  const revisions = () =>
    asOwner<{ slots_rev: string | null }>(
      stand.app,
      'select slots_rev from device_state where device_id = any($1) order by device_id',
      [[machine.id, sibling.id]],
    )
  for (const one of [machine, sibling]) {
    const hand = await stand.comeOnline(one)
    await hand.say('slots', { rev: 7, full: true, slots: [{ ch: 1, qty: 1, max: 5, state: 'ok' }] })
  }
  expect(await revisions()).toEqual([{ slots_rev: '7' }, { slots_rev: '7' }])
  await asMachine(stand.app, machine, (ctx) => forgetSlotReports(ctx))
  expect(await revisions()).toEqual([{ slots_rev: null }, { slots_rev: '7' }])
})

test('faults that ended long ago are deleted in portions; active and younger ones stay', async () => {
  const { app, owner } = stand
  const { tenantId } = owner
  const machine = await makeBoundMachine(app, owner)
  const put = (channel: number, cleared: string | null) =>
    asOwner(
      app,
      `insert into device_fault (tenant_id, device_id, code, channel_sn, raw, since, cleared_at)
       values ($1, $2, 'MOTOR', $3, '', '2026-01-01Z', $4)`,
      [tenantId, machine.id, channel, cleared],
    )
  await put(1, '2026-02-01T00:00:00Z')
  await put(2, '2026-02-02T00:00:00Z')
  await put(3, '2026-03-01T00:00:00Z')
  await put(4, null)
  const sweepSome = (atMost: number) =>
    inTenant(app.deps.db.main, tenantId, (tx) =>
      deleteFaultsBefore({ tx, tenantId }, new Date('2026-03-01T00:00:00Z'), atMost),
    )
  expect([await sweepSome(1), await sweepSome(5), await sweepSome(5)]).toEqual([1, 1, 0])
  const left = await asOwner<{ channel_sn: number }>(
    app,
    'select channel_sn from device_fault where device_id = $1 order by 1',
    [machine.id],
  )
  expect(left.map((row) => row.channel_sn)).toEqual([3, 4])
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

  async function makeIn({ online, reason, boot, off, heard_at, switched_at }: State, as = stand.owner) {
    const machine = await makeBoundMachine(stand.app, as)
    await asOwner(
      stand.app,
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
    inTenant(stand.app.deps.db.main, stand.owner.tenantId, (tx) =>
      takeHeard(
        tx,
        stand.owner.tenantId,
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
      stand.app,
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
    const theirs = await makeIn({ reason: 'silence' }, await makeMerchant(stand.app))
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
