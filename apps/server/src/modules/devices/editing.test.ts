/** Settings of machines, and whose they are. */
import { auditChanges, channelCalls, deviceCalls } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../../test/app.ts'
import {
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  unlock,
} from '../../../test/factories.ts'
import { HandMachine } from '../../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine, makeMachine } from '../../../test/machines.ts'
import { listenAs } from '../../../test/listening.ts'
import { asOwner } from '../../../test/owner.ts'
import { type Gateway, startGateway } from '../../gateway/gateway.ts'
import { inTenant } from '../../kernel/db.ts'
import { bindMachine } from './index.ts'

let app: TestApp
let owner: Merchant
let gateway: Gateway
let sign: string
const hands: HandMachine[] = []

beforeAll(async () => {
  app = await startApp()
  gateway = await startGateway(app.deps)
  owner = await makeMerchant(app)
  sign = await unlock(app, owner)
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

describe('what was before', () => {
  const auditOf = (call: string, { id }: BoundMachine) =>
    asOwner<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
      app,
      'select before, after from audit where call = $1 and object_id = $2 order by audit_id desc limit 1',
      [call, id],
    )

  test('stands in the audit, slot by slot where slots differ', async () => {
    const [machine, model] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    const goods = (await makeGoods(app, owner, { title: 'Tea', price: 300 })).goods_id
    const set = (sn: string, slots: number[], edit: object) => {
      app.clock.advance(4)
      return app.call(channelCalls.setChannelInfo, { sn, channel_sn: slots, ...edit }, { as: owner })
    }
    await set(machine.sn, [1], { goods, price: 300, max: 5 })
    await set(machine.sn, [2], { goods, price: 450, max: 5 })
    await set(machine.sn, [1, 2], { price: 2 })
    const [edited] = await auditOf('setChannelInfo', machine)
    expect(edited).toMatchObject({ before: { price: [300, 450] }, after: { channel_sn: '1, 2', price: 2 } })
    // Those who read it are told which slots.
    const told = auditChanges('en-US', { object: 'device', before: null, after: null, ...edited })
    expect(told).toContainEqual(expect.objectContaining({ field: 'channel_sn', after: '1, 2' }))
    app.clock.advance(4)
    await app.call(channelCalls.copyChannels, { sn: machine.sn, from: model.sn }, { as: owner })
    const [copied] = await auditOf('copyChannels', machine)
    expect(copied?.before).toMatchObject({ goods: ['Tea', 'Tea', null, null, null, null] })
    expect(copied?.after).toMatchObject({ copied_from: model.sn, goods: null })
    await set(machine.sn, [2], { goods, price: 300 })
    app.clock.advance(4)
    await app.call(channelCalls.putDownGoods, { sn: machine.sn, channel_sn: [1, 2] }, { as: owner })
    expect(await auditOf('putDownGoods', machine)).toMatchObject([
      { before: { goods: [null, 'Tea'] }, after: { channel_sn: '1, 2' } },
    ])
  })

  test('stands there too where one price holds for all', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
    const edit = (fields: object) =>
      app.call(deviceCalls.editDev, { sn: machine.sn, ...fields }, { as: owner })
    const early = await edit({ game_price: 100 })
    expect(early.body.result).toEqual({
      errors: [{ path: 'game_price', message: 'Only where all slots share one' }],
    })
    await edit({ same_gp: true, game_price: 100 })
    await edit({ game_price: 150 })
    expect(await auditOf('editDev', machine)).toMatchObject([
      { before: { game_price: 100 }, after: { game_price: 150 } },
    ])
  })
})

