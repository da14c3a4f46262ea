import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { registerTelegram, tryProviders } from '../bin/ops-providers.ts'
import { type Config, readConfig } from '../src/kernel/config.ts'
import type { BlobStore } from '../src/ports/blobs/blobs.ts'
import { diskBlobs } from '../src/ports/blobs/disk.ts'
import { s3Blobs } from '../src/ports/blobs/s3.ts'
import { s3Server } from '../src/ports/blobs/testing/s3-server.ts'
import { choosePersonChats } from '../src/ports/chat/choose.ts'
import type { PersonChats } from '../src/ports/chat/chat.ts'
import { chatServer } from '../src/ports/chat/testing/chat-server.ts'
import { alipay } from '../src/ports/payments/alipay.ts'
import { gkash } from '../src/ports/payments/gkash.ts'
import type { Payments } from '../src/ports/payments/payments.ts'
import { alipayServer } from '../src/ports/payments/testing/alipay-server.ts'
import { gkashServer } from '../src/ports/payments/testing/gkash-server.ts'
import { wechatServer } from '../src/ports/payments/testing/wechat-server.ts'
import { wechatPay } from '../src/ports/payments/wechat-pay.ts'
import { vendorServer } from '../src/ports/sms/testing/vendor-server.ts'
import { testSecrets } from './vault-keys.ts'

const now = () => new Date()
const origin = 'https://us.example'
const [wechat, ali, gk] = await Promise.all([wechatServer(now), alipayServer(now), gkashServer(now)])
let isActive = true
const sms = await vendorServer(({ path, method }) =>
  path === '/'
    ? { status: 200, body: JSON.stringify({ Code: isActive ? 'OK' : 'isv.SMS_SIGNATURE_ILLEGAL' }) }
    : {
        status: method === 'GET' && isActive ? 200 : 401,
        body: JSON.stringify({ status: 'active', code: 20_003 }),
      },
)
const bucket = await s3Server('path')
const folder = mkdtempSync(join(tmpdir(), 'slotwise-providers-'))
const onDisk = diskBlobs(folder)
afterAll(async () => {
  await Promise.all([wechat, ali, gk, sms, bucket].map((one) => one.close()))
  rmSync(folder, { recursive: true })
})

const config = readConfig({
  DATA_DIR: 'unused',
  ...testSecrets,
  ALIYUN_ACCESS_KEY_ID: 'key',
  ALIYUN_ACCESS_KEY_SECRET: 'secret',
  ALIYUN_SMS_SIGN: 'Slotwise',
  ALIYUN_SMS_TEMPLATE_SIGNUP: 'SMS_1',
  ALIYUN_SMS_TEMPLATE_RESET: 'SMS_2',
  ALIYUN_SMS_TEMPLATE_HEADER: 'SMS_3',
  ALIYUN_SMS_TEMPLATE_OPERATION: 'SMS_4',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15550001111',
})
type Stand = { more: Config; blobs: BlobStore; personChats: PersonChats }
const linesOf = async (
  payments: Payments,
  { more = config, blobs = onDisk, personChats = {} }: Partial<Stand> = {},
) =>
  (
    await tryProviders(
      { payments, config: more, blobs, personChats },
      { baseUrl: sms.baseUrl, timeoutMs: 30_000 },
    )
  ).map(({ line }) => line)

test('the check says of each provider whether it works', async () => {
  isActive = true
  const payments: Payments = {
    wechat: wechatPay(wechat.config, { origin, baseUrl: wechat.baseUrl, timeoutMs: 30_000 }),
    alipay: alipay(ali.config, { origin, baseUrl: ali.baseUrl, timeoutMs: 30_000 }),
    gkash: gkash(gk.config, { origin, baseUrl: gk.baseUrl, timeoutMs: 30_000 }),
  }
  expect(await linesOf(payments)).toEqual([
    'payments by WeChat: works, and its answer is rightly signed',
    'payments by Alipay: works, and its answer is rightly signed',
    'payments by GKash: works; its answer is not signed',
    'text messages by Aliyun: works',
    'text messages by Twilio: works',
    'notices by WeChat: not configured, not offered',
    'notices by Telegram: not configured, not offered',
    'files on the disk: can be written and read',
  ])
  for (const { ledger } of [wechat, ali, gk]) expect(ledger.payments.size).toBe(0)
})

