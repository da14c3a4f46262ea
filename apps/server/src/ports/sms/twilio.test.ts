import { afterEach, describe, expect, test } from 'vitest'
import type { SmsMessage, SmsWiring, TwilioSmsConfig } from './sms.ts'
import { vendorServer } from './testing/vendor-server.ts'
import type { VendorAnswer, VendorRequest, VendorServer } from './testing/vendor-server.ts'
import { twilioSms } from './twilio.ts'

const config: TwilioSmsConfig = {
  accountSid: 'AC0123456789abcdef',
  authToken: 'token: with colon',
  sender: { messagingServiceSid: 'MG42' },
}
const message: SmsMessage = {
  to: '+60123456789',
  purpose: 'signup',
  code: '482913',
  locale: 'en-US',
  dedupeKey: 'attempt-1',
}
const accepted = { status: 201, body: JSON.stringify({ sid: 'SM77', status: 'accepted', error_code: null }) }

const failure = (status: number, code: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: JSON.stringify({ code, message: `The 'To' number +60123456789 (482913) is wrong`, status }),
})

/** Checks Basic authentication (RFC 7617) and the form that the vendor documents. */
function gateway({ method, path, headers, body }: VendorRequest, token: string): VendorAnswer | undefined {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ')
  const [user, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (scheme !== 'Basic' || user !== config.accountSid || password.join(':') !== token)
    return failure(401, 20003)
  if (method !== 'POST' || path !== `/2010-04-01/Accounts/${user}/Messages.json`) return failure(404, 20404)
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return failure(400, 21602)
  const form = new URLSearchParams(body)
  if (!/^\+\d+$/.test(form.get('To') ?? '')) return failure(400, 21211)
  if (!form.has('From') && !form.has('MessagingServiceSid')) return failure(400, 21603)
  return form.get('Body') ? undefined : failure(400, 21602)
}

let server: VendorServer | undefined
afterEach(() => server?.close())

async function sender(
  answer: VendorAnswer,
  { token = config.authToken, from, ...wiring }: SmsWiring & { token?: string; from?: string } = {},
) {
  server = await vendorServer((request) => gateway(request, token) ?? answer)
  const shop = from === undefined ? config : { ...config, sender: { from } }
  return twilioSms(shop, { baseUrl: server.baseUrl, ...wiring })
}

describe('Twilio', () => {
  test('a code is sent in words', async () => {
    const twilio = await sender(accepted)
    expect(await twilio.send(message)).toEqual({ ok: true, id: 'SM77' })
    expect(Object.fromEntries(new URLSearchParams(server!.requests[0]!.body))).toEqual({
      To: '+60123456789',
      MessagingServiceSid: 'MG42',
      Body: 'RM0 Slotwise: your sign-up code is 482913. It is valid for 5 minutes. Do not share it.',
      ValidityPeriod: '300',
    })
  })

  test('a number of our own can be the sender', async () => {
    const twilio = await sender(accepted, { from: '+15550001111' })
    expect(await twilio.send(message)).toMatchObject({ ok: true })
    const form = new URLSearchParams(server!.requests[0]!.body)
    expect([form.get('From'), form.has('MessagingServiceSid')]).toEqual(['+15550001111', false])
  })

  test('a wrong token is refused', async () => {
    const twilio = await sender(accepted, { token: 'another token' })
    expect(await twilio.send(message)).toEqual({
      ok: false,
      reason: 'rejected',
      detail: 'HTTP 401, error 20003',
    })
  })

  test.each([
    [failure(429, 20429, { 'retry-after': '7' }), 'HTTP 429, error 20429', 7],
    [failure(429, 20429), 'HTTP 429, error 20429', 60],
    [failure(429, 20429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), 'HTTP 429, error 20429', 60],
    [failure(400, 21611), 'HTTP 400, error 21611', 60],
  ])('too many messages: %j', async (answer, detail, retryAfterS) => {
    const twilio = await sender(answer)
    expect(await twilio.send(message)).toEqual({ ok: false, reason: 'limited', detail, retryAfterS })
  })

  test.each<[string, VendorAnswer]>([
    ['a number that cannot receive', failure(400, 21614)],
    [
      'a message that failed at once',
      { status: 201, body: '{"sid":"SM1","status":"failed","error_code":30008}' },
    ],
    ['an error without a number', { status: 400, body: '{"message":"+60123456789 482913"}' }],
    ['an error whose number repeats the code', { status: 400, body: '{"code":482913}' }],
  ])('%s is rejected, and nothing secret is told', async (_, answer) => {
    const twilio = await sender(answer)
    const outcome = await twilio.send(message)
    expect(outcome).toMatchObject({ ok: false, reason: 'rejected' })
    expect(JSON.stringify(outcome)).not.toMatch(/482913|123456789|token/)
  })

  test.each<[string, VendorAnswer]>([
    ['a server fault', failure(500, 20500)],
    ['malformed JSON', { status: 201, body: '<html>482913</html>' }],
    ['success without an id', { status: 201, body: '{"status":"accepted"}' }],
    ['a redirect elsewhere', { status: 307, headers: { location: '/elsewhere' }, body: '{}' }],
    ['a dropped connection', 'hang up'],
  ])('%s counts as unreachable, and nothing secret is told', async (_, answer) => {
    const twilio = await sender(answer)
    const outcome = await twilio.send(message)
    expect(outcome).toMatchObject({ ok: false, reason: 'unreachable' })
    expect(JSON.stringify(outcome)).not.toMatch(/482913|123456789|token/)
    expect(server!.requests).toHaveLength(1)
  })

  test('a vendor that stays silent is given up', async () => {
    const twilio = await sender('silence', { timeoutMs: 50 })
    expect(await twilio.send(message)).toEqual({
      ok: false,
      reason: 'unreachable',
      detail: 'no answer within 50 ms',
    })
  })

  test('what is no phone number is not sent', async () => {
    const twilio = await sender(accepted)
    expect(await twilio.send({ ...message, to: 'whatsapp:+60123456789' })).toEqual({
      ok: false,
      reason: 'rejected',
      detail: 'not a phone number',
    })
    expect(server!.requests).toHaveLength(0)
  })
})
