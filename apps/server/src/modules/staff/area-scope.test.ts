/** Accounts that are limited to areas see the stores of these areas as they are now, and hand on no more than that. */
import {
  type Permission,
  permissions,
  deviceCalls,
  machineCalls,
  regionCalls,
  slotCalls,
  staffCalls,
} from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeArea,
  makeDevice,
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
  type Merchant,
  signIn,
  testPassword,
} from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { makeMachine } from '../../../test/machines.ts'
import { md5 } from '../../kernel/passwords.ts'

const app = await testApp()
let owner: Merchant
let north: string
let south: string
let inNorth: string
let inSouth: string
beforeEach(async () => {
  owner = await makeMerchant(app)
  north = (await makeArea(app, owner, { area_name: 'North' }))._id
  south = (await makeArea(app, owner, { area_name: 'South' }))._id
  inNorth = (await makeStore(app, owner, { store_name: 'In north', area: north }))._id
  inSouth = (await makeStore(app, owner, { store_name: 'In south', area: south }))._id
})

const storesOf = async (as: Merchant): Promise<string[]> =>
  (await app.call(regionCalls.getAllStore, {}, { as })).body.result.data.map(({ _id }) => _id).toSorted()
const move = async (store: string, area: string | null, as: Merchant = owner) => {
  const { body } = await app.call(regionCalls.getStore, { condition: { ids: [store] } }, { as })
  const { store_name } = body.result.data[0] ?? { store_name: '' }
  return (await app.call(regionCalls.editStore, { _id: store, store_name, area }, { as })).body
}
const fieldOf = (body: { result: unknown }) =>
  (body.result as { errors?: { path: string; message: string }[] } | null)?.errors?.[0]?.path
const detail = (...names: Permission[]): string => names.map((name) => permissions[name].id).join()

describe('a store', () => {
  test('that is put into the area, or taken out of it, changes the scope at once', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], areas: [north] })
    expect(await storesOf(clerk)).toEqual([inNorth])
    await move(inSouth, north)
    expect(await storesOf(clerk)).toEqual([inNorth, inSouth].toSorted())
    await move(inNorth, null)
    expect(await storesOf(clerk)).toEqual([inSouth])
  })

  test('that is new in the area is in the scope, and so are its machines', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], areas: [north] })
    const added = (await makeStore(app, owner, { area: north }))._id
    const { sn } = await makeDevice(app, owner, added)
    const { body } = await app.call(deviceCalls.getDev, {}, { as: clerk })
    expect(body.result.data.map((device) => device.sn)).toEqual([sn])
  })

  test('that has left is no longer heard of, by a stream that was open before', async () => {
    const { sn } = await makeDevice(app, owner, inNorth)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], areas: [north] })
    const hear = await listenAs(app, clerk)
    const change = (price: number) => {
      app.clock.advance(4)
      return app.call(slotCalls.setChannelInfo, { sn, channel_sn: [1], max: price }, { as: owner })
    }
    await change(5)
    expect((await hear()).map(({ kind }) => kind)).toContain('slots')
    await move(inNorth, south)
    await hear()
    await change(6)
    expect((await hear()).map(({ kind }) => kind)).not.toContain('slots')
  })

  test('that a limited user adds to the own area does not stay when it leaves the area', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], areas: [north] })
    const own = (await makeStore(app, clerk, { area: north }))._id
    const elsewhere = (await makeStore(app, clerk, { area: null }))._id
    expect(await storesOf(clerk)).toEqual([inNorth, own, elsewhere].toSorted())
    await move(own, south)
    expect(await storesOf(clerk)).toEqual([inNorth, elsewhere].toSorted())
  })

  test('changes its area within the areas of a limited user alone', async () => {
    const permitted = ['store.manage'] as const
    const clerk = await makeStaff(app, owner, { permissions: permitted, areas: [north] })
    expect(fieldOf(await move(inNorth, south, clerk))).toBe('area')
    expect(fieldOf(await move(inNorth, null, clerk))).toBe('area')
    const both = await makeStaff(app, owner, { permissions: permitted, areas: [north, south] })
    expect((await move(inNorth, south, both)).rcode).toBe(0)
    expect((await move(inNorth, north, both)).rcode).toBe(0)
    const nowhere = (await makeStore(app, owner, { area: null }))._id
    const stores = [inNorth, nowhere]
    const ofSouth = await makeStaff(app, owner, { permissions: permitted, areas: [south], stores })
    expect((await move(nowhere, south, ofSouth)).rcode).toBe(0)
  })

  test('that a clerk sees by itself is neither taken from the staff of its area nor given to others', async () => {
    const manager = await makeStaff(app, owner, { permissions: ['store.manage'], areas: [north] })
    const stranger = await makeStaff(app, owner, { permissions: ['store.manage'], areas: [south] })
    const clerks = [
      await makeStaff(app, owner, { permissions: ['store.manage'], stores: [inNorth] }),
      await makeStaff(app, owner, { permissions: ['store.manage'], stores: [inNorth], areas: [south] }),
    ]
    for (const clerk of clerks)
      for (const area of [null, south]) expect(fieldOf(await move(inNorth, area, clerk))).toBe('area')
    expect((await move(inNorth, north, clerks[0])).rcode).toBe(0)
    expect(await storesOf(manager)).toEqual([inNorth])
    expect(await storesOf(stranger)).toEqual([inSouth])
  })

  test('is added by a limited user to an own area or to none', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], areas: [north] })
    const add = async (area: string | null) => {
      const input = { store_name: `New ${Math.random()}`, area }
      return (await app.call(regionCalls.addStore, input, { as: clerk })).body
    }
    expect((await add(north)).rcode).toBe(0)
    expect((await add(null)).rcode).toBe(0)
    expect(fieldOf(await add(south))).toBe('area')
  })

  test('of another area stays out of reach, and so does the area itself', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], areas: [north] })
    expect(
      (await app.call(regionCalls.editStore, { _id: inSouth, store_name: 'X', area: north }, { as: clerk }))
        .body.rcode,
    ).toBe(101)
    expect(
      (await app.call(regionCalls.editArea, { _id: north, area_name: 'X' }, { as: clerk })).body.rcode,
    ).toBe(302)
  })
})

