import { createHmac } from 'node:crypto'

import { contract, type RobotChannel } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { internetOf, publicAddress } from '../../../test/internet.ts'
import {
  bindInbox,
  happen,
  messagesOf,
  midnightQuiet,
  placedMachine,
  turnOf,
  work,
} from '../../../test/notify-stand.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'
import type { VendorAnswer, VendorServer } from '../../ports/sms/testing/vendor-server.ts'

const { addRobot, delNotify, editNotify, getNotices, getNotifyList, testNotify } = contract.notify

const app = await testApp()
const neighbour = await makeMerchant(app)
await bindInbox(app, neighbour)

const wecomKey = 'key-of-the-group'
const wecom = {
  channel: 'wecom',
  name: '运营群',
  url: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${wecomKey}`,
  secret: '',
} as const
const webhook = {
  channel: 'webhook',
  name: 'ERP',
  url: 'https://shop.example/slotwise',
  secret: 'sixteen-characters',
} as const

const startServer = internetOf(app)
/** A chat app that takes every message, or gives this answer. */
const startVendor = (reply: VendorAnswer = { status: 200, body: '{"errcode":0}' }): Promise<VendorServer> =>
  startServer(() => reply)

async function add(
  owner: Merchant,
  robot: { channel: RobotChannel; name: string; url: string; secret: string },
): Promise<string> {
  const { body } = await app.call(addRobot, robot, { as: owner, locale: 'en-US' })
  expect(body.rcode).toBe(0)
  return body.result.notify_id
}

async function makeStand() {
  const owner = await makeMerchant(app)
  const machine = await placedMachine(app, owner)
  const sibling = await placedMachine(app, owner, 'Hall', 'Pier 4')
  return { owner, store: machine.store, machine, sibling }
}

describe('a robot', () => {
  test('is a receiver of everything from then on, and its address is shown and stored nowhere', async () => {
    const { owner } = await makeStand()
    const id = await add(owner, wecom)
    const { body } = await app.call(getNotifyList, { condition: {} }, { as: owner })
    expect(body.result.data).toMatchObject([
      {
        notify_id: id,
        channel: 'wecom',
        receiver: '运营群',
        account: null,
        username: null,
        gone: false,
        suspended: false,
        notice: true,
        permission: 'offline,low_stock,auto_refund,manual_refund,abnormal',
        all_device: true,
      },
    ])
    expect(JSON.stringify(body)).not.toContain(wecomKey)
    const stored = await wholeDatabase(app)
    for (const form of ['utf8', 'hex', 'base64'] as const)
      expect(stored).not.toContain(Buffer.from(wecomKey).toString(form))
    const others = await app.call(getNotifyList, { condition: { ids: [id] } }, { as: neighbour })
    expect(others.body.result.data).toEqual([])
  })

  test('is told once, in the language of who added it, with a whole link; its siblings stay', async () => {
    const { owner, machine } = await makeStand()
    await bindInbox(app, owner)
    const { requests } = await startVendor()
    await add(owner, wecom)
    await happen(app, owner, [turnOf(app, machine)])
    await work(app, owner)
    await work(app, owner)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ path: '/cgi-bin/webhook/send', query: `key=${wecomKey}` })
    const { text } = JSON.parse(requests[0]?.body ?? '') as { text: { content: string } }
    expect(text.content.split('\n')).toEqual(['Pier 3: Lobby is offline', expect.stringContaining('://')])
    expect(text.content).toMatch(/\nhttps?:\/\/[^/\s]+\/\S+$/)
    expect(await messagesOf(app, owner)).toHaveLength(1)
    expect(await messagesOf(app, neighbour)).toEqual([])
  })

  test('is told after quiet hours that the message is about them', async () => {
    const { owner, machine } = await makeStand()
    const { requests } = await startVendor()
    const id = await add(owner, wecom)
    await app.call(editNotify, { notify_id: id, ...midnightQuiet }, { as: owner })
    app.clock.now = new Date('2026-11-20T23:30:00+08:00')
    await happen(app, owner, [turnOf(app, machine)])
    await work(app, owner)
    expect(requests).toEqual([])
    app.clock.now = new Date('2026-11-21T08:00:00+08:00')
    await work(app, owner)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.body).toContain('During quiet hours: Pier 3: Lobby is offline')
  })

  test('hears only of the stores and kinds that the merchant chose', async () => {
    const { owner, store, machine, sibling } = await makeStand()
    const { requests } = await startVendor()
    const id = await add(owner, wecom)
    const edited = await app.call(
      editNotify,
      { notify_id: id, all_device: false, store: [store], permission: 'abnormal' },
      { as: owner },
    )
    expect(edited.body.rcode).toBe(0)
    await happen(app, owner, [
      turnOf(app, machine),
      turnOf(app, sibling, { kind: 'abnormal', faults: ['MOTOR'] }),
    ])
    await work(app, owner)
    expect(requests).toEqual([])
    await happen(app, owner, [turnOf(app, machine, { kind: 'abnormal', faults: ['MOTOR'] })])
    app.clock.advance(60)
    await work(app, owner)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.body).toContain('Lobby')
  })

  test('that the chat app refuses is a notice that was not delivered, with the reason and without the key', async () => {
    const { owner } = await makeStand()
    await startVendor({ status: 200, body: `{"errcode":93000,"errmsg":"invalid ${wecomKey}"}` })
    const id = await add(owner, wecom)
    await app.call(testNotify, { notify_id: id }, { as: owner })
    await work(app, owner)
    const { body } = await app.call(getNotices, {}, { as: owner })
    expect(body.result.data).toMatchObject([{ notify_id: id, state: 'dead', why: 'WeCom: 93000', tries: 1 }])
    expect(JSON.stringify(body)).not.toContain(wecomKey)
  })

  test('whose name leads into the private network gets nothing', async () => {
    const { owner } = await makeStand()
    const { requests } = await startVendor()
    app.deps.outgoing = {
      ...app.deps.outgoing,
      resolve: async () => [publicAddress, { address: '10.0.0.7', family: 4 }],
    }
    const id = await add(owner, webhook)
    await app.call(testNotify, { notify_id: id }, { as: owner })
    await work(app, owner)
    const { body } = await app.call(getNotices, {}, { as: owner, locale: 'en-US' })
    expect(body.result.data).toMatchObject([
      { state: 'dead', why: 'The address is not on the public internet' },
    ])
    expect(requests).toEqual([])
  })

  test('that is deleted is told nothing, and its address is forgotten', async () => {
    const { owner, machine } = await makeStand()
    const { requests } = await startVendor()
    const [id, sibling] = [await add(owner, wecom), await add(owner, webhook)]
    expect((await app.call(delNotify, { notify_id: id }, { as: owner })).body.rcode).toBe(0)
    const rows = await asOwner(
      app,
      'select notify_id::text as id from receiver where tenant_id = $1 and address is not null',
      [owner.tenantId],
    )
    expect(rows).toEqual([{ id: sibling }])
    await happen(app, owner, [turnOf(app, machine)])
    await work(app, owner)
    expect(requests.map(({ path }) => path)).toEqual(['/slotwise'])
  })
})

test("messages to the merchant's own server are signed by its secret, with their time", async () => {
  const { owner } = await makeStand()
  const { requests } = await startVendor({ status: 204, body: '' })
  const id = await add(owner, webhook)
  await app.call(testNotify, { notify_id: id }, { as: owner })
  await work(app, owner)
  const [request] = requests
  const timestamp = String(request?.headers['x-slotwise-timestamp'])
  expect(Number(timestamp)).toBe(app.clock.now.getTime())
  expect(request?.headers['x-slotwise-signature']).toBe(
    createHmac('sha256', webhook.secret)
      .update(`${timestamp}.${request?.body ?? ''}`)
      .digest('hex'),
  )
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    title: 'Test notification',
    lines: ['Notifications arrive here.'],
    notice: { is_test: true },
  })
})

describe('adding a robot is refused', () => {
  test.each([
    [
      'an address of another app',
      { ...wecom, url: 'https://oapi.dingtalk.com/robot/send?access_token=x' },
      'url',
    ],
    ['an address without https', { ...webhook, url: 'http://shop.example/slotwise' }, 'url'],
    ['an address of the own network', { ...webhook, url: 'https://127.0.0.1/slotwise' }, 'url'],
    ['no address', { ...webhook, url: 'slotwise' }, 'url'],
    ['a short secret of the own server', { ...webhook, secret: 'short' }, 'secret'],
    ['no name', { ...wecom, name: ' ' }, 'name'],
  ])('with %s', async (_, input, path) => {
    const { owner } = await makeStand()
    const { body } = await app.call(addRobot, input, { as: owner, locale: 'en-US' })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path }] } })
    const { body: list } = await app.call(getNotifyList, { condition: {} }, { as: owner })
    expect(list.result.data).toEqual([])
  })

  test('beyond fifty receivers, and to a sub-account', async () => {
    const { owner } = await makeStand()
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
    expect((await app.call(addRobot, wecom, { as: clerk })).body.rcode).toBe(303)
    for (let i = 0; i < 50; i += 1) {
      if (i % 10 === 0) app.clock.advance(61)
      await add(owner, { ...wecom, name: `Group ${i}` })
    }
    app.clock.advance(61)
    const { body } = await app.call(addRobot, wecom, { as: owner, locale: 'en-US' })
    expect(body).toMatchObject({ rcode: 103, msg: 'There can be at most 50 recipients' })
  })
})
