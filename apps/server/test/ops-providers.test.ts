import { afterAll, expect, test } from 'vitest'

import { tryProviders } from '../bin/ops-providers.ts'
import { readConfig } from '../src/kernel/config.ts'
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
afterAll(() => Promise.all([wechat, ali, gk, sms].map((one) => one.close())))

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
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15550001111',
})
const linesOf = async (payments: Payments, more = config) =>
  (await tryProviders({ payments, config: more }, { baseUrl: sms.baseUrl, timeoutMs: 30_000 })).map(
    ({ line }) => line,
  )

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
  ])
  const bare = readConfig({ DATA_DIR: 'unused', ...testSecrets })
  expect((await linesOf({}, bare)).slice(3)).toEqual([
    'text messages by Aliyun: not configured',
    'text messages by Twilio: not configured',
  ])
})
