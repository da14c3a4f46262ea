/** Settings of machines. */
import { auditChanges, deviceCalls, slotCalls } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../../test/app.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import { makeGoods, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { HandMachine } from '../../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { listenAs } from '../../../test/listening.ts'
import { asOwner } from '../../../test/owner.ts'
import { type Gateway, startGateway } from '../../gateway/gateway.ts'

let app: TestApp
let owner: Merchant
let gateway: Gateway
const hands: HandMachine[] = []

beforeAll(async () => {
  app = await startApp()
  gateway = await startGateway(app.deps)
  owner = await makeMerchant(app)
})
afterEach(async () => {
  for (const hand of hands.splice(0)) await hand.client.endAsync(true)
})
afterAll(async () => {
  await gateway.close()
  await app.close()
})

async function come(machine: BoundMachine): Promise<HandMachine> {
  const hand = await HandMachine.connect(gateway.port ?? 0, machine, { boot: 1 })
  hands.push(hand)
  await hand.say('status', { state: 'online', boot: 1 })
  return hand
}

test('an edit with an old revision is refused and changes nothing', async () => {
  const machine = await makeBoundMachine(app, owner, { title: 'Before' })
  const edit = (title: string, rev?: number) => {
    app.clock.advance(4)
    return app.call(deviceCalls.editDev, { sn: machine.sn, title, ...(rev ? { rev } : {}) }, { as: owner })
  }
  const read = async () =>
    (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner })).body.result
      .data[0]
  const { rev = 0 } = (await read()) ?? {}
  expect((await edit('First', rev)).body.rcode).toBe(0)
  expect((await edit('Second', rev)).body.rcode).toBe(103)
  expect(await read()).toMatchObject({ title: 'First', rev: rev + 1 })
})

test('an edit is told once to the staff of the store, and also to that of the store which the machine leaves', async () => {
  const [old, next] = [await makeStore(app, owner), await makeStore(app, owner)]
  const machine = await makeBoundMachine(app, owner, { store: old._id })
  const events = () =>
    asOwner(
      app,
      `select event_id from live_event where tenant_id = $1 and data ->> 'sn' = $2 order by event_id`,
      [owner.tenantId, machine.sn],
    )
  const edit = async (change: object) => {
    const before = (await events()).length
    app.clock.advance(4)
    await app.call(deviceCalls.editDev, { sn: machine.sn, ...change }, { as: owner })
    return (await events()).slice(before).length
  }
  expect(await edit({ title: 'Hall' })).toBe(1)
  expect(await edit({ store: old._id })).toBe(1)
  expect(await edit({ store: next._id })).toBe(2)
  expect(await edit({ store: null })).toBe(2)
  expect(await edit({ store: next._id })).toBe(1)
})

describe('the values before a change', () => {
  const auditOf = (call: string, { id }: BoundMachine) =>
    asOwner<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
      app,
      'select before, after from audit where call = $1 and object_id = $2 order by audit_id desc limit 1',
      [call, id],
    )

  test('stand in the audit, slot by slot where slots differ', async () => {
    const [machine, model] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    const goods = (await makeGoods(app, owner, { title: 'Tea', price: 300 })).goods_id
    const set = (sn: string, slots: number[], edit: object) => {
      app.clock.advance(4)
      return app.call(slotCalls.setChannelInfo, { sn, channel_sn: slots, ...edit }, { as: owner })
    }
    await set(machine.sn, [1], { goods, price: 300, max: 5 })
    await set(machine.sn, [2], { goods, price: 450, max: 5 })
    await set(machine.sn, [1, 2], { price: 2 })
    const [edited] = await auditOf('setChannelInfo', machine)
    expect(edited).toMatchObject({ before: { price: [300, 450] }, after: { channel_sn: '1, 2', price: 2 } })
    // The audit names the slots.
    const line = { call: 'setChannelInfo', object: 'device', before: null, after: null, ...edited }
    const lines = auditChanges('en-US', line)
    expect(lines).toContainEqual(expect.objectContaining({ field: 'channel_sn', after: '1, 2' }))
    app.clock.advance(4)
    await app.call(slotCalls.copyChannels, { sn: machine.sn, from: model.sn }, { as: owner })
    const [copied] = await auditOf('copyChannels', machine)
    expect(copied?.before).toMatchObject({ goods: ['Tea', 'Tea', null, null, null, null] })
    expect(copied?.after).toMatchObject({ copied_from: model.sn, goods: null })
    await set(machine.sn, [2], { goods, price: 300 })
    app.clock.advance(4)
    await app.call(slotCalls.putDownGoods, { sn: machine.sn, channel_sn: [1, 2] }, { as: owner })
    expect(await auditOf('putDownGoods', machine)).toMatchObject([
      { before: { goods: [null, 'Tea'] }, after: { channel_sn: '1, 2' } },
    ])
  })

  test('stand in the audit once where one price holds for all slots', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
    const edit = (fields: object) =>
      app.call(deviceCalls.editDev, { sn: machine.sn, ...fields }, { as: owner })
    const early = await edit({ game_price: 100 })
    expect(early.body.result).toEqual({
      errors: [{ path: 'game_price', message: 'Can only be set here when all slots share one value' }],
    })
    await edit({ same_gp: true, game_price: 100 })
    await edit({ game_price: 150 })
    expect(await auditOf('editDev', machine)).toMatchObject([
      { before: { game_price: 100 }, after: { game_price: 150 } },
    ])
  })
})

