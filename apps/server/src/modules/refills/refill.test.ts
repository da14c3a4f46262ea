/** Machines that are booked as filled up, many at once, and the undo of that. */
import { errorCodes, refillCalls, slotCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { ledgerOf, sell } from '../../../test/refill-stand.ts'
import { takeConfig } from '../devices/index.ts'
import { sweep } from './index.ts'

const { getRefillList, refillDevices, undoRefill } = refillCalls

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const here = (await makeStore(app, owner, { store_name: 'Station' }))._id
const elsewhere = (await makeStore(app, owner, { store_name: 'Airport' }))._id
const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here] })

let cola: string
let water: string
let lobby: BoundMachine
let gate: BoundMachine
let sibling: BoundMachine
let theirs: BoundMachine

/** The lobby lacks 6 and 9 pieces, the gate 10; a sibling and a machine of the neighbour lack 6 each. */
beforeEach(async () => {
  app.clock.advance(3_700)
  cola = (await makeGoods(app, owner, { title: 'Cola' })).goods_id
  water = (await makeGoods(app, owner, { title: 'Water' })).goods_id
  lobby = await makeBoundMachine(app, owner, { title: 'Lobby', store: here })
  gate = await makeBoundMachine(app, owner, { title: 'Gate', store: elsewhere })
  sibling = await makeBoundMachine(app, owner, { title: 'Sibling', store: here })
  theirs = await makeBoundMachine(app, neighbour, { title: 'Theirs' })
  await stockSlot(app, lobby, 1, { goods: cola, quantity: 4 })
  await stockSlot(app, lobby, 2, { goods: water, quantity: 1 })
  await stockSlot(app, lobby, 3, { goods: water, quantity: 10 })
  await stockSlot(app, gate, 1, { goods: cola, quantity: 0 })
  await stockSlot(app, sibling, 1, { goods: cola, quantity: 4 })
  const { goods_id: theirCola } = await makeGoods(app, neighbour, { title: 'Cola' })
  await stockSlot(app, theirs, 1, { goods: theirCola, quantity: 4 })
})

type Input = Parameters<typeof app.call<typeof refillDevices>>[1]
const fill = (input: Input, as: Merchant = owner, key?: string) =>
  app.call(refillDevices, input, { as, ...(key ? { key } : {}) })
const undo = (refill: string, as: Merchant = owner, key?: string) =>
  app.call(undoRefill, { refill }, { as, ...(key ? { key } : {}) })
const both = () => ({ sns: [lobby.sn, gate.sn] })
const refilled = async (input: Input = both()): Promise<string> => (await fill(input)).body.result.refill
const shown = async (as: Merchant = owner) =>
  (await app.call(getRefillList, { condition: {} }, { as })).body.result

/** The stock of every slot with goods, by machine. */
async function stock(): Promise<Record<string, number[]>> {
  const rows = await asOwner<{ title: string; quantity: number[] }>(
    app,
    `select d.title, array_agg(c.quantity order by c.channel_sn) as quantity
       from channel c join device d on d.tenant_id = c.tenant_id and d.device_id = c.device_id
      where c.device_id = any($1::bigint[]) and c.goods_id is not null group by d.title`,
    [[lobby.id, gate.id, sibling.id, theirs.id]],
  )
  return Object.fromEntries(rows.map(({ title, quantity }) => [title, quantity]))
}
const standing = { Lobby: [4, 1, 10], Gate: [0], Sibling: [4], Theirs: [4] }
const search = (machine: BoundMachine) =>
  asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))

