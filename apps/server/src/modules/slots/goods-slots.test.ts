/** The slots of all machines that hold the same goods, listed and changed at once. */
import { auditCalls, deviceCalls, errorCodes, type GoodsSlotsChange, slotCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeArea,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from '../devices/index.ts'

const { getGoodsSlots, setGoodsSlots, undoGoodsSlots, setChannelInfo, setQuantity } = slotCalls

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const area = (await makeArea(app, owner, { area_name: 'North' }))._id
const here = (await makeStore(app, owner, { store_name: 'Station', area }))._id
const elsewhere = (await makeStore(app, owner, { store_name: 'Airport' }))._id
const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here] })

let cola: string
let water: string
let lobby: BoundMachine
let gate: BoundMachine
let theirs: BoundMachine
let theirCola: string

/**
 * Cola in two slots of the lobby at 3.00, and in one slot of the gate at 3.00 and one at 3.50; a slot of water beside
 * them. The neighbour has the same.
 */
beforeEach(async () => {
  app.clock.advance(10)
  cola = (await makeGoods(app, owner, { title: 'Cola', price: 300 })).goods_id
  water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id
  lobby = await makeOnlineMachine(app, owner, { title: 'Lobby', store: here })
  gate = await makeBoundMachine(app, owner, { title: 'Gate', store: elsewhere })
  for (const number of [1, 2]) await stockSlot(app, lobby, number, { goods: cola })
  await stockSlot(app, lobby, 3, { goods: water, price: 300 })
  await stockSlot(app, gate, 1, { goods: cola })
  await stockSlot(app, gate, 4, { goods: cola, price: 350 })
  theirs = await makeBoundMachine(app, neighbour, { title: 'Theirs' })
  theirCola = (await makeGoods(app, neighbour, { title: 'Cola', price: 300 })).goods_id
  await stockSlot(app, theirs, 1, { goods: theirCola })
})

type Edit = Parameters<typeof app.call<typeof setGoodsSlots>>[1]
const read = async (condition: object = {}, as: Merchant = owner) =>
  (await app.call(getGoodsSlots, { condition: { goods_id: cola, ...condition } }, { as })).body.result
const edit = (change: Omit<Edit, 'goods_id'>, as: Merchant = owner, key?: string) =>
  app.call(setGoodsSlots, { goods_id: cola, ...change }, { as, ...(key ? { key } : {}) })
const undo = (change: string | null, as: Merchant = owner) =>
  app.call(undoGoodsSlots, { change: change ?? '' }, { as })
const all = { condition: {} }

/** Every slot with goods, as `machine/slot goods price quantity/max`, the neighbour's too. */
async function stored(): Promise<string[]> {
  const rows = await asOwner<{ line: string }>(
    app,
    `select d.title || '/' || c.channel_sn || ' ' || g.title || ' ' || c.price || ' ' || c.quantity || '/' || c.max
            || case when c.enabled then '' else ' off' end as line
       from channel c join device d on d.tenant_id = c.tenant_id and d.device_id = c.device_id
       join goods g on g.tenant_id = c.tenant_id and g.goods_id = c.goods_id
      where c.device_id = any($1::bigint[]) order by d.title, c.channel_sn`,
    [[lobby.id, gate.id, theirs.id]],
  )
  return rows.map(({ line }) => line)
}
const standing = [
  'Gate/1 Cola 300 4/10',
  'Gate/4 Cola 350 4/10',
  'Lobby/1 Cola 300 4/10',
  'Lobby/2 Cola 300 4/10',
  'Lobby/3 Water 300 4/10',
  'Theirs/1 Cola 300 4/10',
]
const changed = (lines: Record<number, string>) => standing.map((line, i) => lines[i] ?? line)

