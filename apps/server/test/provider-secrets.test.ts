/** What adapters of outside services say of their failures holds no secret, whatever the other side answers. */
import { afterAll, expect, test } from 'vitest'

import { makeLog } from '../src/kernel/log.ts'
import { s3Blobs } from '../src/ports/blobs/s3.ts'
import type { WechatAccountConfig } from '../src/ports/chat/chat.ts'
import { choosePersonChats } from '../src/ports/chat/choose.ts'
import { alipay } from '../src/ports/payments/alipay.ts'
import { gkash } from '../src/ports/payments/gkash.ts'
import type { PaymentProvider } from '../src/ports/payments/payments.ts'
import { alipayServer } from '../src/ports/payments/testing/alipay-server.ts'
import { wechatServer } from '../src/ports/payments/testing/wechat-server.ts'
import { wechatPay } from '../src/ports/payments/wechat-pay.ts'
import { aliyunSms } from '../src/ports/sms/aliyun.ts'
import type { SmsSender } from '../src/ports/sms/sms.ts'
import { type VendorRequest, vendorServer } from '../src/ports/sms/testing/vendor-server.ts'
import { twilioSms } from '../src/ports/sms/twilio.ts'

const now = () => new Date()
const locals = await Promise.all([wechatServer(now), alipayServer(now)])
afterAll(() => Promise.all(locals.map((one) => one.close())))
const [wechatLocal, alipayLocal] = locals