describe('a refill', () => {
  test('fills the chosen machines, as lines of the ledger, and no others', async () => {
    const hear = await listenAs(app, owner)
    const { body } = await fill(both())
    expect(body.result).toMatchObject({ pieces: 25, slots: 3, devices: 2, refused: [] })
    expect(await stock()).toEqual({ ...standing, Lobby: [10, 10, 10], Gate: [10] })
    expect(await ledgerOf(app, lobby, gate)).toEqual(['1 fill 4>10', '2 fill 1>10', '1 fill 0>10'])
    expect(await ledgerOf(app, sibling, theirs)).toEqual([])
    const events = await hear()
    expect(events).toContainEqual({ kind: 'slots', data: { sn: lobby.sn, slots: [1, 2] } })
    expect(events).toContainEqual({ kind: 'slots', data: { sn: gate.sn, slots: [1] } })
    const moves = await asOwner(
      app,
      'select distinct username, account_id from stock_move where device_id = $1',
      [lobby.id],
    )
    expect(moves).toEqual([{ username: owner.username, account_id: owner.accountId }])
  })

  test('writes one entry of the audit for each machine', async () => {
    await fill(both())
    const rows = await asOwner(
      app,
      `select object_id, after from audit where call = 'refillDevices' and object_id = any($1) order by object_id::bigint`,
      [[lobby.id, gate.id]],
    )
    expect(rows).toEqual([
      { object_id: lobby.id, after: { sn: lobby.sn, reason: 'fill', channel_sn: '1, 2', pieces: 15 } },
      { object_id: gate.id, after: { sn: gate.sn, reason: 'fill', channel_sn: '1', pieces: 10 } },
    ])
  })

  test('fills low slots only where the list shows only those', async () => {
    const { body } = await fill({ ...both(), slots: 'low' })
    expect(body.result).toMatchObject({ pieces: 19, slots: 2 })
    expect(await stock()).toMatchObject({ Lobby: [4, 10, 10], Gate: [10] })
  })

  test('fills all machines of a filter, in the caller’s scope', async () => {
    const { body } = await fill({ condition: { sns: [lobby.sn, gate.sn, sibling.sn], q: 'Cola' } }, clerk)
    expect(body.result).toMatchObject({ devices: 2, refused: [] })
    expect(await stock()).toEqual({ ...standing, Lobby: [10, 10, 10], Sibling: [10] })
  })

  test('leaves disabled slots and those without goods alone', async () => {
    await asOwner(app, 'update channel set enabled = false where device_id = $1 and channel_sn = 2', [
      lobby.id,
    ])
    expect((await fill({ sns: [lobby.sn] })).body.result).toMatchObject({ pieces: 6, slots: 1 })
    expect(await stock()).toMatchObject({ Lobby: [10, 1, 10] })
  })

  test('does not know machines of others, and then fills none', async () => {
    for (const [sns, as] of [
      [[lobby.sn, gate.sn], clerk],
      [[lobby.sn, theirs.sn], owner],
      [[lobby.sn], neighbour],
    ] as const)
      expect((await fill({ sns: [...sns] }, as)).body.rcode).toBe(101)
    expect(await stock()).toEqual(standing)
  })

  test('leaves machines out that search for their slots, rest, or hold no pieces, and names each', async () => {
    const pulse = await makeBoundMachine(app, owner, { type: 'pulse', title: 'Pulse' })
    await search(gate)
    await app.call(slotCalls.setChannelInfo, { sn: sibling.sn, channel_sn: 1, price: 400 }, { as: owner })
    const { body } = await fill({ sns: [lobby.sn, gate.sn, sibling.sn, pulse.sn] })
    expect(body.result).toMatchObject({ pieces: 15, devices: 1 })
    expect(body.result.refused).toHaveLength(3)
    expect(body.result.refused).toEqual(
      expect.arrayContaining([
        { sn: gate.sn, title: 'Gate', reason: 'busy', rcode: 401 },
        { sn: sibling.sn, title: 'Sibling', reason: 'wait', rcode: 105 },
        { sn: pulse.sn, title: 'Pulse', reason: 'type', rcode: errorCodes.notForType },
      ]),
    )
    expect(await stock()).toEqual({ ...standing, Lobby: [10, 10, 10] })
    expect((await fill({ sns: [gate.sn] })).body.rcode).toBe(401)
    expect((await fill({ sns: [pulse.sn] })).body.rcode).toBe(errorCodes.notForType)
  })

  test('says when nothing is missing', async () => {
    await fill(both())
    app.clock.advance(4)
    expect((await fill(both())).body).toMatchObject({ rcode: 103, msg: expect.stringContaining('refill') })
    expect((await fill({ condition: { q: 'no such machine' } })).body.rcode).toBe(103)
  })

  test('needs machines or a filter, not both', async () => {
    for (const input of [{}, { sns: [] }, { ...both(), condition: {} }])
      expect((await fill(input)).body.rcode).toBe(100)
  })

  test('happens once, however often it is repeated', async () => {
    const first = await fill(both(), owner, 'same-refill-1')
    await sell(app, lobby, 1)
    app.clock.advance(4)
    const again = await fill(both(), owner, 'same-refill-1')
    expect(again.body.result).toEqual(first.body.result)
    expect(await stock()).toMatchObject({ Lobby: [9, 10, 10] })
    const rows = await asOwner(app, 'select 1 from bulk_refill where $1 = any(device_ids)', [lobby.id])
    expect(rows).toHaveLength(1)
  })

  test('by several hands at once adds each piece once', async () => {
    const helpers = [owner, clerk, await makeStaff(app, owner, { permissions: ['device.manage'] })]
    const answers = await Promise.all(
      helpers.flatMap((as) => [fill({ sns: [lobby.sn] }, as), fill({ sns: [lobby.sn, sibling.sn] }, as)]),
    )
    const pieces = answers.reduce((sum, { body }) => sum + (body.rcode === 0 ? body.result.pieces : 0), 0)
    expect(pieces).toBe(21)
    expect(await stock()).toEqual({ ...standing, Lobby: [10, 10, 10], Sibling: [10] })
  })

  test('and sales at the same time leave no piece uncounted', async () => {
    await Promise.all([fill(both()), sell(app, lobby, 1), sell(app, lobby, 3, 2), sell(app, sibling, 1)])
    const [sum] = await asOwner<{ n: number }>(
      app,
      `select (select coalesce(sum(after - before), 0) from stock_move where device_id = any($1::bigint[]))::int as n`,
      [[lobby.id, gate.id, sibling.id]],
    )
    const { Lobby = [], Gate = [], Sibling = [] } = await stock()
    const now = [...Lobby, ...Gate, ...Sibling].reduce((a, b) => a + b, 0)
    expect(now - 19).toBe(sum?.n)
  })
})

