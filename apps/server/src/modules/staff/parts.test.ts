/** Refilling, prices and settings are parts of device management that can be given apart. */
import { deviceCalls, type Permission, permissions, slotCalls, staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import {
  makeGoods,
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
  type Merchant,
} from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { makeBoundMachine } from '../../../test/machines.ts'

const parts = ['device.refill', 'device.price', 'device.setting'] as const
const detail = (...names: Permission[]): string => names.map((name) => permissions[name].id).join()

const app = await testApp()
const owner = await makeMerchant(app)
const store = (await makeStore(app, owner))._id
const cola = (await makeGoods(app, owner, { title: 'Cola', price: 350 })).goods_id
const staff = Object.fromEntries(
  await Promise.all(
    [...parts, 'device.manage' as const].map(
      async (name) => [name, await makeStaff(app, owner, { permissions: [name] })] as const,
    ),
  ),
) as Record<(typeof parts)[number] | 'device.manage', Merchant>

/** What a slot and a machine accept from each of the four. */
async function fieldsOf(who: Merchant, try_: (as: Merchant) => Promise<{ rcode: number; result: unknown }>) {
  const { rcode, result } = await try_(who)
  const errors = (result as { errors?: { path: string }[] } | null)?.errors ?? []
  return rcode === 0 ? 'taken' : [rcode, ...errors.map(({ path }) => path)]
}

describe('a slot', () => {
  const fields = {
    quantity: { quantity: 3 },
    goods: { goods: cola, price: 350 },
    price: { price: 400 },
    max: { max: 12 },
    enabled: { enabled: false },
  }
  test.each(Object.entries(fields))('takes %s from those who have that work', async (name, change) => {
    const machine = await makeBoundMachine(app, owner, { store })
    const edit = async (as: Merchant, info: object) => {
      app.clock.advance(4)
      return (
        await app.post(slotCalls.setChannelInfo.path, { sn: machine.sn, channel_sn: [1], ...info }, { as })
      ).body
    }
    await edit(owner, { goods: cola, price: 350, max: 10, quantity: 5 })
    const takes = (who: Merchant) => fieldsOf(who, (as) => edit(as, change))
    const isStock = name === 'quantity'
    expect(await takes(staff['device.refill'])).toEqual(isStock ? 'taken' : [300, Object.keys(change)[0]])
    expect(await takes(staff['device.price'])).toEqual(isStock ? [300, 'quantity'] : 'taken')
    expect(await takes(staff['device.setting'])).toEqual([300])
    expect(await takes(staff['device.manage'])).toEqual('taken')
  })

  test('is not changed at all when one of its fields may not be', async () => {
    const machine = await makeBoundMachine(app, owner, { store })
    const key = { sn: machine.sn, channel_sn: [1] }
    await app.call(
      slotCalls.setChannelInfo,
      { ...key, goods: cola, price: 350, max: 10, quantity: 5 },
      { as: owner },
    )
    app.clock.advance(4)
    const { body } = await app.call(
      slotCalls.setChannelInfo,
      { ...key, quantity: 9, price: 2 },
      { as: staff['device.refill'] },
    )
    expect(body).toMatchObject({
      rcode: 300,
      result: { errors: [{ path: 'price', message: 'You have no permission to change this' }] },
    })
    const { body: read } = await app.call(
      slotCalls.getDevChannel,
      { sn: machine.sn },
      { as: staff['device.refill'] },
    )
    expect(read.result.data[0]).toMatchObject({ quantity: 5, price: 350 })
  })
})

describe('settings of a machine', () => {
  test('are changed without its place, its payout account and its prices', async () => {
    const other = (await makeStore(app, owner))._id
    const machine = await makeBoundMachine(app, owner, { store, type: 'lipstick' })
    const edit = (change: object) => (as: Merchant) => {
      app.clock.advance(4)
      return app
        .post(deviceCalls.editDev.path, { sn: machine.sn, ...change }, { as })
        .then(({ body }) => body)
    }
    const setter = staff['device.setting']
    expect(await fieldsOf(setter, edit({ title: 'Door', power_ctrl: true, store }))).toBe('taken')
    expect(await fieldsOf(setter, edit({ store: other }))).toEqual([300, 'store'])
    expect(await fieldsOf(setter, edit({ store: null }))).toEqual([300, 'store'])
    expect(await fieldsOf(setter, edit({ merchant_id: '1' }))).toEqual([300, 'merchant_id'])
    expect(await fieldsOf(setter, edit({ same_gp: true, game_price: 100 }))).toEqual([300, 'game_price'])
    expect(await fieldsOf(setter, edit({ same_gp: true }))).toEqual([300, 'same_gp'])
    expect(await fieldsOf(owner, edit({ same_gp: true, game_price: 100 }))).toBe('taken')
    expect(await fieldsOf(setter, edit({ same_gp: false }))).toEqual([300, 'same_gp'])
    expect(await fieldsOf(setter, edit({ same_gp: true, same_pb: false, title: 'Gate' }))).toBe('taken')
    const split = { sns: [machine.sn], same_gp: false }
    expect((await app.call(deviceCalls.editDevs, split, { as: setter })).body.rcode).toBe(300)
    const many = { sns: [machine.sn], store: other }
    const { body } = await app.call(deviceCalls.editDevs, many, { as: setter })
    expect(body.rcode).toBe(300)
    expect(await fieldsOf(staff['device.manage'], edit({ store: other }))).toBe('taken')
  })
})

describe('a machine in the list', () => {
  const extend = [{ key: 'partner', value: 'k-1', note: '' }]
  const seen = async (as: Merchant, condition: object) =>
    (await app.call(deviceCalls.getDev, { condition }, { as })).body

  test('shows whom it pays, and is found by it, to those who manage devices alone', async () => {
    const machine = await makeBoundMachine(app, owner, { store })
    const card = (await makeApproved(app, owner)).merchant_id
    await app.call(deviceCalls.editDev, { sn: machine.sn, merchant_id: card }, { as: owner })
    for (const part of parts) {
      const { result } = await seen(staff[part], { sn: machine.sn })
      expect(result.data, part).toMatchObject([{ merchant_id: null, merchant_name: null }])
      expect((await seen(staff[part], { merchant_id: card })).rcode, part).toBe(300)
    }
    const { result } = await seen(staff['device.manage'], { merchant_id: card })
    expect(result.data).toMatchObject([{ sn: machine.sn, merchant_id: card }])
    const edit = { sn: machine.sn, title: 'Hall' }
    const { body } = await app.call(deviceCalls.editDev, edit, { as: staff['device.setting'] })
    expect(body.result).toMatchObject({ title: 'Hall', merchant_id: null, merchant_name: null })
    expect((await seen(owner, { sn: machine.sn })).result.data).toMatchObject([{ merchant_id: card }])
  })

  test('shows its custom settings to those who set them', async () => {
    const machine = await makeBoundMachine(app, owner, { store })
    await app.call(deviceCalls.editDev, { sn: machine.sn, extend }, { as: owner })
    const shown = async (as: Merchant) => (await seen(as, { sn: machine.sn })).result.data[0]?.extend
    expect(await shown(staff['device.refill'])).toEqual([])
    expect(await shown(staff['device.price'])).toEqual([])
    expect(await shown(staff['device.setting'])).toEqual(extend)
    expect(await shown(staff['device.manage'])).toEqual(extend)
  })
})

test.each(parts)('%s hears of slots and machines, and not of commands', async (part) => {
  const machine = await makeBoundMachine(app, owner, { store })
  const hear = await listenAs(app, staff[part])
  app.clock.advance(4)
  await app.call(slotCalls.setChannelInfo, { sn: machine.sn, channel_sn: [1], max: 9 }, { as: owner })
  expect(await hear()).toContainEqual({ kind: 'slots', data: { sn: machine.sn, slots: [1] } })
})

describe('granting', () => {
  const grants = async (held: Permission[], wanted: Permission[]): Promise<number> => {
    const as = await makeStaff(app, owner, { permissions: ['user.role', 'user.subUser', ...held] })
    const input = { name: `Try ${Math.random()}`, note: 'n', perm_detail: detail(...wanted) }
    return (await app.call(staffCalls.addRole, input, { as })).body.rcode
  }

  test('a part is handed on by those who have it or the whole, and the whole by those who have it', async () => {
    for (const part of parts) {
      expect(await grants(['device.manage'], [part]), part).toBe(0)
      expect(await grants([part], [part]), part).toBe(0)
      expect(await grants([part], ['device.manage']), part).toBe(100)
    }
    expect(await grants(['device.refill'], ['device.price'])).toBe(100)
    expect(await grants([...parts], ['device.manage'])).toBe(100)
  })

  test('the whole with a part named beside it is no more than the whole', async () => {
    const held = ['user.subUser', 'user.role', 'device.manage'] as const
    const manager = await makeStaff(app, owner, { permissions: held })
    const same = await makeRole(app, owner, [...held, 'device.refill'])
    const equal = await makeSubUser(app, owner, { roleid: same.roleid })
    const refused = await app.call(staffCalls.delSubUser, { sub_userid: equal.sub_userid }, { as: manager })
    expect(refused.body.rcode).toBe(300)
    const less = await makeRole(app, owner, ['user.subUser', 'user.role', ...parts])
    const below = await makeSubUser(app, owner, { roleid: less.roleid })
    const done = await app.call(staffCalls.delSubUser, { sub_userid: below.sub_userid }, { as: manager })
    expect(done.body.rcode).toBe(0)
  })

  test('the tree offers the parts to an account with the whole', async () => {
    const { body } = await app.call(
      staffCalls.getPermission,
      {},
      { as: await makeStaff(app, owner, { permissions: ['user.role', 'device.manage'] }) },
    )
    const items = body.result.data.find(({ group }) => group === 'Device')?.items ?? []
    expect(items.filter(({ grantable }) => grantable).map(({ id }) => id)).toEqual([1023, 1101, 1102, 1103])
  })
})
