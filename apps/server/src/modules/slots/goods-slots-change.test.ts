/** The slots of all machines that hold the same goods, changed at once. */
import { auditCalls, deviceCalls, errorCodes, slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods } from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { all, changed, goodsSlotStand, standing } from '../../../test/goods-slot-stand.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from '../devices/index.ts'

const { setChannelInfo, setQuantity } = slotCalls

const app = await testApp()
const { owner, neighbour, clerk, fill } = await goodsSlotStand(app)

describe('a change', () => {
  test('reaches all slots of the goods, and no others', async () => {
    const { lobby, gate, edit, stored } = await fill()
    const hear = await listenAs(app, owner)
    const { body } = await edit({ ...all, price: 320 })
    expect(body.result).toMatchObject({ slots: 4, devices: 2, refused: [] })
    expect(await stored()).toEqual(
      changed({
        0: 'Gate/1 Cola 320 4/10',
        1: 'Gate/4 Cola 320 4/10',
        2: 'Lobby/1 Cola 320 4/10',
        3: 'Lobby/2 Cola 320 4/10',
      }),
    )
    const events = await hear()
    expect(events).toContainEqual({ kind: 'slots', data: { sn: lobby.sn, slots: [1, 2] } })
    expect(events).toContainEqual({ kind: 'slots', data: { sn: gate.sn, slots: [1, 4] } })
    const { data } = (await app.call(deviceCalls.getDev, { condition: { q: lobby.sn } }, { as: owner })).body
      .result
    expect(data[0]).toMatchObject({ applied: false })
  })

  test('reaches only the slots that still have the old price', async () => {
    const { edit, stored } = await fill()
    await edit({ condition: { price: 300 }, price: 280 })
    expect(await stored()).toEqual(
      changed({ 0: 'Gate/1 Cola 280 4/10', 2: 'Lobby/1 Cola 280 4/10', 3: 'Lobby/2 Cola 280 4/10' }),
    )
  })

  test('reaches only the chosen slots, each once', async () => {
    const { lobby, edit, stored } = await fill()
    const one = { sn: lobby.sn, channel_sn: 2 }
    const { body } = await edit({ slots: [one, one], enabled: false, max: 6 })
    expect(body.result).toMatchObject({ slots: 1, devices: 1 })
    expect(await stored()).toEqual(changed({ 3: 'Lobby/2 Cola 300 4/6 off' }))
  })

  test('writes one entry of the audit for each machine, with the values before', async () => {
    const { lobby, gate, edit } = await fill()
    await edit({ ...all, price: 320 })
    const { data } = (await app.call(auditCalls.getAudit, { condition: {} }, { as: owner })).body.result
    const entries = data.filter(({ call }) => call === 'setGoodsSlots').slice(0, 2)
    const rows = await asOwner<{ object_id: string; before: object; after: object }>(
      app,
      `select object_id, before, after from audit where call = 'setGoodsSlots' and object_id = any($1) order by object_id::bigint`,
      [[lobby.id, gate.id]],
    )
    expect(entries).toHaveLength(2)
    expect(rows).toEqual([
      {
        object_id: lobby.id,
        before: { price: 300 },
        after: { sn: lobby.sn, channel_sn: '1, 2', price: 320 },
      },
      {
        object_id: gate.id,
        before: { price: [300, 350] },
        after: { sn: gate.sn, channel_sn: '1, 4', price: 320 },
      },
    ])
  })

  test('audits each field that it changes, and the goods that come or leave', async () => {
    const { water, lobby, gate, edit } = await fill()
    const last = async ({ id }: { id: string }) =>
      (
        await asOwner<{ before: object; after: object }>(
          app,
          `select before, after from audit where call = 'setGoodsSlots' and object_id = $1 order by audit_id desc limit 1`,
          [id],
        )
      )[0]
    await edit({ slots: [{ sn: gate.sn, channel_sn: 1 }], enabled: false, max: 6 })
    expect(await last(gate)).toEqual({
      before: { enabled: true, max: 10 },
      after: { sn: gate.sn, channel_sn: '1', enabled: false, max: 6 },
    })
    await edit({ slots: [{ sn: lobby.sn, channel_sn: 1 }], goods: water })
    expect(await last(lobby)).toEqual({
      before: { goods: 'Cola', price: 300 },
      after: { sn: lobby.sn, channel_sn: '1', goods: 'Water', price: 200 },
    })
    app.clock.advance(4)
    await edit({ slots: [{ sn: lobby.sn, channel_sn: 2 }], goods: null })
    expect(await last(lobby)).toEqual({
      before: { goods: 'Cola' },
      after: { sn: lobby.sn, channel_sn: '2', goods: null },
    })
    const moves = await asOwner(
      app,
      'select channel_sn, reason from stock_move where device_id = $1 order by move_id',
      [lobby.id],
    )
    expect(moves).toEqual([
      { channel_sn: 1, reason: 'goods' },
      { channel_sn: 2, reason: 'putDown' },
    ])
  })

  test('puts other goods into slots at their own price, and takes the pieces off the books', async () => {
    const { cola, water, lobby, gate, edit, stored } = await fill()
    const { body } = await edit({
      slots: [
        { sn: lobby.sn, channel_sn: 1 },
        { sn: gate.sn, channel_sn: 4 },
      ],
      goods: water,
    })
    expect(body.result).toMatchObject({ slots: 2, devices: 2, change: null })
    expect(await stored()).toEqual(changed({ 1: 'Gate/4 Water 200 0/10', 2: 'Lobby/1 Water 200 0/10' }))
    const moves = await asOwner(
      app,
      'select channel_sn, goods_id, reason, before, after, username from stock_move where device_id = $1',
      [lobby.id],
    )
    expect(moves).toEqual([
      { channel_sn: 1, goods_id: cola, reason: 'goods', before: 4, after: 0, username: owner.username },
    ])
  })

  test('needs a price with goods that have none, and refuses goods of others', async () => {
    const { theirCola, edit, stored } = await fill()
    const span = await makeGoods(app, owner, { title: 'Span', price: null, min_price: 100, max_price: 300 })
    expect((await edit({ ...all, goods: span.goods_id })).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'price' }] },
    })
    expect((await edit({ ...all, goods: theirCola })).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'goods' }] },
    })
    expect(await stored()).toEqual(standing)
  })

  test('leaves stock and prices alone where the goods stay the same', async () => {
    const { cola, edit, stored } = await fill()
    expect((await edit({ ...all, goods: cola })).body.rcode).toBe(errorCodes.slotsSame)
    expect(await stored()).toEqual(standing)
    expect((await edit({ ...all, goods: cola, price: 300 })).body.result).toMatchObject({
      slots: 1,
      change: expect.any(String),
    })
    expect(await stored()).toEqual(changed({ 1: 'Gate/4 Cola 300 4/10' }))
  })

  test('takes goods out', async () => {
    const { lobby, edit, stored } = await fill()
    await edit({ slots: [{ sn: lobby.sn, channel_sn: 1 }], goods: null })
    expect(await stored()).toEqual(standing.filter((line) => !line.startsWith('Lobby/1')))
  })

  test('stays in the caller’s scope, and does not say what lies outside', async () => {
    const { gate, edit, stored } = await fill()
    const { body } = await edit({ ...all, price: 320 }, clerk)
    expect(body.result).toMatchObject({ slots: 2, devices: 1, refused: [] })
    expect(await stored()).toEqual(changed({ 2: 'Lobby/1 Cola 320 4/10', 3: 'Lobby/2 Cola 320 4/10' }))
    const named = await edit({ slots: [{ sn: gate.sn, channel_sn: 1 }], price: 320 }, clerk)
    expect(named.body.rcode).toBe(101)
    const unknown = { goods_id: '999999', slots: [{ sn: gate.sn, channel_sn: 1 }], price: 320 }
    expect((await app.call(slotCalls.setGoodsSlots, unknown, { as: owner })).body.rcode).toBe(101)
    expect((await edit({ ...all, price: 320 }, neighbour)).body.rcode).toBe(101)
  })

  test('leaves machines out that search for their slots, and names them', async () => {
    const { gate, read, edit, stored } = await fill()
    await asMachine(app, gate, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
    const { body } = await edit({ ...all, price: 320 })
    expect(body.result).toMatchObject({
      slots: 2,
      devices: 1,
      refused: [{ sn: gate.sn, title: 'Gate', channel_sn: [1, 4], reason: 'busy', rcode: 401 }],
    })
    expect(await stored()).toEqual(changed({ 2: 'Lobby/1 Cola 320 4/10', 3: 'Lobby/2 Cola 320 4/10' }))
    expect((await read()).data.map(({ busy }) => busy)).toEqual([true, true, false, false])
    const alone = await edit({ slots: [{ sn: gate.sn, channel_sn: 1 }], price: 320 })
    expect(alone.body.rcode).toBe(401)
  })

  test('leaves slots out that have changed since they were read, or hold other goods by now', async () => {
    const { water, lobby, gate, read, edit, stored } = await fill()
    const { data } = await read()
    const slots = data.map(({ sn, channel_sn, rev }) => ({ sn, channel_sn, rev }))
    await app.call(setChannelInfo, { sn: gate.sn, channel_sn: 1, price: 290 }, { as: owner })
    await app.call(setChannelInfo, { sn: lobby.sn, channel_sn: 2, goods: water }, { as: owner })
    app.clock.advance(4)
    const { body } = await edit({ slots, price: 320 })
    expect(body.result.slots).toBe(2)
    expect(body.result.refused).toMatchObject([
      { sn: gate.sn, channel_sn: [1], reason: 'changed', rcode: 103 },
      { sn: lobby.sn, channel_sn: [2], reason: 'changed', rcode: 103 },
    ])
    expect(await stored()).toEqual(
      changed({
        0: 'Gate/1 Cola 290 4/10',
        1: 'Gate/4 Cola 320 4/10',
        2: 'Lobby/1 Cola 320 4/10',
        3: 'Lobby/2 Water 200 0/10',
      }),
    )
  })

  test('leaves slots out whose pieces do not fit, and machines that count none', async () => {
    const { cola, lobby, gate, edit } = await fill()
    const pulse = await makeBoundMachine(app, owner, { type: 'pulse', title: 'Pulse' })
    await stockSlot(app, pulse, 1, { goods: cola, quantity: 0 })
    await asOwner(app, 'update channel set quantity = 9 where device_id = $1 and channel_sn = 1', [lobby.id])
    const revision = () => asOwner(app, 'select settings_rev from device where device_id = $1', [gate.id])
    const before = await revision()
    const { body } = await edit({ ...all, max: 8 })
    expect(body.result.slots).toBe(3)
    expect(body.result.refused).toMatchObject([
      { sn: lobby.sn, channel_sn: [1], reason: 'stock' },
      { sn: pulse.sn, channel_sn: [1], reason: 'type' },
    ])
    // A size is ours alone, so no machine has to know.
    expect(await revision()).toEqual(before)
  })

  test('leaves machines out that rest after an edit, and begins their pause', async () => {
    const { lobby, gate, edit } = await fill()
    await app.call(setQuantity, { sn: gate.sn, type: 1 }, { as: owner })
    const { body } = await edit({ ...all, price: 320 })
    expect(body.result.refused).toMatchObject([
      { sn: gate.sn, channel_sn: [1, 4], reason: 'wait', rcode: 105 },
    ])
    expect((await app.call(setQuantity, { sn: lobby.sn, type: 1 }, { as: owner })).body.rcode).toBe(105)
  })

  test('says when all slots are like this already, or none is left', async () => {
    const { lobby, edit, stored } = await fill()
    expect((await edit({ slots: [{ sn: lobby.sn, channel_sn: 1 }], price: 300 })).body.rcode).toBe(103)
    expect((await edit({ condition: { price: 999 }, price: 300 })).body.rcode).toBe(103)
    expect(await stored()).toEqual(standing)
  })

  test('needs something to change, and slots or a condition', async () => {
    const { edit } = await fill()
    const wrong = [{}, all, { price: 320 }, { ...all, price: 1 }, { ...all, slots: [], price: 320 }]
    for (const input of wrong) expect((await edit(input as never)).body.rcode).toBe(100)
  })

  test('happens once, however often it is repeated', async () => {
    const { cola, edit } = await fill()
    const first = await edit({ ...all, price: 320 }, owner, 'same-key-1')
    const again = await edit({ ...all, price: 320 }, owner, 'same-key-1')
    expect(again.body.result).toEqual(first.body.result)
    const rows = await asOwner(app, `select 1 from slot_change where goods_id = $1`, [cola])
    expect(rows).toHaveLength(1)
  })

  test('and an edit of one slot at the same time do not deadlock, and both are seen', async () => {
    const { lobby, gate, edit } = await fill()
    for (let round = 0; round < 8; round += 1) {
      app.clock.advance(4)
      const answers = await Promise.all([
        edit({ ...all, price: 400 + round }),
        app.call(setChannelInfo, { sn: gate.sn, channel_sn: 4, max: 20 + round }, { as: owner }),
        app.call(setQuantity, { sn: lobby.sn, type: 1 }, { as: owner }),
      ])
      // Whichever comes second finds the machine resting.
      for (const { body } of answers) expect([0, 105]).toContain(body.rcode)
    }
  })
})