describe('a machine', () => {
  test('that a limited user binds in an own area does not stay when it leaves the area', async () => {
    const [here, alone] = [await makeMachine(app), await makeMachine(app)]
    const permitted = ['device.manage', 'store.manage'] as const
    const clerk = await makeStaff(app, owner, { permissions: permitted, areas: [north] })
    const bind = async ({ sn, code }: { sn: string; code: string }, store: string | null) =>
      (await app.call(machineCalls.bindDev, { sn, code, store }, { as: clerk })).body.rcode
    expect([await bind(here, inNorth), await bind(alone, null)]).toEqual([0, 0])
    const seen = async () =>
      (await app.call(deviceCalls.getDev, {}, { as: clerk })).body.result.data.map(({ sn }) => sn).toSorted()
    expect(await seen()).toEqual([here.sn, alone.sn].toSorted())
    await app.call(deviceCalls.editDev, { sn: here.sn, store: inSouth }, { as: owner })
    expect(await seen()).toEqual([alone.sn])
  })
})

describe('an area', () => {
  test('is offered to those who may assign it', async () => {
    const offered = async (as: Merchant) =>
      (await app.call(regionCalls.getAllArea, {}, { as })).body.result.data.map(({ area_name }) => area_name)
    await makeArea(app, await makeMerchant(app), { area_name: 'Next door' })
    expect(await offered(owner)).toEqual(['North', 'South'])
    expect(await offered(await makeStaff(app, owner, { areas: [south] }))).toEqual(['South'])
    expect(await offered(await makeStaff(app, owner, { stores: [inSouth] }))).toEqual([])
  })

  test('that is assigned is not deleted', async () => {
    const empty = (await makeArea(app, owner))._id
    const person = await makeSubUser(app, owner, { nickname: 'Lin', all_device: false, area: [empty] })
    const { body } = await app.call(regionCalls.delArea, { _id: empty }, { as: owner })
    expect([body.rcode, body.msg]).toEqual([103, expect.stringContaining('1 account: Lin')])
    await app.call(staffCalls.delSubUser, { sub_userid: person.sub_userid }, { as: owner })
    expect((await app.call(regionCalls.delArea, { _id: empty }, { as: owner })).body.rcode).toBe(0)
  })
})

