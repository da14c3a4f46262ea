import { contract, type Notify } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { done, over, personStand, tellTelegram, tellWechat, wechatQuery } from '../../../test/chat-stand.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { happen, messagesOf, notifyStand, turnOf, work } from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { AppError } from '../../kernel/errors.ts'
import { sweep } from './index.ts'

const { delNotify, editNotify, getNotices, testNotify } = contract.notify

const { app, server, neighbour, openid, chatId, personsOf, wechatScene, telegramScene, scan, leave } =
  await personStand()

describe('an event', () => {
  test('that is not signed, signed by another token, or old changes nothing', async () => {
    const owner = await makeMerchant(app)
    const key = await wechatScene(owner)
    const event = { person: openid(), event: 'SCAN', key }
    const right = wechatQuery(app, server.config.wechat.token)
    for (const query of [{}, wechatQuery(app, 'guessed'), { ...right, nonce: '1' }])
      expect(await tellWechat(app, event, query)).toEqual({ status: 403, text: '' })
    const old = { ...right }
    app.clock.advance(301)
    expect((await tellWechat(app, event, old)).status).toBe(403)
    const scene = await telegramScene(owner)
    expect((await tellTelegram(app, chatId(), `/start ${scene}`, { secret: 'guessed' })).status).toBe(403)
    expect(await personsOf(owner)).toEqual([])
  })

  test('of WeChat is answered only where its address was checked', async () => {
    const query = wechatQuery(app, server.config.wechat.token)
    const ask = (fields: Record<string, string>) =>
      app.app.inject({ url: `/chat/wechat?${new URLSearchParams(fields).toString()}` })
    const right = await ask({ ...query, echostr: '4711' })
    expect([right.statusCode, right.body]).toEqual([200, '4711'])
    expect(right.headers['content-type']).toContain('text/plain')
    expect((await ask({ ...query, signature: '00', echostr: '4711' })).statusCode).toBe(403)
    const long = await app.app.inject({
      method: 'POST',
      url: `/chat/wechat?${new URLSearchParams(query).toString()}`,
      headers: { 'content-type': 'text/xml' },
      payload: 'x'.repeat(300_000),
    })
    expect(long.statusCode).toBe(413)
  })

  test('that cannot be stored now is not taken, so that the app sends it again', async () => {
    const owner = await makeMerchant(app)
    const key = await wechatScene(owner)
    const { db } = app.deps
    const away = () => {
      throw new AppError('wait', { seconds: 2 })
    }
    app.deps.db = { ...db, main: new Proxy(db.main, { get: () => away }) }
    const first = await scan(key)
    app.deps.db = db
    expect(first).toEqual({ status: 503, text: '' })
    expect((await scan(key)).text).toContain(done)
  })
})