describe('the list', () => {
  test('shows each slot with its machine, and what the machine has taken of it', async () => {
    const { data, count, waiting, min_price, max_price, goods, undo: undoable } = await read()
    expect({ count, waiting, min_price, max_price, goods: goods.title, undoable }).toEqual({
      min_price: 300,
      max_price: 350,
      count: 4,
      waiting: 4,
      goods: 'Cola',
      undoable: null,
    })
    expect(data.map(({ title, channel_sn: slot, price }) => [title, slot, price])).toEqual([
      ['Gate', 1, 300],
      ['Gate', 4, 350],
      ['Lobby', 1, 300],
      ['Lobby', 2, 300],
    ])
    expect(data[2]).toMatchObject({
      sn: lobby.sn,
      store: here,
      store_name: 'Station',
      quantity: 4,
      max: 10,
      enabled: true,
      counts: true,
      state: 'waiting',
      online: true,
      busy: false,
    })
    expect(data[0]).toMatchObject({ online: false })
  })

  test('says of a slot that the machine has taken it, waits, or does not have it', async () => {
    await edit({ ...all, price: 310 })
    const states = async () => (await read()).data.map(({ title, state }) => `${title} ${state}`)
    const [row] = await asOwner<{ rev: string }>(
      app,
      'select settings_rev as rev from device where device_id = $1',
      [lobby.id],
    )
    await asMachine(app, lobby, (ctx) => takeConfig(ctx, { rev: Number(row?.rev) }))
    expect(await states()).toEqual(['Gate waiting', 'Gate waiting', 'Lobby applied', 'Lobby applied'])
    expect((await read()).waiting).toBe(2)
    await asOwner(
      app,
      `insert into slot_report (tenant_id, device_id, channel_sn, quantity, max, state, at)
       select tenant_id, device_id, 2, 4, 10, 'ok', now() from device where device_id = $1`,
      [lobby.id],
    )
    expect(await states()).toEqual(['Gate waiting', 'Gate waiting', 'Lobby absent', 'Lobby applied'])
    expect((await read()).waiting).toBe(3)
  })

  test('is narrowed by machine, place, price and state', async () => {
    const found = async (condition: object) =>
      (await read(condition)).data.map(({ title, channel_sn: slot }) => `${title}/${slot}`)
    expect(await found({ q: 'lob' })).toEqual(['Lobby/1', 'Lobby/2'])
    expect(await found({ q: gate.sn })).toEqual(['Gate/1', 'Gate/4'])
    expect(await found({ store: elsewhere })).toEqual(['Gate/1', 'Gate/4'])
    expect(await found({ area })).toEqual(['Lobby/1', 'Lobby/2'])
    expect(await found({ price: 350 })).toEqual(['Gate/4'])
    expect(await found({ waiting: false })).toEqual([])
  })

  test('shows nothing outside of the caller’s scope, not even a number', async () => {
    expect(await read({}, clerk)).toMatchObject({ count: 2, waiting: 2 })
    const { body } = await app.call(getGoodsSlots, { condition: { goods_id: cola } }, { as: neighbour })
    expect(body.rcode).toBe(101)
  })

  test('hides goods of others from a caller who sees only own goods, unless a slot in scope holds them', async () => {
    const options = { permissions: ['device.manage', 'goods.manage'], goods: 'own' } as const
    const rcode = async (stores: string[]) => {
      const as = await makeStaff(app, owner, { ...options, stores })
      return (await app.call(getGoodsSlots, { condition: { goods_id: water } }, { as })).body.rcode
    }
    expect(await rcode([here])).toBe(0)
    expect(await rcode([elsewhere])).toBe(101)
  })
})

