import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { generatePushKey, parsePushKey } from '../../kernel/push-key.ts'
import type { PushConfig, PushMessage } from './push.ts'
import { senderOf } from './testing/browser.ts'
import { pushService, type TestBrowser } from './testing/push-service.ts'
import { signToken } from './vapid.ts'
import { webPush } from './web-push.ts'

const now = () => new Date('2026-11-17T08:00:00Z')
const service = await pushService(now)
afterAll(() => service.close())

function configOf(
  hosts: readonly string[] = ['fcm.googleapis.com', '*.push.services.mozilla.com'],
): PushConfig {
  const key = parsePushKey(generatePushKey())
  if (!key) throw new Error('no key')
  return { key, subject: 'mailto:operator@slotwise.example', hosts }
}

const config = configOf()
const sender = webPush(config, { baseUrl: service.baseUrl, now })
const message: PushMessage = { content: '{"title":"一号机 离线"}', topic: 'notice-7', ttlSeconds: 86_400 }

/** What is answered when the push service answers this. */
async function answerTo(answer: TestBrowser['answer'], timeoutMs?: number) {
  const browser = await service.newBrowser(config.key.publicKey)
  browser.answer = answer
  const port = webPush(config, { baseUrl: service.baseUrl, now, ...(timeoutMs ? { timeoutMs } : {}) })
  const result = await port.send(browser.subscription, message)
  return { result, asked: browser.asked, secret: browser.subscription.auth }
}

describe('the token of the sender', () => {
  /** RFC 8292, section 2.4. */
  const example = {
    token:
      'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
    key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
    claims: { aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' },
  }

  test('is built as in the RFC, and signed by our key', async () => {
    const token = signToken(example.claims, config.key.privateKey)
    const unsigned = example.token.split('.').slice(0, 2).join('.')
    expect(token.startsWith(`${unsigned}.`)).toBe(true)
    expect(await senderOf(`vapid t=${token}, k=${config.key.publicKey}`)).toMatchObject({
      claims: example.claims,
    })
  })

  test('is judged by the tests as the RFC judges its own', async () => {
    expect(await senderOf(`vapid t=${example.token}, k=${example.key}`)).toEqual({
      key: example.key,
      claims: example.claims,
    })
    expect(await senderOf(`vapid t=${example.token}, k=${config.key.publicKey}`)).toBeUndefined()
  })
})

describe('a message', () => {
  test.each(['fcm.googleapis.com', 'updates.push.services.mozilla.com'])(
    'reaches the browser through %s, which knows the sender',
    async (host) => {
      const browser = await service.newBrowser(config.key.publicKey, host)
      expect(await sender.send(browser.subscription, message)).toEqual({ state: 'sent' })
      expect(browser.received).toEqual([
        {
          content: message.content,
          topic: 'notice-7',
          ttl: 86_400,
          urgency: 'high',
          subject: 'mailto:operator@slotwise.example',
        },
      ])
    },
  )

  test('of a server that the browser did not agree to is refused', async () => {
    const browser = await service.newBrowser(configOf().key.publicKey)
    expect(await sender.send(browser.subscription, message)).toEqual({ state: 'refused', why: 'HTTP 403' })
    expect(browser.received).toEqual([])
  })

  test.each([
    [404, { state: 'gone', why: 'HTTP 404' }],
    [410, { state: 'gone', why: 'HTTP 410' }],
    [200, { state: 'sent' }],
    [400, { state: 'refused', why: 'HTTP 400' }],
    [413, { state: 'refused', why: 'HTTP 413' }],
    [429, { state: 'later', why: 'HTTP 429' }],
    [500, { state: 'later', why: 'HTTP 500' }],
    [503, { state: 'later', why: 'HTTP 503' }],
  ])('that is answered %i', async (status, result) => {
    expect((await answerTo({ status })).result).toEqual(result)
  })

  test.each([
    ['120', 120],
    ['Tue, 17 Nov 2026 08:05:00 GMT', 300],
    ['Tue, 17 Nov 2026 07:55:00 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
  ])('is asked for again after %s', async (header, seconds) => {
    const { result } = await answerTo({ status: 429, headers: { 'retry-after': header } })
    expect(result).toEqual({
      state: 'later',
      why: 'HTTP 429',
      ...(seconds === undefined ? {} : { retryAfterS: seconds }),
    })
  })

  test('does not follow a redirect', async () => {
    const elsewhere = await service.newBrowser(config.key.publicKey)
    const { pathname } = new URL(elsewhere.subscription.endpoint)
    const location = `${service.baseUrl}${pathname}`
    expect((await answerTo({ status: 307, headers: { location } })).result).toEqual({
      state: 'refused',
      why: 'HTTP 307',
    })
    expect(elsewhere.asked).toBe(0)
  })

  test('that gets no answer, or no connection, may be tried later, and the address is not told', async () => {
    const silent = await answerTo('silence', 50)
    expect(silent).toMatchObject({ result: { state: 'later', why: 'no answer within 50 ms' }, asked: 1 })
    expect((await answerTo('hang up')).result).toEqual({ state: 'later', why: 'no connection (ECONNRESET)' })
    const closed = webPush(config, { baseUrl: 'http://127.0.0.1:9', now })
    const { subscription } = await service.newBrowser(config.key.publicKey)
    expect(await closed.send(subscription, message)).toEqual({
      state: 'later',
      why: 'no connection (ECONNREFUSED)',
    })
  })

  test('does not read an endless answer', async () => {
    let isClosed = false
    const endless = createServer((_, outgoing) => {
      outgoing.writeHead(201)
      const more = setInterval(() => outgoing.write('x'.repeat(8 * 1024)), 1)
      outgoing.on('close', () => {
        clearInterval(more)
        isClosed = true
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => endless.close().closeAllConnections())
    await once(endless, 'listening')
    const baseUrl = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
    const { subscription } = await service.newBrowser(config.key.publicKey)
    expect(await webPush(config, { baseUrl, now }).send(subscription, message)).toEqual({ state: 'sent' })
    await expect.poll(() => isClosed).toBe(true)
  })
})

describe('addresses', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://FCM.googleapis.com/fcm/send/abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
    ['https://user:pass@fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com.evil.example/', false],
    ['https://evil.example/fcm.googleapis.com', false],
    ['https://evilpush.services.mozilla.com/', false],
    ['https://push.services.mozilla.com/', false],
    ['https://fcm.googleapis.com./', false],
    ['https://127.0.0.1/', false],
    ['https://[::1]/', false],
    ['file:///etc/passwd', false],
    ['nothing', false],
  ])('%s is at a push service: %s', async (endpoint, isServed) => {
    expect(sender.serves(endpoint)).toBe(isServed)
    if (isServed) return
    const { subscription } = await service.newBrowser(config.key.publicKey)
    expect(await sender.send({ ...subscription, endpoint }, message)).toEqual({
      state: 'refused',
      why: 'not an address at a push service',
    })
  })

  test('without push services there are none, and no key', () => {
    const off = webPush(configOf([]))
    expect(off.publicKey).toBe('')
    expect(off.serves('https://fcm.googleapis.com/fcm/send/abc')).toBe(false)
  })
})