test('a repeated request gets its stored answer only while the user may still see the machine', async () => {
  const store = (await makeStore(app, owner))._id
  const machine = await makeBoundMachine(app, owner, { store, type: 'vending' })
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [store] })
  const edit = () =>
    app.call(deviceCalls.editDev, { sn: machine.sn, lamp_brightness: 33 }, { as: clerk, key: 'once-0001' })
  expect((await edit()).body.rcode).toBe(0)
  expect((await edit()).body.rcode).toBe(0)
  await asOwner(app, 'delete from account_store where account_id = $1', [clerk.accountId])
  expect((await edit()).body).toMatchObject({ rcode: 302, result: null })
})

test('moving a machine sends an event to the users of its old store and of its new one', async () => {
  const [from, to] = [(await makeStore(app, owner))._id, (await makeStore(app, owner))._id]
  const machine = await makeBoundMachine(app, owner, { store: from })
  for (const stores of [[from], [to]]) {
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores })
    const heard = await listenAs(app, clerk)
    const store = stores[0] === from ? to : null
    const { body } = await app.call(deviceCalls.editDev, { sn: machine.sn, store }, { as: owner })
    expect(body.rcode).toBe(0)
    expect((await heard()).map(({ kind }) => kind)).toEqual(['machine'])
  }
})