describe('a person who leaves', () => {
  test('is told nothing by any merchant, and others are', async () => {
    const { owner, machine } = await notifyStand(app)
    const other = await makeMerchant(app)
    await scan(await wechatScene(owner))
    await scan(await wechatScene(owner), openid(2))
    await scan(await wechatScene(other))
    await happen(app, owner, [turnOf(app, machine)])
    expect(await leave()).toEqual({ status: 200, text: 'success' })
    await work(app, owner)
    expect(server.sent.map(({ person }) => person)).toEqual([openid(2)])
    expect(await messagesOf(app, owner)).toHaveLength(1)
    const facts = (receivers: Notify[]) => receivers.map(({ notice, stopped }) => [notice, stopped])
    expect(facts(await personsOf(owner))).toEqual([
      [true, false],
      [false, true],
    ])
    expect(facts(await personsOf(other))).toEqual([[false, true]])
    expect(await personsOf(neighbour)).toEqual([])
    const [line] = await asOwner(
      app,
      `select username, before->>'notice' as before, after->>'notice' as after from audit
        where tenant_id = $1 and call = 'editNotify'`,
      [other.tenantId],
    )
    expect(line).toEqual({ username: 'system', before: 'true', after: 'false' })
  })

  test('comes back only by scanning a new code, as the same receiver', async () => {
    const owner = await makeMerchant(app)
    const scene = await wechatScene(owner)
    const unused = await wechatScene(owner)
    await scan(scene)
    const [before] = await personsOf(owner)
    const id = before?.notify_id ?? ''
    const again = app.clock.now.getTime() / 1000
    await scan(unused, openid(), again + 1)
    await leave(openid(), again + 2)
    for (const call of [
      app.call(editNotify, { notify_id: id, notice: true }, { as: owner }),
      app.call(testNotify, { notify_id: id }, { as: owner }),
    ])
      expect((await call).body).toMatchObject({ rcode: 103, msg: expect.stringContaining('scan a new code') })
    // Events of before that WeChat sends again do not bring the messages back.
    expect((await scan(scene)).text).toContain(over)
    expect((await scan(unused, openid(), again + 1)).text).toContain(over)
    expect(await personsOf(owner)).toMatchObject([{ stopped: true }])
    app.clock.advance(5)
    expect((await scan(await wechatScene(owner))).text).toContain(done)
    expect(await personsOf(owner)).toMatchObject([{ notify_id: id, notice: true, stopped: false }])
    // Nor does an old event end them.
    await leave(openid(), again + 2)
    expect(await personsOf(owner)).toMatchObject([{ notice: true, stopped: false }])
  })

  test('says so by /stop, or by blocking the bot', async () => {
    const owner = await makeMerchant(app)
    await tellTelegram(app, chatId(), `/start ${await telegramScene(owner)}`)
    await tellTelegram(app, chatId(2), `/start ${await telegramScene(owner)}`)
    const { text } = await tellTelegram(app, chatId(), '/stop')
    expect(text).toContain('You get no more notifications')
    expect((await personsOf(owner)).map(({ stopped }) => stopped)).toEqual([false, true])
    expect(await tellTelegram(app, chatId(2), 'blocks')).toEqual({ status: 200, text: '' })
    expect((await personsOf(owner)).map(({ stopped }) => stopped)).toEqual([true, true])
  })

  test('and was deleted by the merchant is forgotten, and can be bound as another receiver', async () => {
    const owner = await makeMerchant(app)
    const other = await makeMerchant(app)
    await scan(await wechatScene(owner))
    await scan(await wechatScene(other))
    const [first] = await personsOf(owner)
    await app.call(delNotify, { notify_id: first?.notify_id ?? '' }, { as: owner })
    const rows = await asOwner(app, 'select tenant_id::text from chat_person where tenant_id = any($1)', [
      [owner.tenantId, other.tenantId],
    ])
    expect(rows).toEqual([{ tenant_id: other.tenantId }])
    app.clock.advance(1)
    await scan(await wechatScene(owner))
    const [second] = await personsOf(owner)
    expect(second?.notify_id).not.toBe(first?.notify_id)
  })
})