describe('an account', () => {
  const held = ['home', 'user.subUser', 'user.role'] as const
  const newPerson = (roleid: string) => ({
    sub_username: `person.${Math.random().toString(36).slice(2, 10)}`,
    nickname: 'P',
    password: md5(testPassword),
    roleid,
    all_device: false,
  })

  test('names its areas in the list, the form and the audit', async () => {
    const person = await makeSubUser(app, owner, { all_device: false, area: [north], store: [inSouth] })
    expect(person).toMatchObject({
      area: [north],
      area_names: ['North'],
      store: [inSouth],
      store_names: ['In south'],
    })
    const list = await app.call(staffCalls.getSubUser, { condition: { store: inNorth } }, { as: owner })
    expect(list.body.result.data.map(({ sub_userid }) => sub_userid)).toEqual([person.sub_userid])
    const edit = {
      ...newPerson(person.roleid),
      sub_username: person.sub_username,
      sub_userid: person.sub_userid,
      area: [south],
    }
    const { password: _, ...input } = edit
    const { body } = await app.call(staffCalls.editSubUser, input, { as: owner })
    expect(body.result).toMatchObject({ area_names: ['South'], store: [] })
  })

  test('keeps its areas when a change does not name them, and loses them when it names none', async () => {
    const person = await makeSubUser(app, owner, { all_device: false, area: [north], store: [inSouth] })
    const { password: _, ...rest } = newPerson(person.roleid)
    const input = { ...rest, sub_username: person.sub_username, sub_userid: person.sub_userid }
    const edit = async (change: object) =>
      (await app.post(staffCalls.editSubUser.path, { ...input, ...change }, { as: owner })).body
    expect((await edit({ nickname: 'Renamed', store: [inSouth] })).result).toMatchObject({
      nickname: 'Renamed',
      area: [north],
      store: [inSouth],
    })
    expect((await edit({})).result).toMatchObject({ area: [north], store: [] })
    expect((await edit({ area: [], store: [inSouth] })).result).toMatchObject({ area: [], store: [inSouth] })
    expect(fieldOf(await edit({}))).toBe('store')
    expect((await edit({ all_device: true })).result).toMatchObject({ all_device: true, area: [] })
  })

  test('of an area hands on that area, and stores and machines in it, and nothing beside them', async () => {
    const role = (await makeRole(app, owner, ['home'])).roleid
    const there = await makeDevice(app, owner, inSouth)
    const here = await makeDevice(app, owner, inNorth)
    const manager = await makeStaff(app, owner, { permissions: held, areas: [north] })
    const ofStore = await makeStaff(app, owner, { permissions: held, stores: [inNorth] })
    const give = async (as: Merchant, scope: object) => {
      const { body } = await app.post(staffCalls.addSubUser.path, { ...newPerson(role), ...scope }, { as })
      return body.rcode === 0 ? 'given' : fieldOf(body)
    }
    expect(await give(manager, { area: [north] })).toBe('given')
    expect(await give(manager, { store: [inNorth], device: [here.sn] })).toBe('given')
    expect(await give(manager, { area: [south] })).toBe('area')
    expect(await give(manager, { area: [north, south] })).toBe('area')
    expect(await give(manager, { store: [inSouth] })).toBe('store')
    expect(await give(manager, { device: [there.sn] })).toBe('device')
    expect(await give(manager, { all_device: true })).toBe('all_device')
    // All stores of an area are less than the area, which has those of later, too.
    expect(await give(ofStore, { area: [north] })).toBe('area')
    const stranger = await makeMerchant(app)
    expect(await give(owner, { area: [(await makeArea(app, stranger))._id] })).toBe('area')
  })

  test('of the same area is an equal, with some of its stores it has less, and with the area it is beyond a store', async () => {
    const roleid = (await makeRole(app, owner, held)).roleid
    const manager = await makeStaff(app, owner, { permissions: held, areas: [north] })
    const equal = await makeSubUser(app, owner, { roleid, all_device: false, area: [north] })
    const less = await makeSubUser(app, owner, { roleid, all_device: false, store: [inNorth] })
    const more = await makeSubUser(app, owner, { roleid, all_device: false, area: [north, south] })
    const seen = async (as: Merchant) => {
      const ids = [equal, less, more].map(({ sub_userid }) => sub_userid)
      const { body } = await app.call(staffCalls.getSubUser, { condition: { ids } }, { as })
      return Object.fromEntries(body.result.data.map(({ sub_userid, editable }) => [sub_userid, editable]))
    }
    expect(await seen(manager)).toEqual({ [equal.sub_userid]: false, [less.sub_userid]: true })
    const puppet = { ...manager, ...(await signIn(app, less.sub_username)) }
    expect(await seen(puppet)).toEqual({ [less.sub_userid]: false })
    expect(
      (await app.call(staffCalls.delSubUser, { sub_userid: equal.sub_userid }, { as: manager })).body.rcode,
    ).toBe(300)
    expect(
      (await app.call(staffCalls.delSubUser, { sub_userid: more.sub_userid }, { as: manager })).body.rcode,
    ).toBe(101)
  })

  test('of an area does not change a role whose accounts see another area', async () => {
    const role = await makeRole(app, owner, ['home'])
    await makeSubUser(app, owner, { roleid: role.roleid, all_device: false, area: [south] })
    const manager = await makeStaff(app, owner, { permissions: held, areas: [north] })
    const edit = { roleid: role.roleid, name: role.name, note: 'n', perm_detail: detail('home', 'user.role') }
    expect((await app.call(staffCalls.editRole, edit, { as: manager })).body.rcode).toBe(300)
  })
})