test('the check says why a provider fails, and which ones are not configured', async () => {
  isActive = false
  const payments: Payments = {
    wechat: wechatPay(
      { ...wechat.config, serial: '00' },
      { origin, baseUrl: wechat.baseUrl, timeoutMs: 30_000 },
    ),
    gkash: gkash({ ...gk.config, key: 'another key' }, { origin, baseUrl: gk.baseUrl, timeoutMs: 30_000 }),
  }
  expect(await linesOf(payments)).toEqual([
    'payments by WeChat: fails, WeChat Pay answers HTTP 401, SIGN_ERROR',
    'payments by Alipay: not configured, not offered',
    'payments by GKash: fails, GKash answers HTTP 400 without a payment',
    'text messages by Aliyun: fails, isv.SMS_SIGNATURE_ILLEGAL',
    'text messages by Twilio: fails, HTTP 401, error 20003',
    'notices by WeChat: not configured, not offered',
    'notices by Telegram: not configured, not offered',
    'files on the disk: can be written and read',
  ])
  const bare = readConfig({ DATA_DIR: 'unused', ...testSecrets })
  expect((await linesOf({}, { more: bare })).slice(3, 5)).toEqual([
    'text messages by Aliyun: not configured',
    'text messages by Twilio: not configured',
  ])
})

test('the check writes a file into the bucket, reads and removes it, or says why it cannot', async () => {
  const more = { ...config, s3: bucket.config }
  const blobs = s3Blobs(bucket.config)
  expect((await linesOf({}, { more, blobs })).at(-1)).toBe('files in the S3 bucket: can be written and read')
  expect(await Array.fromAsync(blobs.list())).toEqual([])
  const wrong = s3Blobs({ ...bucket.config, secretAccessKey: 'guessed' })
  expect((await linesOf({}, { more, blobs: wrong })).at(-1)).toMatch(
    /^files in the S3 bucket: fails, .*SignatureDoesNotMatch/,
  )
})

test('the check asks chat apps for the account, its template and its bot', async () => {
  const server = await chatServer()
  afterAll(() => server.close())
  const personChats = choosePersonChats(server.config)
  const chatLines = async () =>
    (await linesOf({}, { personChats })).filter((line) => line.startsWith('notices'))
  expect(await chatLines()).toEqual([
    'notices by WeChat: works',
    'notices by Telegram: fails, the token works, but events are not registered: npm run ops -- providers telegram',
  ])
  const installed = { ...config, personChats: server.config, publicUrl: 'https://us.example' }
  expect(await registerTelegram({ config: installed })).toBe('https://us.example/chat/telegram')
  expect((await chatLines())[1]).toBe('notices by Telegram: works')
  expect(server.webhook()).toEqual({
    url: 'https://us.example/chat/telegram',
    secret_token: server.config.telegram.secret,
    allowed_updates: ['message', 'my_chat_member'],
  })

  const { wechat, telegram } = server.config
  const wrong = choosePersonChats({
    wechat: { ...wechat, template: { ...wechat.template, fields: [{ source: 'title', name: 'thing9' }] } },
    telegram: { ...telegram, name: 'another_bot' },
  })
  const lines = await linesOf({}, { personChats: wrong })
  expect(lines).toContain('notices by WeChat: fails, the template has no field thing9')
  expect(lines).toContain('notices by Telegram: fails, the token is of another bot than TELEGRAM_BOT_NAME')
  const unknown = choosePersonChats({
    wechat: { ...wechat, secret: 'f'.repeat(32) },
    telegram: { ...telegram, token: '123456:guessed-guessed-guessed-guessed' },
  })
  const refused = await linesOf({}, { personChats: unknown })
  expect(refused).toContain('notices by WeChat: fails, WeChat: 40125')
  expect(refused).toContain('notices by Telegram: fails, Telegram: HTTP 401')
  expect(refused.join()).not.toContain('guessed')
})
