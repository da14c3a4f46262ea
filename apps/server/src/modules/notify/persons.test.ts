import { contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { done, over, personStand, tellTelegram, tellWechat } from '../../../test/chat-stand.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'

const { getNotifyBindUrl, getNotifyChannels } = contract.notify

const { app, server, neighbour, openid, chatId, listOf, personsOf, wechatScene, telegramScene, scan } =
  await personStand()

describe('a code for a chat app', () => {
  test('is that of the app, names its merchant, and only its digest is stored', async () => {
    const owner = await makeMerchant(app)
    const { body } = await app.call(getNotifyBindUrl, { channel: 'wechat' }, { as: owner })
    expect(body.result.bind_url).toMatch(/^http:\/\/weixin\.qq\.com\/q\//)
    expect(Date.parse(body.result.expires_at) - app.clock.now.getTime()).toBe(15 * 60_000)
    const scene = server.scenes.at(-1) ?? ''
    expect(scene).toMatch(new RegExp(`^${BigInt(owner.tenantId).toString(36)}_[\\w-]{43}$`))
    expect(scene.length).toBeLessThanOrEqual(64)
    expect(await telegramScene(owner)).toMatch(/^[\w-]{1,64}$/)
    expect(await wholeDatabase(app)).not.toContain(scene)
  })

  test('is offered for the apps in which the operator has an account, WeChat first in China', async () => {
    const owner = await makeMerchant(app)
    const channels = async () => (await app.call(getNotifyChannels, {}, { as: owner })).body.result.channels
    expect(await channels()).toEqual(['wechat', 'inbox', 'telegram'])
    const { wechat } = app.deps.personChats
    delete app.deps.personChats.wechat
    expect(await channels()).toEqual(['inbox', 'telegram'])
    const off = await app.call(getNotifyBindUrl, { channel: 'wechat' }, { as: owner })
    expect(off.body).toMatchObject({ rcode: 103, msg: 'This channel is not offered here' })
    if (wechat) app.deps.personChats.wechat = wechat
  })

  test('that the app does not give is refused, and nothing is stored', async () => {
    const owner = await makeMerchant(app)
    server.answerNext('qrcode/create', { status: 502, body: '' })
    const { body } = await app.call(getNotifyBindUrl, { channel: 'wechat' }, { as: owner })
    expect(body.rcode).toBe(203)
    const rows = await asOwner(app, 'select from receiver_bind where tenant_id = $1', [owner.tenantId])
    expect(rows).toEqual([])
  })
})

describe('a person', () => {
  test('who follows already and scans is told of everything, and is answered', async () => {
    const owner = await makeMerchant(app)
    const { status, text } = await scan(await wechatScene(owner))
    expect(status).toBe(200)
    expect(text).toContain(done)
    expect(text).toContain(`<ToUserName><![CDATA[${openid()}]]></ToUserName>`)
    const [receiver, ...others] = await listOf(owner)
    expect(others).toEqual([])
    expect(receiver).toMatchObject({
      channel: 'wechat',
      receiver: `微信用户 ${openid().slice(-4)}`,
      account: null,
      notice: true,
      stopped: false,
      permission: 'offline,low_stock,auto_refund,manual_refund,abnormal',
      all_device: true,
      created_at: app.clock.now.toISOString(),
    })
    const lines = await asOwner(
      app,
      `select call, account_id, username, object_id, before, after->>'channel' as channel
         from audit where tenant_id = $1 and object = 'notify'`,
      [owner.tenantId],
    )
    expect(lines).toEqual([
      {
        call: 'bindNotify',
        account_id: null,
        username: 'system',
        object_id: receiver?.notify_id,
        before: null,
        channel: 'wechat',
      },
    ])
    expect(await personsOf(neighbour)).toEqual([])
    const stored = await wholeDatabase(app)
    for (const form of ['utf8', 'hex', 'base64'] as const)
      expect(stored).not.toContain(Buffer.from(openid()).toString(form))
  })

  test('who follows by scanning is a receiver, too, and one who only follows is none', async () => {
    const owner = await makeMerchant(app)
    const key = `qrscene_${await wechatScene(owner)}`
    const plain = await tellWechat(app, { person: openid(2), event: 'subscribe' })
    expect(plain).toEqual({ status: 200, text: 'success' })
    const { text } = await tellWechat(app, { person: openid(), event: 'subscribe', key })
    expect(text).toContain(done)
    expect(await personsOf(owner)).toHaveLength(1)
  })

  test('who starts the bot by a code is a receiver by the name there, and is answered in the language of the code', async () => {
    const owner = await makeMerchant(app)
    const { text } = await tellTelegram(app, chatId(), `/start ${await telegramScene(owner)}`)
    expect(JSON.parse(text)).toEqual({
      method: 'sendMessage',
      chat_id: String(chatId()),
      text: expect.stringContaining('Send /stop to stop them'),
    })
    expect(await listOf(owner)).toMatchObject([{ channel: 'telegram', receiver: 'Mei Lin' }])
    const hello = await tellTelegram(app, chatId(), '/start')
    expect(hello.text).toContain('scan the code')
    expect(await tellTelegram(app, chatId(), 'good morning')).toEqual({ status: 200, text: '' })
  })

  test('stays one receiver of a merchant, and may be one of several merchants', async () => {
    const [owner, other] = [await makeMerchant(app), await makeMerchant(app)]
    const first = await wechatScene(owner)
    await scan(first)
    const second = await wechatScene(owner)
    app.clock.advance(1)
    expect((await scan(second)).text).toContain(done)
    expect(await personsOf(owner)).toHaveLength(1)
    // The second code was not used, and is good for another person.
    expect((await scan(second, openid(2))).text).toContain(done)
    await scan(await wechatScene(other))
    expect(await personsOf(owner)).toHaveLength(2)
    expect(await personsOf(other)).toHaveLength(1)
  })

  test('whose event is sent several times, or at once, is bound once and answered each time', async () => {
    const owner = await makeMerchant(app)
    const scene = await wechatScene(owner)
    const all = await Promise.all([scan(scene), scan(scene), scan(scene)])
    expect(all.map(({ text }) => text.includes(done))).toEqual([true, true, true])
    expect(await personsOf(owner)).toHaveLength(1)
  })
})

describe('a code is refused', () => {
  test('when it was used, and after 15 minutes', async () => {
    const owner = await makeMerchant(app)
    const scene = await wechatScene(owner)
    await scan(scene)
    expect((await scan(scene, openid(2))).text).toContain(over)
    const late = await wechatScene(owner)
    app.clock.advance(15 * 60)
    expect((await scan(late, openid(3))).text).toContain(over)
    expect(await personsOf(owner)).toHaveLength(1)
  })

  test('with the number of another merchant, in another app, in the console, and when it was made up', async () => {
    const owner = await makeMerchant(app)
    const scene = await wechatScene(owner)
    const moved = scene.replace(/^[^_]+/, BigInt(neighbour.tenantId).toString(36))
    for (const key of [moved, `9${scene}`, 'x', scene.slice(1), `0_${'a'.repeat(43)}`])
      expect((await scan(key)).text).toContain(over)
    expect((await tellTelegram(app, chatId(), `/start ${scene}`)).text).toContain('has expired')
    const console = await app.call(contract.notify.bindNotify, { scene }, { as: owner })
    expect(console.body.rcode).toBe(103)
    expect(await personsOf(owner)).toEqual([])
    expect(await personsOf(neighbour)).toEqual([])
    expect((await scan(scene)).text).toContain(done)
  })

  test('beyond fifty receivers, with a word of it', async () => {
    const owner = await makeMerchant(app)
    await asOwner(
      app,
      `insert into receiver (tenant_id, channel, kinds, created_at)
       select $1, 'inbox', '{offline}', $2 from generate_series(1, 50)`,
      [owner.tenantId, app.clock.now],
    )
    expect((await scan(await wechatScene(owner))).text).toContain('接收人已满')
    expect((await listOf(owner)).filter(({ channel }) => channel === 'wechat')).toEqual([])
  })
})
