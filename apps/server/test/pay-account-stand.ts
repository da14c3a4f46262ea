/** Accounts of merchants at payment providers, with servers of their own that stand for the providers. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import { addDays, dayOf, type InputOf, type PayAccount, payAccountCalls } from '@slotwise/contract'
import { afterAll } from 'vitest'

import { statementOffsetMinutes } from '../src/kernel/statement-days.ts'
import { gkash } from '../src/ports/payments/gkash.ts'
import type { AccountProviders } from '../src/ports/payments/payments.ts'
import { type GkashServer, gkashServer } from '../src/ports/payments/testing/gkash-server.ts'
import { type WechatServer, wechatServer } from '../src/ports/payments/testing/wechat-server.ts'
import { wechatPay } from '../src/ports/payments/wechat-pay.ts'
import type { Signed, TestApp } from './app.ts'
import { unlock } from './factories.ts'
import { asOwner } from './owner.ts'
import { wechatBill } from './statement-files.ts'

const publicPem = (key: KeyObject | undefined): string =>
  String(key?.export({ type: 'spki', format: 'pem' }) ?? '')
const privatePem = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }))

export type AccountFields = Omit<InputOf<typeof payAccountCalls.addPayAccount>, 'sign'>

/** What the merchant of this server enters. */
export const wechatFields = ({ config }: WechatServer): AccountFields => ({
  provider: 'wechat',
  account_no: config.mchId,
  app_id: config.appId,
  serial: config.serial,
  private_key: privatePem(config.privateKey),
  api_key: config.apiKey,
  public_key_id: config.publicKeyId ?? '',
  public_key: publicPem(config.platformKeys.get(config.publicKeyId ?? '')),
})

export const gkashFields = ({ config }: GkashServer): AccountFields => ({
  provider: 'gkash',
  account_no: config.cid,
  api_key: config.key,
})

/** Leads each account to the server that has its key; accounts of other keys reach no server. */
export async function makeProviders(app: TestApp, count: number) {
  const now = () => app.clock.now
  const wechats = await Promise.all(Array.from({ length: count }, () => wechatServer(now)))
  const gkashes = [await gkashServer(now)]
  const origin = 'https://pay.test'
  const silent = 'http://127.0.0.1:9'
  const built: string[] = []
  const payAccounts: AccountProviders = {
    offers: () => true,
    make(account, noticeKey) {
      built.push(noticeKey)
      if (account.provider === 'wechat') {
        const server = wechats.find((one) => one.config.apiKey === account.config.apiKey)
        return wechatPay(account.config, { origin, now, noticeKey, baseUrl: server?.baseUrl ?? silent })
      }
      if (account.provider !== 'gkash') return undefined
      const server = gkashes.find((one) => one.config.key === account.config.key)
      return gkash(
        { ...account.config, url: silent },
        { origin, now, noticeKey, baseUrl: server?.baseUrl ?? silent },
      )
    },
  }
  app.deps.payAccounts = payAccounts
  afterAll(async () => {
    await Promise.all([...wechats, ...gkashes].map((server) => server.close()))
  })
  return { wechats, gkash: gkashes[0] as GkashServer, built }
}

export async function addAccount(app: TestApp, as: Signed, fields: AccountFields): Promise<PayAccount> {
  const sign = await unlock(app, as)
  const { body } = await app.call(payAccountCalls.addPayAccount, { ...fields, sign }, { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

export async function switchAccount(
  app: TestApp,
  as: Signed,
  { pay_account_id: id, rev }: Pick<PayAccount, 'pay_account_id' | 'rev'>,
  enabled: boolean,
): Promise<PayAccount> {
  const input = { pay_account_id: id, rev, enabled, sign: await unlock(app, as) }
  const { body } = await app.call(payAccountCalls.switchPayAccount, input, { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

/** An account that new orders use. */
export const useAccount = async (app: TestApp, as: Signed, fields: AccountFields): Promise<PayAccount> =>
  switchAccount(app, as, await addAccount(app, as, fields), true)

/** The address to which the provider sends notices about a merchant's account. */
export async function noticePath(app: TestApp, { pay_account_id: id }: PayAccount): Promise<string> {
  const [row] = await asOwner<{ tenant_id: string; provider: string; notice_key: string }>(
    app,
    'select tenant_id, provider, notice_key from pay_account where pay_account_id = $1',
    [id],
  )
  return `/notify/${row?.provider}/m${row?.tenant_id}-${id}-${row?.notice_key}`
}

let sampleKeys: { privateKey: string; publicKey: string } | undefined

const sampleNumber = '1900000001'

/** The statement of the day before, of the account of the samples. */
export const statementSample = (now: Date): Buffer => {
  const at = `${addDays(dayOf(now, statementOffsetMinutes), -1)} 12:00:00`
  return Buffer.from(wechatBill([{ order: 'an-order-of-another-system', mch: sampleNumber, at }]))
}

/** An account out of use, and inputs for the calls of accounts. */
export async function payAccountSamples(app: TestApp, as: Signed, sign: string) {
  sampleKeys ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const fields: AccountFields = {
    provider: 'wechat',
    account_no: sampleNumber,
    app_id: 'wxd678efh567hg6787',
    serial: '408B07E79B8269FE',
    private_key: sampleKeys.privateKey,
    api_key: '0123456789abcdef0123456789abcdef',
    public_key_id: 'PUB_KEY_ID_01',
    public_key: sampleKeys.publicKey,
  }
  const one = await addAccount(app, as, fields)
  const other = await addAccount(app, as, fields)
  const named = { pay_account_id: one.pay_account_id, rev: one.rev, sign }
  return {
    ids: [one.pay_account_id, other.pay_account_id],
    samples: {
      'payaccounts.getPayAccounts': {},
      'payaccounts.addPayAccount': { ...fields, sign },
      'payaccounts.editPayAccount': { ...named, provider: 'wechat', api_key: 'f'.repeat(32) },
      'payaccounts.switchPayAccount': { ...named, pay_account_id: other.pay_account_id, enabled: true },
      'payaccounts.tryPayAccount': { pay_account_id: one.pay_account_id },
    },
  }
}