describe('a notice to a person', () => {
  test('is sent once, in the language of the code, with place, time and a whole link', async () => {
    const { owner, machine } = await notifyStand(app)
    await scan(await wechatScene(owner))
    await tellTelegram(app, chatId(), `/start ${await telegramScene(owner)}`)
    await happen(app, owner, [turnOf(app, machine)])
    await work(app, owner)
    await work(app, owner)
    expect(server.sent).toHaveLength(2)
    const [byWechat, byTelegram] = server.sent
    expect(byWechat).toMatchObject({
      person: openid(),
      content: {
        url: expect.stringMatching(/^https:\/\/us\.example\/device\//),
        data: {
          thing1: { value: 'Pier 3：Lobby 离线' },
          thing2: { value: 'Pier 3 Lobby' },
          time3: { value: expect.stringMatching(/^2026年11月\d\d日 \d\d:\d\d$/) },
        },
      },
    })
    expect(byTelegram?.person).toBe(String(chatId()))
    expect(byTelegram?.content['text']).toMatch(/^Pier 3: Lobby is offline\nhttps:\/\/us\.example\/device\//)
  })

  test.each([
    ['zh-hant', '綁定成功', 'Pier 3：Lobby 離線'],
    ['zh-hans', '绑定成功', 'Pier 3：Lobby 离线'],
    // The console that showed the code is in English.
    ['fr', 'Done', 'Pier 3: Lobby is offline'],
    ['', 'Done', 'Pier 3: Lobby is offline'],
  ])('by Telegram is in its language where we speak it: %j', async (language, answer, told) => {
    const { owner, machine } = await notifyStand(app)
    const start = `/start ${await telegramScene(owner)}`
    expect((await tellTelegram(app, chatId(), start, { language })).text).toMatch(new RegExp(answer))
    await happen(app, owner, [turnOf(app, machine)])
    await work(app, owner)
    expect(server.sent.at(-1)?.content['text']).toContain(told)
  })

  test('arrives as a test, and its secrets are in no answer and no log', async () => {
    const owner = await makeMerchant(app)
    await tellTelegram(app, chatId(), `/start ${await telegramScene(owner)}`)
    const [receiver] = await personsOf(owner)
    const logged: string[] = []
    const warn = app.deps.log.warn.bind(app.deps.log)
    app.deps.log.warn = (...parts: unknown[]) => void logged.push(JSON.stringify(parts))
    server.answerNext('sendMessage', 'hang up')
    await app.call(testNotify, { notify_id: receiver?.notify_id ?? '' }, { as: owner })
    await work(app, owner)
    app.deps.log.warn = warn
    const { body } = await app.call(getNotices, {}, { as: owner })
    expect(body.result.data).toMatchObject([{ state: 'waiting', why: 'The channel did not answer' }])
    expect(JSON.stringify([body, logged])).not.toContain(server.config.telegram.token)
    app.clock.advance(61)
    await work(app, owner)
    expect(server.sent).toMatchObject([{ person: String(chatId()) }])
  })

  test('waits as long as the app asks for', async () => {
    const owner = await makeMerchant(app)
    await tellTelegram(app, chatId(), `/start ${await telegramScene(owner)}`)
    const [receiver] = await personsOf(owner)
    const body = JSON.stringify({ ok: false, parameters: { retry_after: 600 } })
    server.answerNext('sendMessage', { status: 429, body })
    await app.call(testNotify, { notify_id: receiver?.notify_id ?? '' }, { as: owner })
    await work(app, owner)
    app.clock.advance(599)
    await work(app, owner)
    expect(server.sent).toEqual([])
    app.clock.advance(1)
    await work(app, owner)
    expect(server.sent).toHaveLength(1)
  })

  test('whom the app cannot reach any more ends the messages, and says why', async () => {
    const owner = await makeMerchant(app)
    await scan(await wechatScene(owner))
    const [receiver] = await personsOf(owner)
    server.answerNext('template/send', { status: 200, body: '{"errcode":43004}' })
    await app.call(testNotify, { notify_id: receiver?.notify_id ?? '' }, { as: owner })
    await work(app, owner)
    const { body } = await app.call(getNotices, {}, { as: owner })
    expect(body.result.data).toMatchObject([
      {
        state: 'dead',
        why: 'The person does not follow the account any more, or blocks it',
        resendable: false,
      },
    ])
    expect(await personsOf(owner)).toMatchObject([{ notice: false, stopped: true }])
  })
})

test('notes of events are forgotten after a day', async () => {
  const owner = await makeMerchant(app)
  await scan(await wechatScene(owner))
  const count = async () =>
    (await asOwner(app, 'select from chat_event where tenant_id = $1', [owner.tenantId])).length
  await sweep(app.deps, owner.tenantId, app.clock.now)
  expect(await count()).toBe(1)
  await sweep(app.deps, owner.tenantId, new Date(app.clock.now.getTime() + 25 * 3_600_000))
  expect(await count()).toBe(0)
})
