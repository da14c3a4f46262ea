import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { choosePersonChats } from './choose.ts'
import type { PersonMessage } from './chat.ts'
import { chatServer } from './testing/chat-server.ts'
import { templateData } from './wechat-template.ts'

const server = await chatServer()
afterAll(() => server.close())

const clock = { now: new Date('2026-11-17T12:00:00Z') }
const newChats = (timeoutMs = 8_000) => {
  const { wechat, telegram } = choosePersonChats(server.config, { now: () => clock.now, timeoutMs })
  if (!wechat || !telegram) throw new Error('both are configured')
  return { wechat, telegram }
}
beforeEach(() => {
  server.sent.length = 0
  server.requests.length = 0
  clock.now = new Date('2026-11-17T12:00:00Z')
})

const message: PersonMessage = {
  title: '朝阳店：1 号机 <b>离线</b>',
  place: '朝阳店 1 号机',
  time: '2026-11-17 20:00',
  todo: 'Tap for details',
  lines: ['朝阳店：2 台设备离线'],
  link: 'https://console.example/alerts',
}
const tokensAsked = () => server.requests.filter(({ path }) => path === '/cgi-bin/stable_token').length
const error = (errcode: number) => ({ status: 200, body: JSON.stringify({ errcode, errmsg: 'token-1' }) })

describe('the token of WeChat', () => {
  test('is asked for once by many messages, and again before its end', async () => {
    const { wechat } = newChats()
    const results = await Promise.all([1, 2, 3].map((n) => wechat.send(`openid-${n}`, message)))
    expect(results).toEqual([{ state: 'sent' }, { state: 'sent' }, { state: 'sent' }])
    expect(tokensAsked()).toBe(1)
    clock.now = new Date(clock.now.getTime() + (7200 - 301) * 1000)
    await wechat.send('openid-1', message)
    expect(tokensAsked()).toBe(1)
    clock.now = new Date(clock.now.getTime() + 2_000)
    await wechat.send('openid-1', message)
    expect(tokensAsked()).toBe(2)
  })

  test('that another process renewed by force is replaced, and the message is sent', async () => {
    const { wechat } = newChats()
    await wechat.send('openid-1', message)
    server.endToken()
    expect(await wechat.send('openid-2', message)).toEqual({ state: 'sent' })
    expect(server.sent.map(({ person }) => person)).toEqual(['openid-1', 'openid-2'])
    expect(server.requests.some(({ body }) => body.includes('"force_refresh":true'))).toBe(false)
  })

  test('that WeChat gives out and refuses is renewed by force, once', async () => {
    const { wechat } = newChats()
    await wechat.send('openid-1', message)
    server.answerNext('template/send', error(40_001))
    expect(await wechat.send('openid-2', message)).toEqual({ state: 'sent' })
    for (let i = 0; i < 2; i += 1) server.answerNext('template/send', error(40_001))
    expect(await wechat.send('openid-3', message)).toEqual({ state: 'later', why: 'WeChat: 40001' })
    expect(server.requests.filter(({ body }) => body.includes('"force_refresh":true'))).toHaveLength(1)
  })

  test('that WeChat does not give leaves the message for later', async () => {
    server.answerNext('stable_token', error(40_164))
    expect(await newChats().wechat.send('openid-1', message)).toEqual({
      state: 'later',
      why: 'WeChat: 40164',
    })
    server.answerNext('stable_token', { status: 200, body: '{}' })
    expect(await newChats().wechat.send('openid-1', message)).toEqual({ state: 'later', why: 'noAnswer' })
  })
})

