import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { aliyunSms, signed } from './aliyun.ts'
import type { AliyunSmsConfig, SmsMessage, SmsWiring } from './sms.ts'
import { vendorServer } from './testing/vendor-server.ts'
import type { VendorAnswer, VendorRequest, VendorServer } from './testing/vendor-server.ts'

const config: AliyunSmsConfig = {
  accessKeyId: 'key-of-the-shop',
  accessKeySecret: 'secret-of-the-shop',
  signName: "扭蛋 (机)*!'~",
  templates: { signup: 'SMS_1', reset: 'SMS_2', header: 'SMS_3', operation: 'SMS_4' },
}
const message: SmsMessage = {
  to: '+8613800138000',
  purpose: 'signup',
  code: '482913',
  locale: 'zh-CN',
  dedupeKey: 'attempt-1',
}
const now = new Date('2026-03-01T08:00:00.500Z')
const accepted = {
  status: 200,
  body: JSON.stringify({ Code: 'OK', Message: 'OK', BizId: '9001^0', RequestId: 'R' }),
}

/** Checks as the vendor's gateway does: builds the canonical request from what arrived and compares the signature. */
function gateway(
  { method, path, query, headers, body }: VendorRequest,
  secret: string,
): VendorAnswer | undefined {
  const hex = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
  const header = (name: string) => String(headers[name] ?? '').trim()
  const refuse = (Code: string) => ({
    status: 400,
    body: JSON.stringify({ Code, Message: 'no', RequestId: 'R' }),
  })

  const parts = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    header('authorization'),
  )
  if (parts === null) return refuse('IncompleteSignature')
  const [, keyId, names = '', signature] = parts
  if (keyId !== config.accessKeyId) return refuse('InvalidAccessKeyId.NotFound')

  const toSign = Object.keys(headers)
    .filter((name) => name.startsWith('x-acs-') || name === 'host' || name === 'content-type')
    .toSorted()
  if (names !== toSign.join(';')) return refuse('IncompleteSignature')
  if (header('x-acs-content-sha256') !== hex(body)) return refuse('SignatureDoesNotMatch')
  if (Math.abs(Date.parse(header('x-acs-date')) - now.getTime()) > 900_000)
    return refuse('InvalidTimeStamp.Expired')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(header('x-acs-date')))
    return refuse('InvalidTimeStamp.Format')

  const escape = (text: string) =>
    Array.from(Buffer.from(text, 'utf8'), (byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9\-_.~]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    }).join('')
  const canonicalQuery = query
    .split('&')
    .map((pair) => pair.split('=').map(decodeURIComponent))
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map(([name = '', value = '']) => `${escape(name)}=${escape(value)}`)
    .join('&')
  const lines = toSign.map((name) => `${name}:${header(name)}\n`).join('')
  const canonical = `${method}\n${path}\n${canonicalQuery}\n${lines}\n${names}\n${hex(body)}`
  const expected = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
    .digest('hex')
  return expected === signature ? undefined : refuse('SignatureDoesNotMatch')
}

let server: VendorServer | undefined
afterEach(() => server?.close())

async function sender(answer: VendorAnswer, more: SmsWiring & { secret?: string } = {}) {
  const { secret = config.accessKeySecret, ...wiring } = more
  server = await vendorServer((request) => gateway(request, secret) ?? answer)
  return aliyunSms(config, { baseUrl: server.baseUrl, now: () => now, nonce: () => 'nonce-1', ...wiring })
}

const refusal = (Code: string, Message = 'no', status = 200) => ({
  status,
  body: JSON.stringify({ Code, Message, RequestId: 'R' }),
})

