import type { UpMessage } from '@slotwise/machine-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { storm } from '../../test/depth.ts'
import { makeMerchant } from '../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeMachine } from '../../test/machines.ts'
import { asOwner } from '../../test/owner.ts'
import { giveCommand } from '../modules/commands/index.ts'
import { unbindByOperator } from '../modules/machines/index.ts'
import { sweepPresence } from '../modules/presence/index.ts'

let stand: GatewayStand

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

const sale: UpMessage<'sale'> = {
  saleId: 's',
  client: 'coin',
  amount: 1,
  items: [],
  result: 'failed',
  tookMs: 1,
}

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

  test('of a sale make a silent machine online again', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    stand.app.clock.advance(100)
    await sweepPresence(stand.app.deps)
    expect((await stand.stateOf(machine))?.online).toBe(false)
    await hand.say('sale', sale)
    await expect.poll(async () => (await stand.stateOf(machine))?.online).toBe(true)
  })

  test('that contradict themselves or their command are dropped and counted', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const { command: id } = await asMachine(stand.app, machine, (ctx) =>
      giveCommand(ctx, {
        op: 'dispense',
        args: { items: [{ ch: 1, n: 1 }] },
        by: { id: null, username: 'tester' },
      }),
    )
    await hand.hears('cmd', (command) => command.id === id)
    const before = stand.gateway.refusals.get('wrong data') ?? 0
    await hand.say('config', { rev: 1, init: 'done', slots: 6 } as never)
    const items = [{ ch: 1, n: 2, ok: true }]
    await hand.say('progress', { id, items })
    await hand.say('result', { id, ok: true, items })
    expect(stand.gateway.refusals.get('wrong data')).toBe(before + 3)
    expect(
      await asOwner(stand.app, 'select applied_rev::int as applied from device where device_id = $1', [
        machine.id,
      ]),
    ).toEqual([{ applied: 0 }])
    expect(await asOwner(stand.app, 'select state from command where command_id = $1', [id])).toEqual([
      { state: 'sent' },
    ])
  })

  test('of a machine that has just left its merchant are not his any more', async () => {
    const merchant = await makeMerchant(stand.app)
    const machine = await makeBoundMachine(stand.app, merchant)
    const hand = await stand.comeOnline(machine)
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: new Date() }
    await Promise.all([
      unbindByOperator(stand.app.deps, machine.sn, origin),
      ...Array.from({ length: 20 }, (_, i) => hand.say('sale', { ...sale, saleId: `s${i}` })),
    ])
    const storedCount = 'select count(*)::int as count from machine_inbox where device_id = $1'
    const [before] = await asOwner(stand.app, storedCount, [machine.id])
    await hand.say('sale', sale)
    await hand.say('status', { state: 'online', boot: 5 })
    expect(await asOwner(stand.app, storedCount, [machine.id])).toEqual([before])
    expect(await stand.stateOf(machine)).toMatchObject({ online: false, reason: 'unbound' })
  })

  test('go to the present merchant, even if the notice of the change was lost', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const present = await makeBoundMachine(stand.app, await makeMerchant(stand.app))
    // Changed in the database alone, so that the gateway is not notified.
    await asOwner(stand.app, 'update device_state set unbound_at = now() where device_id = $1', [machine.id])
    await asOwner(stand.app, 'update machine set tenant_id = $2, device_id = $3 where sn = $1', [
      machine.sn,
      present.tenantId,
      present.id,
    ])
    await hand.say('fault', { code: 'MOTOR', raw: '', active: true })
    const text = 'select device_id from device_fault where device_id = any($1)'
    expect(await asOwner(stand.app, text, [[machine.id, present.id]])).toEqual([{ device_id: present.id }])
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

  test('of a machine without a merchant are dropped and counted', async () => {
    const hand = await stand.come(await makeMachine(stand.app))
    const before = stand.gateway.refusals.get('bound to no merchant') ?? 0
    await hand.say('fault', { code: 'NETWORK', raw: '', active: true })
    expect(stand.gateway.refusals.get('bound to no merchant')).toBe(before + 1)
  })

  test('that cannot be stored are not acknowledged, and are taken when they come again', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
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

  test('wait in a long line without delaying the answer to a command that comes behind them', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const by = { id: null, username: 'tester' }
    const { command: id } = await asMachine(stand.app, machine, (ctx) =>
      giveCommand(ctx, { op: 'led', args: { on: true }, by }),
    )
    await hand.hears('cmd')
    const count = storm({ usual: 300, deep: 3_000 })
    const sales = Array.from({ length: count }, (_, i) => hand.say('sale', { ...sale, saleId: `s${i}` }))
    await Promise.all([
      ...sales,
      hand.say('ack', { id, accepted: true }),
      hand.say('result', { id, ok: true, items: [] }),
    ])
    // The numbers of transactions tell what was stored first.
    const [order] = await asOwner<{ state: string; sales: number; later: number }>(
      stand.app,
      `select c.state, count(*)::int as sales,
              count(*) filter (where i.xmin::text::bigint > c.xmin::text::bigint)::int as later
         from command c join machine_inbox i using (tenant_id, device_id)
        where c.command_id = $1 group by c.state`,
      [id],
    )
    expect(order).toMatchObject({ state: 'done', sales: count })
    expect(order?.later).toBeGreaterThan(0)
  })

  test('behind one that cannot be stored are not stored either, because the machine sends all of them again', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    await asOwner(stand.app, 'alter table device_fault rename to device_fault_away')
    try {
      const closed = hand.closed()
      const saying = [
        hand.say('fault', { code: 'NETWORK', raw: '', active: true }),
        hand.say('config', { rev: 1 }),
      ].map((one) => one.catch(() => {}))
      await closed
      await hand.client.endAsync(true)
      await Promise.all(saying)
    } finally {
      await asOwner(stand.app, 'alter table device_fault_away rename to device_fault')
    }
    const again = await stand.comeOnline(machine, 2)
    // The second status is stored after everything that the first connection left.
    await again.say('status', { state: 'online', boot: 2 })
    const applied = 'select applied_rev from device where device_id = $1'
    expect(await asOwner(stand.app, applied, [machine.id])).toEqual([{ applied_rev: '0' }])
  })

  test('of a fault wait for the report of its slot, which came before', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner, { slots: 2 })
    const hand = await stand.comeOnline(machine)
    const slots = [1, 2, 3].map((ch) => ({ ch, qty: 1, max: 5, state: 'ok' as const }))
    await Promise.all([
      hand.say('slots', { rev: 1, full: true, slots }),
      hand.say('fault', { code: 'MOTOR', ch: 3, raw: '', active: true }),
    ])
    const faults = 'select channel_sn from device_fault where device_id = $1'
    expect(await asOwner(stand.app, faults, [machine.id])).toEqual([{ channel_sn: 3 }])
  })

  test('that could not be stored are not taken for repetitions when they come again', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const fault = { code: 'MOTOR', ch: 1, raw: '', active: true } as const
    const same = { mid: '1-2', ts: stand.app.clock.now.getTime() }
    await asOwner(stand.app, 'alter table device_fault rename to device_fault_away')
    try {
      const closed = hand.closed()
      const saying = hand.say('fault', fault, same).catch(() => {})
      await closed
      await hand.client.endAsync(true)
      await saying
    } finally {
      await asOwner(stand.app, 'alter table device_fault_away rename to device_fault')
    }
    const again = await stand.come(machine)
    await again.say('fault', fault, same)
    expect(
      await asOwner(stand.app, 'select code from device_fault where device_id = $1', [machine.id]),
    ).toEqual([{ code: 'MOTOR' }])
  })
})
