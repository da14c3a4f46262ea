import type { UpMessage } from '@slotwise/machine-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { makeMerchant } from '../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeMachine } from '../../test/machines.ts'
import { listenAs } from '../../test/listening.ts'
import { asOwner } from '../../test/owner.ts'
import { giveCommand, unbindByOperator } from '../modules/commands/index.ts'
import { bindByOperator, rotateSecret, sweepPresence } from '../modules/devices/index.ts'

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
  test('begins with the machine’s word and ends with it, its last will, or its silence', async () => {
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

  test('comes back with a heartbeat after silence, but not after a word of leave', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const beat = { rssi: -60, net: '4g', app: '2.4.1', android: '11', uptime: 100, temp: 21.6 } as const
    stand.app.clock.advance(100)
    await sweepPresence(stand.app.deps)
    await hand.say('heartbeat', beat)
    await stand.gateway.flush()
    expect(await stand.stateOf(machine)).toMatchObject({ online: true, reason: null })
    await hand.say('status', { state: 'offline', boot: 1 })
    await hand.say('heartbeat', beat)
    await stand.gateway.flush()
    expect((await stand.stateOf(machine))?.online).toBe(false)
    const [told] = await asOwner(
      stand.app,
      'select rssi, net, app, android, temperature from device_state where device_id = $1',
      [machine.id],
    )
    expect(told).toEqual({ rssi: -60, net: '4g', app: '2.4.1', android: '11', temperature: 22 })
  })

  test('takes no heartbeat of before for how a machine is that has been switched since', async () => {
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
    // Told once, to those who look at it.
    expect(await heard()).toMatchObject([{ kind: 'machine', data: { sn: machine.sn } }])
  })

  test('does not believe a will that comes late, nor a message of a connection that ended', async () => {
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

  test('of a machine whose counter went mad begins anew with a new secret', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine, Number.MAX_SAFE_INTEGER)
    await hand.say('slots', { rev: Number.MAX_SAFE_INTEGER, full: true, slots: [] })
    await hand.say('status', { state: 'offline', boot: Number.MAX_SAFE_INTEGER })
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

  test('of a machine that comes and goes does not flood those who watch', async () => {
    const merchant = await makeMerchant(stand.app)
    const machine = await makeBoundMachine(stand.app, merchant)
    const events = () =>
      asOwner<{ online: boolean }>(
        stand.app,
        `select (data ->> 'online')::boolean as online from live_event where tenant_id = $1 and kind = 'presence' order by event_id`,
        [merchant.tenantId],
      )
    const hand = await stand.come(machine)
    for (let boot = 1; boot <= 20; boot += 1) {
      await hand.say('status', { state: 'online', boot }, { mid: `${boot}-on` })
      if (boot < 20) await hand.say('status', { state: 'offline', boot }, { mid: `${boot}-off` })
    }
    expect(await events()).toEqual([{ online: true }])
    stand.app.clock.advance(11)
    // Every gateway sweeps; together they tell it once.
    await Promise.all([1, 2, 3].map(() => sweepPresence(stand.app.deps)))
    expect(await events()).toEqual([{ online: true }, { online: true }])
  })
})

describe('reports', () => {
  const reports = (machine: BoundMachine) =>
    asOwner(
      stand.app,
      'select channel_sn, quantity, max, state, fault from slot_report where device_id = $1 order by 1',
      [machine.id],
    )

  test('of slots are taken in their order: an older one changes nothing, a full one is all there is', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const slot = (ch: number, qty: number) => ({ ch, qty, max: 10, state: 'ok' as const })
    await hand.say('slots', { rev: 3, full: false, slots: [slot(1, 1)] })
    expect(await reports(machine)).toEqual([])
    await hand.say('slots', { rev: 5, full: true, slots: [slot(1, 8), slot(2, 9)] })
    await hand.say('slots', { rev: 4, full: false, slots: [slot(1, 0)] })
    await hand.say('slots', {
      rev: 6,
      full: false,
      slots: [{ ...slot(2, 0), state: 'fault', fault: 'MOTOR' }, slot(77, 7)],
    })
    expect(await reports(machine)).toEqual([
      { channel_sn: 1, quantity: 8, max: 10, state: 'ok', fault: null },
      { channel_sn: 2, quantity: 0, max: 10, state: 'fault', fault: 'MOTOR' },
    ])
    await hand.say('slots', { rev: 7, full: true, slots: [slot(3, 1)] })
    expect(await reports(machine)).toEqual([
      { channel_sn: 3, quantity: 1, max: 10, state: 'ok', fault: null },
    ])
  })

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
    // The first message of all, once more: it is over.
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
      'select mid, cleared_at is null as active from device_fault where device_id = $1 order by fault_id',
      [machine.id],
    )
    expect(rows).toEqual([
      { mid: 'm1', active: false },
      { mid: 'm3', active: true },
    ])
  })

  test('of a machine that has just left its merchant are not his any more', async () => {
    const merchant = await makeMerchant(stand.app)
    const machine = await makeBoundMachine(stand.app, merchant)
    const hand = await stand.comeOnline(machine)
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: new Date() }
    const sale: UpMessage<'sale'> = {
      saleId: 's',
      client: 'coin',
      amount: 1,
      items: [],
      result: 'failed',
      tookMs: 1,
    }
    await Promise.all([
      unbindByOperator(stand.app.deps, machine.sn, origin),
      ...Array.from({ length: 20 }, (_, i) => hand.say('sale', { ...sale, saleId: `s${i}` })),
    ])
    const kept = 'select count(*)::int as count from machine_inbox where device_id = $1'
    const [before] = await asOwner(stand.app, kept, [machine.id])
    await hand.say('sale', sale)
    await hand.say('status', { state: 'online', boot: 5 })
    expect(await asOwner(stand.app, kept, [machine.id])).toEqual([before])
    expect(await stand.stateOf(machine)).toMatchObject({ online: false, reason: 'unbound' })
  })

  test('of settings count for those that were given', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const applied = async () =>
      (
        await asOwner<{ applied_rev: string }>(
          stand.app,
          'select applied_rev from device where device_id = $1',
          [machine.id],
        )
      )[0]?.applied_rev
    await hand.say('config', { rev: 99 })
    expect(await applied()).toBe('0')
    await hand.say('config', { rev: 1 })
    expect(await applied()).toBe('1')
  })

  test('of sales and orders are kept once, with the machine’s time where it can be believed', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const sale: UpMessage<'sale'> = {
      saleId: 's1',
      client: 'coin',
      amount: 350,
      items: [{ ch: 1, n: 1, ok: true }],
      result: 'delivered',
      tookMs: 900,
    }
    const now = stand.app.clock.now.getTime()
    for (let i = 0; i < 3; i += 1) await hand.say('sale', sale, { mid: 'sale-1', ts: now - 60_000 })
    await hand.say('sale', { ...sale, saleId: 's2' }, { mid: 'sale-2', ts: now + 3_600_000 })
    await hand.say(
      'order',
      { reqId: 'r', items: [{ ch: 1, n: 1 }], pay: 'wechat', kind: 'buy' },
      { mid: 'o-1', ts: now },
    )
    const rows = await asOwner<{ mid: string; kind: string; late: number }>(
      stand.app,
      `select mid, kind, extract(epoch from received_at - sent_at)::int as late, data ->> 'saleId' as sale
         from machine_inbox where device_id = $1 order by mid`,
      [machine.id],
    )
    expect(rows).toEqual([
      { mid: 'o-1', kind: 'order', late: 0, sale: null },
      { mid: 'sale-1', kind: 'sale', late: 60, sale: 's1' },
      { mid: 'sale-2', kind: 'sale', late: 0, sale: 's2' },
    ])
  })

  test('of sales are his who had the machine when it sold, however late they come', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const }
    const { app } = stand
    const buyer = await makeMerchant(app)
    const sale: UpMessage<'sale'> = {
      saleId: 's',
      client: 'coin',
      amount: 100,
      items: [],
      result: 'failed',
      tookMs: 1,
    }
    const say = (mid: string, ts: number) => hand.say('sale', { ...sale, saleId: mid }, { mid, ts })
    app.clock.advance(60)
    const his = app.clock.now.getTime()
    app.clock.advance(60)
    await unbindByOperator(app.deps, machine.sn, { ...origin, now: app.clock.now })
    await say('while nobody has it', his)
    app.clock.advance(600)
    const gap = app.clock.now.getTime()
    const nobodys = stand.gateway.refusals.get('bound to nobody') ?? 0
    await say('of nobody', gap)
    expect(stand.gateway.refusals.get('bound to nobody')).toBe(nobodys + 1)
    app.clock.advance(8 * 24 * 3_600)
    const binding = { sn: machine.sn, title: 'Bought' }
    await bindByOperator(app.deps, buyer.tenantId, binding, { ...origin, now: app.clock.now })
    await say('while another has it', his)
    await say('while another has it', his)
    await say('of the other', app.clock.now.getTime() - 1_000)
    await say('of a clock that stands still', 1_000)
    await say('of nobody', gap)
    const kept = await asOwner<{ tenant_id: string; mid: string }>(
      app,
      `select i.tenant_id, i.mid from machine_inbox i join device d using (tenant_id, device_id)
        where d.sn = $1 order by i.mid`,
      [machine.sn],
    )
    expect(kept).toEqual([
      { tenant_id: buyer.tenantId, mid: 'of a clock that stands still' },
      { tenant_id: buyer.tenantId, mid: 'of the other' },
      { tenant_id: stand.owner.tenantId, mid: 'while another has it' },
      { tenant_id: stand.owner.tenantId, mid: 'while nobody has it' },
    ])
  })

  test('of a machine that belongs to nobody are dropped and counted', async () => {
    const hand = await stand.come(await makeMachine(stand.app))
    const before = stand.gateway.refusals.get('bound to nobody') ?? 0
    await hand.say('fault', { code: 'NETWORK', raw: '', active: true })
    expect(stand.gateway.refusals.get('bound to nobody')).toBe(before + 1)
  })

  test('that cannot be stored are not acknowledged, and are taken when they come again', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const sale: UpMessage<'sale'> = {
      saleId: 's',
      client: 'coin',
      amount: 1,
      items: [],
      result: 'failed',
      tookMs: 1,
    }
    await asOwner(stand.app, 'alter table machine_inbox rename to machine_inbox_away')
    try {
      const closed = hand.closed()
      const saying = hand.say('sale', sale, { mid: 'again' }).then(
        () => 'acknowledged',
        () => 'not acknowledged',
      )
      await closed
      await hand.client.endAsync(true)
      expect(await saying).toBe('not acknowledged')
    } finally {
      await asOwner(stand.app, 'alter table machine_inbox_away rename to machine_inbox')
    }
    const again = await stand.comeOnline(machine, 2)
    await again.say('sale', sale, { mid: 'again' })
    expect(
      await asOwner(stand.app, 'select mid from machine_inbox where device_id = $1', [machine.id]),
    ).toEqual([{ mid: 'again' }])
  })
})