describe('Aliyun', () => {
  test("our signature is the one of the vendor's published example", () => {
    const key = { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' }
    const query = 'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai'
    const headers = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
    }
    expect(signed(key, query, headers)['authorization']).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
        'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  test('a code is sent with the template of its purpose', async () => {
    const aliyun = await sender(accepted)
    expect(await aliyun.send({ ...message, purpose: 'reset' })).toEqual({ ok: true, id: '9001^0' })
    const [request] = server!.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: '/',
      body: '',
      headers: {
        'x-acs-action': 'SendSms',
        'x-acs-version': '2017-05-25',
        'x-acs-signature-nonce': 'nonce-1',
      },
    })
    expect(Object.fromEntries(new URLSearchParams(request!.query))).toEqual({
      PhoneNumbers: '13800138000',
      SignName: config.signName,
      TemplateCode: 'SMS_2',
      TemplateParam: '{"code":"482913"}',
      OutId: 'attempt-1',
    })
  })

  test('a number abroad keeps its country code', async () => {
    const aliyun = await sender(accepted)
    await aliyun.send({ ...message, to: '+60123456789' })
    expect(new URLSearchParams(server!.requests[0]!.query).get('PhoneNumbers')).toBe('60123456789')
  })

  test('each attempt has a nonce of its own', async () => {
    server = await vendorServer((request) => gateway(request, config.accessKeySecret) ?? accepted)
    const aliyun = aliyunSms(config, { baseUrl: server.baseUrl, now: () => now })
    await aliyun.send(message)
    await aliyun.send(message)
    expect(new Set(server.requests.map((request) => request.headers['x-acs-signature-nonce'])).size).toBe(2)
  })

  test('a wrong secret is refused', async () => {
    const aliyun = await sender(accepted, { secret: 'another secret' })
    expect(await aliyun.send(message)).toEqual({
      ok: false,
      reason: 'rejected',
      detail: 'SignatureDoesNotMatch',
    })
  })

  test('a clock that is off is refused', async () => {
    const aliyun = await sender(accepted, { now: () => new Date('2026-03-01T10:00:00Z') })
    expect(await aliyun.send(message)).toEqual({
      ok: false,
      reason: 'rejected',
      detail: 'InvalidTimeStamp.Expired',
    })
  })

  test.each([
    ['isv.BUSINESS_LIMIT_CONTROL', '触发分钟级流控Permits:1', 60],
    ['isv.BUSINESS_LIMIT_CONTROL', '触发小时级流控Permits:5', 3_600],
    ['isv.BUSINESS_LIMIT_CONTROL', '触发天级流控Permits:10', 86_400],
    ['isv.BUSINESS_LIMIT_CONTROL', '', 60],
    ['isv.DAY_LIMIT_CONTROL', '触发日发送限额', 86_400],
    ['Throttling.User', 'Request was denied due to user flow control.', 60],
  ])('%s (%s) says to wait %d seconds', async (code, text, retryAfterS) => {
    const aliyun = await sender(refusal(code, text))
    expect(await aliyun.send(message)).toEqual({ ok: false, reason: 'limited', detail: code, retryAfterS })
  })

  test('a number that the vendor does not take is rejected', async () => {
    const aliyun = await sender(
      refusal('isv.MOBILE_NUMBER_ILLEGAL', '13800138000 invalid mobile number 482913'),
    )
    expect(await aliyun.send(message)).toEqual({
      ok: false,
      reason: 'rejected',
      detail: 'isv.MOBILE_NUMBER_ILLEGAL',
    })
  })

  test.each<[string, VendorAnswer]>([
    ['a server fault', { status: 503, body: '{"Code":"ServiceUnavailable"}' }],
    ['a fault inside', refusal('isp.SYSTEM_ERROR')],
    ['malformed JSON', { status: 200, body: '{"Code":"OK"' }],
    ['JSON that is no object', { status: 200, body: '["OK"]' }],
    ['success without an id', { status: 200, body: '{"Code":"OK"}' }],
    ['a code that repeats our secrets', refusal('482913 13800138000')],
    ['a redirect elsewhere', { status: 307, headers: { location: '/elsewhere' }, body: '{}' }],
    ['a dropped connection', 'hang up'],
  ])('%s counts as unreachable, and nothing secret is told', async (_, answer) => {
    const aliyun = await sender(answer)
    const outcome = await aliyun.send(message)
    expect(outcome).toMatchObject({ ok: false, reason: 'unreachable' })
    expect(JSON.stringify(outcome)).not.toMatch(/482913|13800138000|secret/)
    expect(server!.requests).toHaveLength(1)
  })

  test('a vendor that stays silent is given up', async () => {
    const aliyun = await sender('silence', { timeoutMs: 50 })
    expect(await aliyun.send(message)).toEqual({
      ok: false,
      reason: 'unreachable',
      detail: 'no answer within 50 ms',
    })
  })

  test('without a connection nothing was sent', async () => {
    const aliyun = await sender(accepted)
    await server!.close()
    expect(await aliyun.send(message)).toEqual({
      ok: false,
      reason: 'unsent',
      detail: 'no connection (ECONNREFUSED)',
    })
    server = undefined
  })

  test('a name that is not found and a connection that is never made are told as unsent', async () => {
    const listener = createServer()
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const port = (listener.address() as AddressInfo).port
    for (const [baseUrl, detail] of [
      ['https://sms.invalid', /^no connection \((ENOTFOUND|EAI_AGAIN)\)$/],
      // The listener accepts, but never answers the opening of TLS.
      [`https://127.0.0.1:${port}`, /^no connection within 500 ms$/],
    ] as const) {
      const outcome = await aliyunSms(config, { baseUrl, timeoutMs: 500 }).send(message)
      expect(outcome).toEqual({ ok: false, reason: 'unsent', detail: expect.stringMatching(detail) })
    }
    listener.close()
  })

  test('a list of numbers is not a number', async () => {
    const aliyun = await sender(accepted)
    const outcome = await aliyun.send({ ...message, to: '+8613800138000,13800138001' })
    expect(outcome).toEqual({ ok: false, reason: 'rejected', detail: 'not a phone number' })
    expect(server!.requests).toHaveLength(0)
  })
})