test('an answer is repeated only to who may still see what it tells', async () => {
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

test('a machine that is moved is news to those whom it leaves and to those to whom it comes', async () => {
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
  test('all wait for a machine that has never been there', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'pulse' })
    const { data } = (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner }))
      .body.result
    expect(data[0]).toMatchObject({ applied: false, waiting: ['title', 'extend', 'slots'] })
  })

  test('that were saved under other rules are shown, and do not stand in the way', async () => {
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

describe('binding', () => {
  const bind = (input: { sn: string; code: string; store?: string | null }, as: Merchant = owner) =>
    app.call(deviceCalls.bindDev, input, { as })

  test('by the code on the machine, once; afterwards it is somebody’s', async () => {
    const { sn, code } = await makeMachine(app)
    const store = await makeStore(app, owner)
    expect((await bind({ sn, code: 'wrong' })).body).toMatchObject({ rcode: 403, msg: 'Unknown Device' })
    expect((await bind({ sn: '999999999', code })).body).toMatchObject({ rcode: 403 })
    const { body } = await bind({ sn, code, store: store._id })
    expect(body.result).toMatchObject({ sn, title: `#${sn}`, store: store._id, online: false })
    // The answer was lost, and he scans again.
    expect((await bind({ sn, code })).body.result).toMatchObject({ sn, store: store._id })
    const idle = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    expect((await bind({ sn, code }, idle)).body.rcode).toBe(404)
    const stranger = await makeMerchant(app)
    expect((await bind({ sn, code }, stranger)).body).toMatchObject({ rcode: 404, msg: 'Binding Error' })
    // Who has not seen the code learns nothing.
    expect((await bind({ sn, code: 'wrong' }, stranger)).body).toMatchObject({ rcode: 403 })
    await app.call(deviceCalls.unbind, { sn, sign }, { as: owner })
    expect((await bind({ sn, code }, stranger)).body).toMatchObject({ rcode: 403 })
  })

  test('needs the right to, and gives a clerk the machine he bound', async () => {
    const { sn, code } = await makeMachine(app)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    expect(
      (await bind({ sn, code }, await makeStaff(app, owner, { permissions: ['home'] }))).body.rcode,
    ).toBe(300)
    expect((await bind({ sn, code }, clerk)).body.rcode).toBe(0)
    const seen = await app.call(deviceCalls.getDev, { condition: {} }, { as: clerk })
    expect(seen.body.result.data.map((device) => device.sn)).toEqual([sn])
  })

  test('ends once, however many want it to', async () => {
    const machine = await makeBoundMachine(app, owner)
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call(deviceCalls.unbind, { sn: machine.sn, sign }, { as: owner })),
    )
    expect(answers.map(({ body }) => body.rcode).toSorted()).toEqual([0, 101, 101])
  })

  test('ends with what was in the machine booked out and nothing left open', async () => {
    const machine = await makeBoundMachine(app, owner)
    const goods = await makeGoods(app, owner, { title: 'Left', price: 300 })
    await app.call(
      channelCalls.setChannelInfo,
      { sn: machine.sn, channel_sn: 1, goods: goods.goods_id, max: 4, quantity: 4 },
      { as: owner },
    )
    expect((await app.call(deviceCalls.unbind, { sn: machine.sn, sign }, { as: owner })).body.rcode).toBe(0)
    expect(
      await asOwner(
        app,
        'select reason, before, after from stock_move where device_id = $1 order by move_id desc limit 1',
        [machine.id],
      ),
    ).toEqual([{ reason: 'unbind', before: 4, after: 0 }])
    const { body } = await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner })
    expect(body.result.count).toBe(0)
    // Once more his, and what was before is still there.
    const again = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      bindMachine(tx, owner.tenantId, app.clock.now, { sn: machine.sn, title: 'Again' }),
    )
    const all = await app.call(deviceCalls.getDevHistory, { condition: { sn: machine.sn } }, { as: owner })
    expect(all.body.result.data[0]).toMatchObject({ kind: 'stock', reason: 'unbind' })
    const before = { sn: machine.sn, to: '2020-01-01' }
    const none = await app.call(deviceCalls.getDevHistory, { condition: before }, { as: owner })
    expect(none.body.result.count).toBe(0)
    expect(again?.deviceId).not.toBe(machine.id)
    await app.call(deviceCalls.unbind, { sn: machine.sn, sign }, { as: owner })
    // What was, can still be read, by him and those who could see the machine.
    const past = (as: Merchant) =>
      app.call(deviceCalls.getDevHistory, { condition: { sn: machine.sn } }, { as })
    expect((await past(owner)).body.result.data[0]).toMatchObject({ kind: 'stock', reason: 'unbind' })
    expect((await past(await makeMerchant(app))).body.rcode).toBe(101)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    expect((await past(clerk)).body.rcode).toBe(101)
    const former = await app.call(deviceCalls.getAllDevice, { condition: { former: true } }, { as: owner })
    expect(former.body.result.data.map(({ sn }) => sn)).toContain(machine.sn)
    const now = await app.call(deviceCalls.getAllDevice, { condition: {} }, { as: owner })
    expect(now.body.result.data.map(({ sn }) => sn)).not.toContain(machine.sn)
  })
})
