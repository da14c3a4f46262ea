import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { testSecrets } from '../../../test/vault-keys.ts'
import { readConfig } from '../../kernel/config.ts'
import { chooseSms } from './choose.ts'
import type { SmsMessage, SmsSender } from './sms.ts'
import { vendorServer, type VendorServer } from './testing/vendor-server.ts'

const aliyun = {
  ALIYUN_ACCESS_KEY_ID: 'key',
  ALIYUN_ACCESS_KEY_SECRET: 'secret',
  ALIYUN_SMS_SIGN: 'Slotwise',
  ALIYUN_SMS_TEMPLATE_SIGNUP: 'SMS_1',
  ALIYUN_SMS_TEMPLATE_RESET: 'SMS_2',
  ALIYUN_SMS_TEMPLATE_HEADER: 'SMS_3',
  ALIYUN_SMS_TEMPLATE_OPERATION: 'SMS_4',
}
const twilio = {
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15550001111',
}
const settings = (env: Record<string, string>) => readConfig({ DATA_DIR: 'unused', ...testSecrets, ...env })

const to = (phone: string): SmsMessage => ({
  to: phone,
  purpose: 'signup',
  code: '482913',
  locale: 'en-US',
  dedupeKey: 'attempt-1',
})
const mainland = to('+8613800138000')
const malaysian = to('+60123456789')
const american = to('+15551234567')

/** Both vendors at one address: requests to Twilio have the account in the path, those to Aliyun have no path. */
let vendors: VendorServer
beforeAll(async () => {
  vendors = await vendorServer(({ path }) =>
    path === '/'
      ? { status: 200, body: JSON.stringify({ Code: 'OK', BizId: 'by aliyun' }) }
      : { status: 201, body: JSON.stringify({ sid: 'by twilio', status: 'accepted' }) },
  )
})
afterAll(() => vendors.close())
afterEach(() => void vendors.requests.splice(0))

const inbox: SmsSender = { name: 'inbox', send: async () => ({ ok: true, id: 'by inbox' }) }
const chosen = (env: Record<string, string>, otherwise?: SmsSender) =>
  chooseSms(settings(env).sms, otherwise, { baseUrl: vendors.baseUrl })
const refused = { ok: false, reason: 'rejected', detail: 'no provider is configured for this number' }

describe('who sends the messages', () => {
  test('the development inbox in a demo without settings, for every country', async () => {
    expect(settings({})).toMatchObject({ devInbox: true, sms: {} })
    const sender = chosen({}, inbox)
    expect(sender.name).toBe('inbox')
    for (const message of [mainland, malaysian]) {
      expect(await sender.send(message)).toEqual({ ok: true, id: 'by inbox' })
    }
  })

  test('Aliyun for the mainland and Twilio for all others, when both are configured', async () => {
    const sender = chosen({ ...aliyun, ...twilio }, inbox)
    expect(sender.name).toBe('aliyun+twilio')
    expect(await sender.send(mainland)).toEqual({ ok: true, id: 'by aliyun' })
    expect(await sender.send(malaysian)).toEqual({ ok: true, id: 'by twilio' })
    expect(await sender.send(american)).toEqual({ ok: true, id: 'by twilio' })
    expect(vendors.requests).toHaveLength(3)
  })

  test('the inbox for those whose vendor is not configured', async () => {
    const onlyAliyun = chosen(aliyun, inbox)
    expect(await onlyAliyun.send(mainland)).toEqual({ ok: true, id: 'by aliyun' })
    expect(await onlyAliyun.send(malaysian)).toEqual({ ok: true, id: 'by inbox' })
    const onlyTwilio = chosen(twilio, inbox)
    expect(await onlyTwilio.send(mainland)).toEqual({ ok: true, id: 'by inbox' })
    expect(await onlyTwilio.send(malaysian)).toEqual({ ok: true, id: 'by twilio' })
  })

  test('no one in a real installation, for countries whose vendor is not configured', async () => {
    expect(settings({ DATABASE_URL: 'postgres://somewhere' }).devInbox).toBe(false)
    expect(await chosen({}).send(mainland)).toEqual(refused)
    expect(await chosen({}).send(malaysian)).toEqual(refused)
    expect(await chosen(aliyun).send(malaysian)).toEqual(refused)
    expect(await chosen(twilio).send(mainland)).toEqual(refused)
    expect(vendors.requests).toHaveLength(0)
  })

  test.each([
    ...Object.entries(aliyun),
    ...Object.entries(twilio).filter(([name]) => name !== 'TWILIO_FROM'),
  ])('a vendor of which only %s is set stops the start, naming what is missing', (name, value) => {
    const rest = Object.keys(name in aliyun ? aliyun : twilio).filter((one) => one !== name)
    const first = rest.find((one) => one !== 'TWILIO_FROM') ?? ''
    expect(() => settings({ [name]: value })).toThrow(`${first} is needed to send text messages`)
  })

  test.each([
    ['ALIYUN_ACCESS_KEY_ID', 'my key', /^ALIYUN_ACCESS_KEY_ID must be the public half of a key$/],
    ['ALIYUN_SMS_TEMPLATE_RESET', 'reset', /^ALIYUN_SMS_TEMPLATE_RESET must be the number of a template/],
    ['ALIYUN_SMS_TEMPLATE_INVITE', '1', /^ALIYUN_SMS_TEMPLATE_INVITE must be the number of a template/],
    ['TWILIO_ACCOUNT_SID', 'AC1', /^TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits, not AC1$/],
    ['TWILIO_FROM', '0123', /^TWILIO_FROM must be a number such as/],
    ['TWILIO_FROM', `MG${'0a'.repeat(16)}`, /a messaging service is TWILIO_MESSAGING_SERVICE_SID/],
    ['TWILIO_FROM', '', 'either TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID is needed'],
    ['TWILIO_MESSAGING_SERVICE_SID', 'MG1', /^TWILIO_MESSAGING_SERVICE_SID must be MG and 32/],
    ['TWILIO_MESSAGING_SERVICE_SID', `MG${'0a'.repeat(16)}`, 'set only one of TWILIO_FROM and'],
  ])('%s=%s is refused', (name, value, message) => {
    expect(() => settings({ ...aliyun, ...twilio, [name]: value })).toThrow(message)
  })

  test('Twilio sends from a number, from a name, or from the numbers of a messaging service', () => {
    const senderOf = (env: Record<string, string>) => settings({ ...twilio, ...env }).sms.twilio?.sender
    expect(senderOf({})).toEqual({ from: '+15550001111' })
    expect(senderOf({ TWILIO_FROM: 'Slotwise' })).toEqual({ from: 'Slotwise' })
    const service = `MG${'0a'.repeat(16)}`
    expect(senderOf({ TWILIO_FROM: '', TWILIO_MESSAGING_SERVICE_SID: service })).toEqual({
      messagingServiceSid: service,
    })
  })
})