describe('undoing a refill', () => {
  test('takes back exactly the pieces that were added, as lines of the ledger, and nothing else', async () => {
    const refill = await refilled()
    expect((await shown()).undos).toMatchObject([{ refill, kind: 'fill', pieces: 25, devices: 2 }])
    const { body } = await undo(refill)
    expect(body.result).toEqual({ pieces: 25, restored: 0, slots: 3, devices: 2, left: [] })
    expect(await stock()).toEqual(standing)
    expect(await ledgerOf(app, lobby)).toEqual([
      '1 fill 4>10',
      '2 fill 1>10',
      '1 unfill 10>4',
      '2 unfill 10>1',
    ])
    expect((await shown()).undos).toEqual([])
    expect((await undo(refill)).body.rcode).toBe(101)
  })

  test('leaves sales in between on the books', async () => {
    const refill = await refilled()
    await sell(app, lobby, 1, 3)
    expect((await undo(refill)).body.result).toMatchObject({ pieces: 25, left: [] })
    expect(await stock()).toEqual({ ...standing, Lobby: [1, 1, 10] })
  })

  test('never takes more than is there, and says what could not be taken back', async () => {
    const refill = await refilled()
    await sell(app, lobby, 2, 3)
    await sell(app, gate, 1, 10)
    const { body } = await undo(refill)
    expect(body.result).toMatchObject({ pieces: 13, slots: 2, devices: 1 })
    expect(body.result.left).toEqual([
      { sn: lobby.sn, title: 'Lobby', channel_sn: [2], pieces: 2, reason: 'sold' },
      { sn: gate.sn, title: 'Gate', channel_sn: [1], pieces: 10, reason: 'sold' },
    ])
    expect(await stock()).toEqual({ ...standing, Lobby: [4, 0, 10] })
  })

  test('leaves slots alone that were counted, filled or given other goods since', async () => {
    const refill = await refilled({ sns: [lobby.sn, gate.sn, sibling.sn] })
    app.clock.advance(4)
    await app.call(slotCalls.setChannelInfo, { sn: lobby.sn, channel_sn: 1, quantity: 8 }, { as: owner })
    await sell(app, sibling, 1)
    await app.call(slotCalls.setQuantity, { sn: sibling.sn, type: 1 }, { as: clerk })
    await app.call(slotCalls.setChannelInfo, { sn: gate.sn, channel_sn: 1, goods: water }, { as: owner })
    const { body } = await undo(refill)
    expect(body.result).toMatchObject({ pieces: 9, slots: 1, devices: 1 })
    expect(body.result.left.map(({ title, reason, pieces }) => [title, reason, pieces])).toEqual([
      ['Lobby', 'changed', 6],
      ['Gate', 'changed', 10],
      ['Sibling', 'changed', 6],
    ])
    expect(await stock()).toEqual({ ...standing, Lobby: [8, 1, 10], Gate: [0], Sibling: [10] })
  })

  test('is not hindered by a new price', async () => {
    const refill = await refilled()
    app.clock.advance(4)
    await app.call(slotCalls.setChannelInfo, { sn: lobby.sn, channel_sn: 1, price: 400 }, { as: owner })
    expect((await undo(refill)).body.result).toMatchObject({ pieces: 25, left: [] })
  })

  test('leaves a machine out that searches for its slots, and waits where it is the only one', async () => {
    const refill = await refilled()
    await search(gate)
    expect((await undo(refill)).body.result).toMatchObject({
      pieces: 15,
      left: [{ sn: gate.sn, pieces: 10, reason: 'busy' }],
    })
    expect((await shown()).undos).toMatchObject([{ refill, pieces: 10, devices: 1 }])
    await asMachine(app, gate, (ctx) => takeConfig(ctx, { init: 'done', slots: 6 }))
    expect((await undo(refill)).body.result).toMatchObject({ pieces: 10, devices: 1, left: [] })
    expect((await undo(refill)).body.rcode).toBe(101)
    const alone = await refilled({ sns: [sibling.sn] })
    await search(sibling)
    expect((await undo(alone)).body.rcode).toBe(401)
    await asMachine(app, sibling, (ctx) => takeConfig(ctx, { init: 'done', slots: 6 }))
    expect((await undo(alone)).body.rcode).toBe(0)
  })

  test('is for the author alone, in the author’s scope, and for an hour', async () => {
    const refill = await refilled()
    for (const as of [clerk, neighbour]) expect((await undo(refill, as)).body.rcode).toBe(101)
    expect((await shown(clerk)).undos).toEqual([])
    app.clock.advance(3_601)
    expect((await undo(refill)).body.rcode).toBe(101)
    expect((await shown()).undos).toEqual([])
    expect(await stock()).toEqual({ ...standing, Lobby: [10, 10, 10], Gate: [10] })
  })

  test('reaches no machine that has left the author’s scope', async () => {
    const roaming = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here, elsewhere] })
    const { refill } = (await fill(both(), roaming)).body.result
    await asOwner(app, 'delete from account_store where account_id = $1 and store_id = $2', [
      roaming.accountId,
      elsewhere,
    ])
    const { body } = await undo(refill, roaming)
    expect(body.result).toMatchObject({ pieces: 15, devices: 1, left: [] })
    expect(await stock()).toEqual({ ...standing, Gate: [10] })
  })

  test('happens once, however often and by however many it is sent', async () => {
    const refill = await refilled()
    const answers = await Promise.all([
      undo(refill),
      undo(refill),
      undo(refill, owner, 'same-undo-1'),
      undo(refill, owner, 'same-undo-1'),
    ])
    const pieces = new Set(
      answers.filter(({ body }) => body.rcode === 0).map(({ body }) => body.result.pieces),
    )
    expect([...pieces]).toEqual([25])
    expect(await stock()).toEqual(standing)
  })

  test('is forgotten by the sweep when it is over', async () => {
    await refilled()
    const kept = async () =>
      (await asOwner(app, 'select 1 from bulk_refill where $1 = any(device_ids)', [lobby.id])).length
    await sweep(app.deps, owner.tenantId, app.clock.now)
    expect(await kept()).toBe(1)
    app.clock.advance(3_601)
    await sweep(app.deps, owner.tenantId, app.clock.now)
    expect(await kept()).toBe(0)
  })
})
