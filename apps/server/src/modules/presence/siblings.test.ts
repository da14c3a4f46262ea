/** Statements about one machine. Its sibling must stay as it is. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { type GatewayStand, startGatewayStand } from '../../../test/gateway-stand.ts'
import { asMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { deleteFaultsBefore } from './fault-queries.ts'
import { beginSearch, endSearch, endState, forgetSlotReports } from './index.ts'

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

test('a search for slots ends once, and for its machine alone', async () => {
  const [machine, sibling] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  for (const one of [machine, sibling]) await asMachine(stand.app, one, (ctx) => beginSearch(ctx))
  const ends = () => asMachine(stand.app, machine, (ctx) => endSearch(ctx))
  expect([await ends(), await ends()]).toEqual([true, false])
  expect(await asMachine(stand.app, sibling, (ctx) => endSearch(ctx))).toBe(true)
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
