import { contract, type Notify, notifyPageSize } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { bindInbox, newScene } from '../../../test/notify-stand.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'

const { bindNotify, delNotify, editNotify, getNotifyBind, getNotifyBindUrl, getNotifyList } = contract.notify

const app = await testApp()
const neighbour = await makeMerchant(app)
await bindInbox(app, neighbour)

async function listOf(owner: Parameters<typeof bindInbox>[1]): Promise<Notify[]> {
  const { body } = await app.call(getNotifyList, { condition: {} }, { as: owner })
  expect(body.rcode).toBe(0)
  return body.result.data
}

describe('binding', () => {
  test('an account that opens the code and agrees is told of everything, by its name', async () => {
    const owner = await makeMerchant(app)
    const clerk = await makeStaff(app, owner)
    const scene = await newScene(app, owner)
    const asked = await app.call(getNotifyBind, { scene }, { as: clerk })
    expect(asked.body.result).toEqual({ expires_at: expect.any(String), is_bound: false })
    const bound = await app.call(bindNotify, { scene }, { as: clerk })
    const [receiver, ...others] = await listOf(owner)
    expect(others).toEqual([])
    expect(receiver).toEqual({
      notify_id: bound.body.result.notify_id,
      channel: 'inbox',
      receiver: clerk.username,
      account: clerk.accountId,
      username: clerk.username,
      gone: false,
      suspended: false,
      stopped: false,
      notice: true,
      not_disture: false,
      start_notify: '22:00',
      end_notify: '08:00',
      permission: 'offline,low_stock,auto_refund,manual_refund,abnormal',
      all_device: true,
      store: [],
      store_names: [],
      remarks: '',
      created_at: app.clock.now.toISOString(),
      last_sent_at: null,
      dead: 0,
    })
  })

  test('the code is an address of this console, and only its digest is stored', async () => {
    const owner = await makeMerchant(app)
    const { body } = await app.call(getNotifyBindUrl, {}, { as: owner })
    const { bind_url: url, expires_at: expires } = body.result
    expect(url).toMatch(/^http:\/\/localhost(:\d+)?\/bind\?scene=[\w-]{43}$/)
    expect(Date.parse(expires) - app.clock.now.getTime()).toBe(15 * 60_000)
    expect(await wholeDatabase(app)).not.toContain(new URL(url).searchParams.get('scene'))
  })

  test('a code is good for 15 minutes, for one receiver, and at its own merchant', async () => {
    const owner = await makeMerchant(app)
    const [clerk, other] = [await makeStaff(app, owner), await makeStaff(app, owner)]
    const scene = await newScene(app, owner)
    const foreign = await app.call(bindNotify, { scene }, { as: neighbour })
    expect(foreign.body.rcode).toBe(103)
    expect((await app.call(bindNotify, { scene }, { as: clerk })).body.rcode).toBe(0)
    const used = await app.call(bindNotify, { scene }, { as: other })
    expect(used.body.msg).toBe('This code has expired. Ask for a new one.')
    expect((await app.call(getNotifyBind, { scene }, { as: other })).body.rcode).toBe(103)
    const late = await newScene(app, owner)
    app.clock.advance(15 * 60)
    expect((await app.call(getNotifyBind, { scene: late }, { as: other })).body.rcode).toBe(103)
    expect((await app.call(bindNotify, { scene: late }, { as: other })).body.rcode).toBe(103)
    expect(await listOf(owner)).toHaveLength(1)
  })

  test('an account that is bound already stays one receiver, and leaves the code to others', async () => {
    const owner = await makeMerchant(app)
    const clerk = await makeStaff(app, owner)
    const first = await bindInbox(app, owner, clerk)
    const scene = await newScene(app, owner)
    const [again, twice] = await Promise.all([
      app.call(bindNotify, { scene }, { as: clerk }),
      app.call(bindNotify, { scene }, { as: clerk }),
    ])
    expect([again.body.result.notify_id, twice.body.result.notify_id]).toEqual([first, first])
    expect((await app.call(getNotifyBind, { scene }, { as: clerk })).body.result.is_bound).toBe(true)
    expect((await app.call(bindNotify, { scene }, { as: owner })).body.rcode).toBe(0)
    expect(await listOf(owner)).toHaveLength(2)
  })

  test('a merchant has at most 50 receivers, also when two are bound at once', async () => {
    const owner = await makeMerchant(app)
    await asOwner(
      app,
      `insert into receiver (tenant_id, channel, kinds, created_at)
       select $1, 'inbox', '{offline}', $2 from generate_series(1, 49)`,
      [owner.tenantId, app.clock.now],
    )
    const people = [await makeStaff(app, owner), await makeStaff(app, owner)]
    const scenes = [await newScene(app, owner), await newScene(app, owner)]
    const answers = await Promise.all(
      people.map((who, i) => app.call(bindNotify, { scene: scenes[i] ?? '' }, { as: who })),
    )
    expect(answers.map(({ body }) => body.rcode).toSorted()).toEqual([0, 103])
    const { body } = await app.call(getNotifyList, { condition: {} }, { as: owner })
    expect([body.result.count, body.result.data.length]).toEqual([50, notifyPageSize])
  })
})