describe('a change', () => {
  test('reaches all slots of the goods, and no others', async () => {
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
    await edit({ condition: { price: 300 }, price: 280 })
    expect(await stored()).toEqual(
      changed({ 0: 'Gate/1 Cola 280 4/10', 2: 'Lobby/1 Cola 280 4/10', 3: 'Lobby/2 Cola 280 4/10' }),
    )
  })

  test('reaches only the chosen slots, each once', async () => {
    const one = { sn: lobby.sn, channel_sn: 2 }
    const { body } = await edit({ slots: [one, one], enabled: false, max: 6 })
    expect(body.result).toMatchObject({ slots: 1, devices: 1 })
    expect(await stored()).toEqual(changed({ 3: 'Lobby/2 Cola 300 4/6 off' }))
  })

  test('writes one entry of the audit for each machine, with the values before', async () => {
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

  test('puts other goods into slots at their own price, and takes the pieces off the books', async () => {
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
    expect((await edit({ ...all, goods: cola })).body.rcode).toBe(errorCodes.slotsSame)
    expect(await stored()).toEqual(standing)
    expect((await edit({ ...all, goods: cola, price: 300 })).body.result).toMatchObject({
      slots: 1,
      change: expect.any(String),
    })
    expect(await stored()).toEqual(changed({ 1: 'Gate/4 Cola 300 4/10' }))
  })

  test('takes goods out', async () => {
    await edit({ slots: [{ sn: lobby.sn, channel_sn: 1 }], goods: null })
    expect(await stored()).toEqual(standing.filter((line) => !line.startsWith('Lobby/1')))
  })

  test('stays in the caller’s scope, and does not say what lies outside', async () => {
    const { body } = await edit({ ...all, price: 320 }, clerk)
    expect(body.result).toMatchObject({ slots: 2, devices: 1, refused: [] })
    expect(await stored()).toEqual(changed({ 2: 'Lobby/1 Cola 320 4/10', 3: 'Lobby/2 Cola 320 4/10' }))
    const named = await edit({ slots: [{ sn: gate.sn, channel_sn: 1 }], price: 320 }, clerk)
    expect(named.body.rcode).toBe(101)
    expect((await edit({ ...all, price: 320 }, neighbour)).body.rcode).toBe(101)
  })

  test('leaves machines out that search for their slots, and names them', async () => {
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
    await app.call(setQuantity, { sn: gate.sn, type: 1 }, { as: owner })
    const { body } = await edit({ ...all, price: 320 })
    expect(body.result.refused).toMatchObject([
      { sn: gate.sn, channel_sn: [1, 4], reason: 'wait', rcode: 105 },
    ])
    expect((await app.call(setQuantity, { sn: lobby.sn, type: 1 }, { as: owner })).body.rcode).toBe(105)
  })

  test('says when all slots are like this already, or none is left', async () => {
    expect((await edit({ slots: [{ sn: lobby.sn, channel_sn: 1 }], price: 300 })).body.rcode).toBe(103)
    expect((await edit({ condition: { price: 999 }, price: 300 })).body.rcode).toBe(103)
    expect(await stored()).toEqual(standing)
  })

  test('needs something to change, and slots or a condition', async () => {
    const wrong = [{}, all, { price: 320 }, { ...all, price: 1 }, { ...all, slots: [], price: 320 }]
    for (const input of wrong) expect((await edit(input as never)).body.rcode).toBe(100)
  })

  test('happens once, however often it is repeated', async () => {
    const first = await edit({ ...all, price: 320 }, owner, 'same-key-1')
    const again = await edit({ ...all, price: 320 }, owner, 'same-key-1')
    expect(again.body.result).toEqual(first.body.result)
    const rows = await asOwner(app, `select 1 from slot_change where goods_id = $1`, [cola])
    expect(rows).toHaveLength(1)
  })

  test('and an edit of one slot at the same time do not deadlock, and both are seen', async () => {
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

describe('undoing', () => {
  const change = async (input: Omit<Edit, 'goods_id'> = { ...all, price: 120 }): Promise<GoodsSlotsChange> =>
    (await edit(input)).body.result

  test('gives each slot back what it had, at once', async () => {
    const { change: id } = await change({ ...all, price: 120, enabled: false, max: 12 })
    expect((await read()).undo).toMatchObject({ change: id, slots: 4 })
    const { body } = await undo(id)
    expect(body.result).toMatchObject({ slots: 4, devices: 2, refused: [], change: null })
    expect(await stored()).toEqual(standing)
    expect((await read()).undo).toBeNull()
    expect((await read()).waiting).toBe(4)
    expect((await undo(id)).body.rcode).toBe(101)
  })

  test('leaves slots as they are that were changed again', async () => {
    const { change: id } = await change()
    app.clock.advance(4)
    await app.call(setChannelInfo, { sn: lobby.sn, channel_sn: 1, price: 250 }, { as: owner })
    await app.call(setQuantity, { sn: gate.sn, type: 1 }, { as: owner })
    const { body } = await undo(id)
    expect(body.result).toMatchObject({
      slots: 3,
      refused: [{ sn: lobby.sn, channel_sn: [1], reason: 'changed' }],
    })
    expect(await stored()).toEqual(
      changed({ 0: 'Gate/1 Cola 300 10/10', 1: 'Gate/4 Cola 350 10/10', 2: 'Lobby/1 Cola 250 4/10' }),
    )
  })

  test('is refused while no slot can be given back, and is possible afterwards', async () => {
    const { change: id } = await change({ slots: [{ sn: gate.sn, channel_sn: 1 }], price: 120 })
    await asMachine(app, gate, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
    expect((await undo(id)).body.rcode).toBe(401)
    await asMachine(app, gate, (ctx) => takeConfig(ctx, { init: 'done', slots: 6 }))
    expect((await undo(id)).body.rcode).toBe(0)
    expect(await stored()).toEqual(standing)
  })

  test('is for the author alone, in the author’s scope, and for an hour', async () => {
    const { change: id } = await change()
    const other = await makeStaff(app, owner, { permissions: ['device.manage'] })
    for (const as of [other, neighbour]) expect((await undo(id, as)).body.rcode).toBe(101)
    expect((await read({}, other)).undo).toBeNull()
    app.clock.advance(3_601)
    expect((await undo(id)).body.rcode).toBe(101)
    expect((await read()).undo).toBeNull()
  })

  test('does not reach machines that the author no longer sees', async () => {
    const moving = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here, elsewhere] })
    const { change: id } = (await edit({ ...all, price: 120 }, moving)).body.result
    await asOwner(app, 'delete from account_store where account_id = $1 and store_id = $2', [
      moving.accountId,
      elsewhere,
    ])
    expect((await undo(id, moving)).body.result).toMatchObject({ slots: 2, devices: 1, refused: [] })
    expect(await stored()).toEqual(changed({ 0: 'Gate/1 Cola 120 4/10', 1: 'Gate/4 Cola 120 4/10' }))
  })
})