describe('settings', () => {
  test('lose the payout account only when that is asked for, and at no other machine', async () => {
    const [machine, sibling] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    const ids = [machine.id, sibling.id]
    const { merchant_id: card } = await makeApproved(app, owner)
    const sns = [machine.sn, sibling.sn]
    await app.call(deviceCalls.editDevs, { sns, merchant_id: card }, { as: owner })
    const accounts = async () =>
      (
        await asOwner<{ merchant_id: string | null }>(
          app,
          'select merchant_id from device where device_id = any($1) order by device_id',
          [ids],
        )
      ).map((row) => row.merchant_id)
    const edit = (change: object) =>
      app.call(deviceCalls.editDev, { sn: machine.sn, ...change }, { as: owner })
    await edit({ title: 'Lobby' })
    expect(await accounts()).toEqual([card, card])
    await edit({ merchant_id: null })
    expect(await accounts()).toEqual([null, card])
  })

  test('all wait for a machine that has never been there', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'pulse' })
    const { data } = (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner }))
      .body.result
    expect(data[0]).toMatchObject({ applied: false, waiting: ['title', 'extend', 'slots'] })
  })

  test('that break the present rules are shown, and do not block other changes', async () => {
    const machine = await makeBoundMachine(app, owner)
    const old = { lamp_color: 'blue', gone_since: 1, extend: [{ key: 'secret', value: 'x', note: '' }] }
    await asOwner(app, 'update device set settings = $2 where device_id = $1', [machine.id, old])
    const { data } = (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner }))
      .body.result
    expect(data[0]).toMatchObject({ lamp_color: 'blue', extend: old.extend })
    const edit = { sn: machine.sn, title: 'Lobby' }
    expect((await app.call(deviceCalls.editDev, edit, { as: owner })).body).toMatchObject({ rcode: 0 })
  })

  test('reach the machine, which says that it has them', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'lipstick' })
    const hand = await come(machine)
    const first = await hand.hears('config')
    await hand.say('config', { rev: first.rev })
    const { body } = await app.call(
      deviceCalls.editDev,
      {
        sn: machine.sn,
        title: 'Lobby',
        game_mode: 'hard',
        lamp_color: 'jade green',
        extend: [{ key: 'door_ms', value: '5' }],
      },
      { as: owner },
    )
    expect(body.result).toMatchObject({ title: 'Lobby', game_mode: 'hard', applied: false })
    expect(body.result.waiting.toSorted()).toEqual(['extend', 'game_mode', 'lamp_color', 'title'])
    const { rev, settings } = await hand.hears('config', (config) => config.rev > first.rev)
    expect(settings).toMatchObject({ title: 'Lobby', game_mode: 'hard', lamp_color: 'jade green' })
    expect(settings['slots']).toHaveLength(6)
    await hand.say('config', { rev })
    const { data } = (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner }))
      .body.result
    expect(data[0]).toMatchObject({ applied: true, waiting: [] })
  })

  test('that a machine says it cannot do are not supported, until they are changed', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'lipstick' })
    const hand = await come(machine)
    const { rev } = await hand.hears('config')
    const read = async () =>
      (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner })).body.result
        .data[0]
    await hand.say('config', { rev, unsupported: ['lamp_style', 'game_mode', 'extend.door_ms'] })
    const named = { applied: true, waiting: [], unsupported: ['extend.door_ms', 'game_mode', 'lamp_style'] }
    expect(await read()).toMatchObject(named)
    app.clock.advance(4)
    await app.call(deviceCalls.editDev, { sn: machine.sn, game_mode: 'hard' }, { as: owner })
    expect(await read()).toMatchObject({
      applied: false,
      waiting: ['game_mode'],
      unsupported: ['extend.door_ms', 'lamp_style'],
    })
    const next = await hand.hears('config', (config) => config.rev > rev)
    await hand.say('config', { rev: next.rev, unsupported: ['lamp_style'] })
    expect(await read()).toMatchObject({ applied: true, unsupported: ['lamp_style'] })
    // With new software it has the same revision, and all of it.
    await hand.say('config', { rev: next.rev })
    expect(await read()).toMatchObject({ applied: true, unsupported: [] })
  })

  test.each([
    ['a game on a vending machine', { game_mode: 'hard' }, 'game_mode', 'do not have this setting'],
    ['a key that opens doors', { extend: [{ key: 'secret', value: 'x' }] }, 'extend', 'not allowed'],
    ['a key of ours', { extend: [{ key: 'lamp_color', value: 'x' }] }, 'extend', 'not allowed'],
    [
      'on and off at once',
      { power_ctrl: true, power_on: '08:00', power_off: '08:00' },
      'power_off',
      'different',
    ],
    ['an account that is not there', { merchant_id: '7' }, 'merchant_id', 'does not exist'],
    ['a store that is not there', { store: '999999' }, 'store', 'does not exist'],
  ])('refuse %s', async (_what, edit, path, message) => {
    const machine = await makeBoundMachine(app, owner)
    const { body } = await app.post(deviceCalls.editDev.path, { sn: machine.sn, ...edit }, { as: owner })
    expect(body.rcode).toBe(100)
    const [first] = (body.result as { errors: { path: string; message: string }[] }).errors
    expect(first?.path).toContain(path)
    expect(first?.message).toContain(message)
  })

  test.each([
    ['store', { store: null }],
    ['merchant_id', { merchant_id: '7' }],
  ])('leave the field %s to those who manage machines', async (path, edit) => {
    const { _id: store } = await makeStore(app, owner)
    const machine = await makeBoundMachine(app, owner, { store })
    const technician = await makeStaff(app, owner, { permissions: ['device.setting'] })
    const { body } = await app.call(deviceCalls.editDev, { sn: machine.sn, ...edit }, { as: technician })
    expect(body).toMatchObject({ rcode: 300, result: { errors: [{ path }] } })
    const stays = { sn: machine.sn, store, title: 'By the technician' }
    expect((await app.call(deviceCalls.editDev, stays, { as: technician })).body.rcode).toBe(0)
  })

  test('of many machines change together, or not at all', async () => {
    const [one, two] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    const game = await makeBoundMachine(app, owner, { type: 'pulse', slots: 1 })
    const all = { lamp_ctrl: false }
    expect(
      (await app.call(deviceCalls.editDevs, { sns: [one.sn, two.sn, game.sn], ...all }, { as: owner })).body
        .rcode,
    ).toBe(100)
    const lamps = async () =>
      (
        await app.call(
          deviceCalls.getDev,
          { condition: { sns: [one.sn, two.sn], order: 'newest' } },
          { as: owner },
        )
      ).body.result.data.map((device) => device.lamp_ctrl)
    expect(await lamps()).toEqual([true, true])
    expect(
      (await app.call(deviceCalls.editDevs, { sns: [one.sn, two.sn], ...all }, { as: owner })).body.result,
    ).toEqual({ count: 2 })
    expect(await lamps()).toEqual([false, false])
  })
})