describe('editing', () => {
  test('kinds, stores, quiet hours, remarks and the switch are kept, and audited', async () => {
    const owner = await makeMerchant(app)
    const id = await bindInbox(app, owner)
    const sibling = await bindInbox(app, owner, await makeStaff(app, owner))
    const { _id: store } = await makeStore(app, owner, { store_name: 'Pier 3' })
    const rules = {
      notice: false,
      not_disture: true,
      start_notify: '21:30',
      end_notify: '07:00',
      permission: 'abnormal,offline',
      all_device: false,
      store: [store],
      remarks: 'nights',
    }
    const { body } = await app.call(editNotify, { notify_id: id, ...rules }, { as: owner })
    const kept = { ...rules, permission: 'offline,abnormal', store_names: ['Pier 3'] }
    expect(body.result).toMatchObject(kept)
    expect((await listOf(owner)).find((one) => one.notify_id === sibling)).toMatchObject({ notice: true })
    const [line] = await asOwner<{ before: object; after: object }>(
      app,
      `select before, after from audit where tenant_id = $1 and call = 'editNotify'`,
      [owner.tenantId],
    )
    expect(line).toMatchObject({ before: { notice: true, all_device: true }, after: kept })
  })

  test('a field that is left out stays as it is', async () => {
    const owner = await makeMerchant(app)
    const id = await bindInbox(app, owner)
    const { _id: store } = await makeStore(app, owner)
    await app.call(editNotify, { notify_id: id, all_device: false, store: [store] }, { as: owner })
    const { body } = await app.call(editNotify, { notify_id: id, notice: false }, { as: owner })
    expect(body.result).toMatchObject({ notice: false, all_device: false, store: [store] })
  })

  test.each([
    ['no content type', { permission: '' }, 'permission', 'Choose at least one content type'],
    ['an unknown content type', { permission: 'offline,rain' }, 'permission', expect.any(String)],
    ['some stores, but none chosen', { all_device: false, store: [] }, 'store', 'Choose at least one store'],
    ['some stores, and none there before', { all_device: false }, 'store', 'Choose at least one store'],
    [
      'quiet hours that end when they begin',
      { not_disture: true, start_notify: '08:00' },
      'end_notify',
      'Quiet hours cannot begin and end at the same time',
    ],
    ['a time that is none', { start_notify: '24:00' }, 'start_notify', expect.any(String)],
  ])('%s is refused at its field', async (_what, edited, path, message) => {
    const owner = await makeMerchant(app)
    const id = await bindInbox(app, owner)
    const { body } = await app.call(editNotify, { notify_id: id, ...edited }, { as: owner })
    expect(body.rcode).toBe(100)
    expect((body.result as unknown as { errors: unknown }).errors).toEqual([{ path, message }])
  })

  test("a store of another merchant, or one that was deleted, is refused at 'store'", async () => {
    const owner = await makeMerchant(app)
    const id = await bindInbox(app, owner)
    const { _id: gone } = await makeStore(app, owner)
    await app.call(contract.regions.delStore, { _id: gone }, { as: owner })
    for (const store of [(await makeStore(app, neighbour))._id, gone]) {
      const { body } = await app.call(
        editNotify,
        { notify_id: id, all_device: false, store: [store] },
        { as: owner },
      )
      expect(body.result).toMatchObject({ errors: [{ path: 'store' }] })
    }
  })
})

test('an account that was deleted stays in the list, where it is told from others', async () => {
  const owner = await makeMerchant(app)
  const clerk = await makeStaff(app, owner)
  await bindInbox(app, owner)
  await bindInbox(app, owner, clerk)
  await app.call(contract.staff.delSubUser, { sub_userid: clerk.accountId }, { as: owner })
  const listed = await listOf(owner)
  expect(listed.map(({ username, gone }) => [username, gone])).toEqual([
    [clerk.username, true],
    [owner.username, false],
  ])
})

describe('deleting', () => {
  test('takes the receiver off the list, and its account may be bound again', async () => {
    const owner = await makeMerchant(app)
    const clerk = await makeStaff(app, owner)
    const first = await bindInbox(app, owner, clerk)
    await bindInbox(app, owner)
    expect((await app.call(delNotify, { notify_id: first }, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(delNotify, { notify_id: first }, { as: owner })).body.rcode).toBe(101)
    expect((await app.call(editNotify, { notify_id: first, notice: true }, { as: owner })).body.rcode).toBe(
      101,
    )
    expect((await listOf(owner)).map(({ account }) => account)).toEqual([owner.accountId])
    expect(await bindInbox(app, owner, clerk)).not.toBe(first)
  })
})