const secrets = {
  gkash: 'GKASHkey7Qx2LmZ9',
  aliyunId: 'LTAIkeyOfAliyun4711',
  aliyunSecret: 'secretOfAliyun0Vb8YtR',
  twilio: 'tokenOfTwilio5f0e9d8c',
  twilioBasic: Buffer.from('AC0123456789abcdef0123456789abcdef:tokenOfTwilio5f0e9d8c').toString('base64'),
  wechatApp: '5ec2e70fwechat0123456789abcdef01',
  telegram: '123456789:AAtokenOfTelegramKKllMMnnOOpp12',
  telegramPerson: '778899112233',
  wechatPerson: 'oOpenIdOfThePerson12345',
  bucketId: 'AKIDofTheBucket',
  bucketSecret: 'secret+of/the+bucket',
  code: '907155',
  phone: '13712349876',
}
/** A line of each key. */
const privateKeys = [wechatLocal.config, alipayLocal.config].map(
  ({ privateKey }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().split('\n')[5] ?? 'no such line',
)

/** Repeats the whole request wherever an adapter may look for a reason. */
function echo({ method, path, query, headers, body }: VendorRequest): string {
  const all = JSON.stringify({ method, path, query, headers, body })
  const texts = ['message', 'Message', 'errmsg', 'description', 'detail', 'status', 'RequestId']
  return JSON.stringify({ ...Object.fromEntries(texts.map((name) => [name, all])), code: all, Code: all })
}

const merchantOrder = '20261119042320604571343500000009'

function* everything(baseUrl: string): Generator<() => Promise<unknown>> {
  const wiring = { origin: 'https://us.example', baseUrl, timeoutMs: 300 }
  const providers: PaymentProvider[] = [
    wechatPay(wechatLocal.config, wiring),
    alipay(alipayLocal.config, wiring),
    gkash({ cid: 'M102-U-999', key: secrets.gkash, url: baseUrl }, wiring),
  ]
  for (const one of providers) {
    const payment = { merchantOrder, amount: 350, currency: one.currency }
    const refund = { ...payment, refundNo: `${merchantOrder}R1`, refund: 350 }
    yield () => one.createQr({ ...payment, subject: 'Cola', expiresAt: now() })
    yield () => one.query(payment)
    yield () => one.close(payment)
    yield () => one.refund(refund)
    yield () => one.queryRefund(refund)
    yield async () => one.probe?.()
  }
  const template = { signup: 'SMS_1', reset: 'SMS_2', header: 'SMS_3', operation: 'SMS_4' }
  const senders: SmsSender[] = [
    aliyunSms(
      {
        accessKeyId: secrets.aliyunId,
        accessKeySecret: secrets.aliyunSecret,
        signName: 'Slotwise',
        templates: template,
      },
      wiring,
    ),
    twilioSms(
      {
        accountSid: 'AC0123456789abcdef0123456789abcdef',
        authToken: secrets.twilio,
        sender: { from: '+15550001111' },
      },
      wiring,
    ),
  ]
  for (const one of senders) {
    yield () =>
      one.send({
        to: `+86${secrets.phone}`,
        purpose: 'signup',
        code: secrets.code,
        locale: 'en-US',
        dedupeKey: 'once',
      })
    yield async () => one.probe?.()
  }
  const fields = [{ source: 'title', name: 'thing1' }] satisfies WechatAccountConfig['template']['fields']
  const chats = choosePersonChats(
    {
      wechat: {
        appId: 'wx0123456789abcdef',
        secret: secrets.wechatApp,
        token: 'tokenOfEvents',
        template: { id: 'ngqIpbwh8bUfcSsECmogfXcV14J0tQlEpBO27izEYtY', fields },
        url: baseUrl,
      },
      telegram: { token: secrets.telegram, name: 'us_bot', secret: 'x'.repeat(16), url: baseUrl },
    },
    { timeoutMs: 300 },
  )
  const message = { title: 'Offline', place: 'Shop', time: 'now', todo: 'Look', lines: [], link: 'https://x' }
  for (const [person, chat] of [
    [secrets.wechatPerson, chats.wechat],
    [secrets.telegramPerson, chats.telegram],
  ] as const) {
    yield async () => chat?.send(person, message)
    yield async () => chat?.bindUrl('scene-of-the-person', 60)
    yield async () => chat?.probe()
  }
  const blobs = s3Blobs(
    {
      endpoint: baseUrl,
      bucket: 'files',
      region: 'cn-north-1',
      accessKeyId: secrets.bucketId,
      secretAccessKey: secrets.bucketSecret,
      style: 'path',
    },
    { silenceMs: 300, pausesMs: [] },
  )
  yield () => blobs.check()
}

/** What is logged, and printed by commands, of each call. */
async function said(baseUrl: string): Promise<string[]> {
  const lines: string[] = []
  const log = makeLog('trace', { write: (line) => void lines.push(line) })
  for (const call of everything(baseUrl))
    await call().then(
      (answer) => log.info({ answer }, 'answered'),
      (error: unknown) => {
        log.error({ err: error }, 'failed')
        lines.push(String(error))
      },
    )
  return lines
}

/** Secrets, signatures and tokens in what was said. */
function secretsIn(lines: string[]): string[] {
  const all = lines.join('\n')
  const kept = [...Object.values(secrets), ...privateKeys, wechatLocal.config.apiKey]
  const signed = all.match(/Signature=|signature="|sign=|access_token|authorization/gi) ?? []
  return [...kept.filter((secret) => all.includes(secret)), ...signed]
}

test.each([200, 400, 401, 403, 404, 429, 500])(
  'no secret is said of an answer with HTTP %d that repeats the request',
  async (status) => {
    const server = await vendorServer((request) => ({ status, body: echo(request) }))
    try {
      expect(secretsIn(await said(server.baseUrl))).toEqual([])
      const sent = JSON.stringify(server.requests)
      // The requests did hold them.
      expect([secrets.twilioBasic, secrets.telegram, secrets.code].every((one) => sent.includes(one))).toBe(
        true,
      )
    } finally {
      await server.close()
    }
  },
)

test('no secret is said of silence, of a connection that breaks, and of none', async () => {
  for (const answer of ['silence', 'hang up'] as const) {
    const server = await vendorServer(() => answer)
    expect(secretsIn(await said(server.baseUrl))).toEqual([])
    await server.close()
    if (answer === 'hang up') expect(secretsIn(await said(server.baseUrl))).toEqual([])
  }
})