test('a code of WeChat holds its scene and its end, and leads to WeChat only', async () => {
  const { wechat } = newChats()
  expect(await wechat.bindUrl('scene-1', 900)).toMatch(/^http:\/\/weixin\.qq\.com\/q\//)
  expect(server.scenes.at(-1)).toBe('scene-1')
  expect(server.requests.at(-1)?.body).toContain('"expire_seconds":900')
  const elsewhere = { status: 200, body: '{"url":"https://weixin.qq.com.evil.example/q/1"}' }
  for (const answer of [elsewhere, error(45_009), { status: 502, body: '' }, 'hang up'] as const) {
    server.answerNext('qrcode/create', answer)
    expect(await wechat.bindUrl('scene-2', 900)).toBeUndefined()
  }
})

test('a code of Telegram is a link that starts its bot', async () => {
  expect(await newChats().telegram.bindUrl('1_abc', 900)).toBe('https://t.me/slotwise_bot?start=1_abc')
})

test('a template gets its fields in the forms and lengths that WeChat takes', async () => {
  const { wechat } = newChats()
  const long = { ...message, title: `${'店🏬'.repeat(20)}\n离线`, place: ' ', todo: `查看 ${'x'.repeat(50)}` }
  expect(await wechat.send('openid-1', long)).toEqual({ state: 'sent' })
  const [{ content } = { content: {} }] = server.sent
  expect(content).toMatchObject({
    touser: 'openid-1',
    url: message.link,
    data: {
      thing1: { value: `${'店🏬'.repeat(6)}店…` },
      thing2: { value: '-' },
      time3: { value: '2026年11月17日 20:00' },
      character_string4: { value: `${'x'.repeat(29)}...` },
    },
  })
  expect(templateData([{ source: 'title', name: 'thing1' }], { ...message, title: '一'.repeat(20) })).toEqual(
    {
      thing1: { value: '一'.repeat(20) },
    },
  )
})

test('Telegram gets plain text with the link, cut to what it takes', async () => {
  const { telegram } = newChats()
  await telegram.send('42', message)
  expect(server.sent[0]?.content).toEqual({
    chat_id: '42',
    text: '朝阳店：1 号机 <b>离线</b>\n朝阳店：2 台设备离线\nhttps://console.example/alerts',
    link_preview_options: { is_disabled: true },
  })
  expect(await telegram.send('42', { ...message, lines: ['店🏬'.repeat(3000)] })).toEqual({ state: 'sent' })
  const text = String(server.sent[1]?.content['text'])
  expect(text).toMatch(/…\nhttps:\/\/console\.example\/alerts$/)
  expect(text.isWellFormed()).toBe(true)
})

test.each([
  [43_004, { state: 'gone', why: 'personGone' }],
  [40_003, { state: 'refused', why: 'WeChat: 40003' }],
  [47_003, { state: 'refused', why: 'WeChat: 47003' }],
  [45_009, { state: 'later', why: 'tooMany' }],
  [40_037, { state: 'later', why: 'WeChat: 40037' }],
  [-1, { state: 'later', why: 'WeChat: -1' }],
])('WeChat answers %d', async (code, result) => {
  server.answerNext('template/send', error(code))
  expect(await newChats().wechat.send('openid-1', message)).toEqual(result)
})

const telegramError = (status: number, description: string, parameters?: object) => ({
  status,
  body: JSON.stringify({ ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) }),
})
test.each([
  [
    telegramError(429, 'Too Many Requests: retry after 900', { retry_after: 900 }),
    { state: 'later', why: 'tooMany', retryAfterS: 900 },
  ],
  [telegramError(403, 'Forbidden: bot was blocked by the user'), { state: 'gone', why: 'personGone' }],
  [telegramError(400, 'Bad Request: chat not found'), { state: 'gone', why: 'personGone' }],
  [telegramError(400, 'Bad Request: message text is empty'), { state: 'refused', why: 'Telegram: HTTP 400' }],
  [telegramError(401, 'Unauthorized'), { state: 'later', why: 'Telegram: HTTP 401' }],
])('Telegram answers %j', async (answer, result) => {
  server.answerNext('sendMessage', answer)
  expect(await newChats().telegram.send('42', message)).toEqual(result)
})

describe.each([
  ['wechat', 'template/send'],
  ['telegram', 'sendMessage'],
] as const)('%s', (channel, path) => {
  test('that fails, is silent or hangs up is tried again later, and tells no secret', async () => {
    const echo = JSON.stringify({ errmsg: server.config.telegram.token, url: 'token-1' })
    for (const answer of [
      { status: 502, body: echo },
      { status: 302, body: echo },
      'hang up',
      'silence',
    ] as const) {
      const chat = newChats(answer === 'silence' ? 200 : 8_000)[channel]
      server.answerNext(path, answer)
      const result = await chat.send('42', message)
      expect(result).toEqual({ state: 'later', why: 'noAnswer' })
    }
  })
})
