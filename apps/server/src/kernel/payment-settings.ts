/** Settings of payment providers: all of a provider or none. Keys are read at the start, so that a bad one stops it. */
import { createPublicKey } from 'node:crypto'

import { z } from 'zod'

import type {
  AlipayConfig,
  GkashConfig,
  PaymentsConfig,
  WechatPayConfig,
} from '../ports/payments/payments.ts'
import { certificates, keysIn, privateKey, publicKey, validAt } from './key-text.ts'
import { type Env, parseSettings } from './settings.ts'

const needed = (provider: string) => z.string(`is needed for ${provider}`)

/** Providers call this server, and only by https. */
const needsHttps = (provider: string, publicUrl: string | undefined): void => {
  if (!publicUrl?.startsWith('https://'))
    throw new Error(`PUBLIC_URL must begin with https:// for ${provider}, which sends its notices there`)
}

const wechatName = 'WeChat Pay'
const Wechat = z
  .object({
    WECHAT_PAY_APP_ID: needed(wechatName).regex(/^wx[\da-z]{16}$/, 'must be wx and 16 letters or digits'),
    WECHAT_PAY_MCH_ID: needed(wechatName).regex(/^\d{8,10}$/, 'must have 8 to 10 digits'),
    WECHAT_PAY_SERIAL: needed(wechatName)
      .transform((value) => value.toUpperCase())
      .refine((value) => /^[\dA-F]{8,40}$/.test(value), 'must be the serial number of your API certificate'),
    WECHAT_PAY_PRIVATE_KEY: needed(wechatName).pipe(privateKey),
    WECHAT_PAY_API_KEY: needed(wechatName).regex(
      /^[\dA-Za-z]{32}$/,
      'must be the APIv3 key of 32 characters',
    ),
    WECHAT_PAY_PUBLIC_KEY_ID: z
      .string()
      .regex(/^PUB_KEY_ID_\d+$/, 'must begin with PUB_KEY_ID_')
      .optional(),
    WECHAT_PAY_PUBLIC_KEY: publicKey.optional(),
    WECHAT_PAY_CERTIFICATE: certificates.optional(),
  })
  .refine(
    (env) => (env.WECHAT_PAY_PUBLIC_KEY_ID === undefined) === (env.WECHAT_PAY_PUBLIC_KEY === undefined),
    {
      message: 'WECHAT_PAY_PUBLIC_KEY_ID and WECHAT_PAY_PUBLIC_KEY go together',
    },
  )
  .refine((env) => env.WECHAT_PAY_PUBLIC_KEY ?? env.WECHAT_PAY_CERTIFICATE, {
    message: 'WECHAT_PAY_PUBLIC_KEY or WECHAT_PAY_CERTIFICATE is needed to check what WeChat Pay signs',
  })
  .refine(
    (env) => env.WECHAT_PAY_PUBLIC_KEY || validAt(env.WECHAT_PAY_CERTIFICATE ?? [], new Date()).length > 0,
    {
      path: ['WECHAT_PAY_CERTIFICATE'],
      message: 'has expired: enter the new platform certificate, or WECHAT_PAY_PUBLIC_KEY',
    },
  )
  .transform((env): WechatPayConfig => {
    const { WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId, WECHAT_PAY_PUBLIC_KEY: key } = env
    const ofKey = publicKeyId === undefined || !key ? [] : ([[publicKeyId, key]] as const)
    return {
      appId: env.WECHAT_PAY_APP_ID,
      mchId: env.WECHAT_PAY_MCH_ID,
      serial: env.WECHAT_PAY_SERIAL,
      privateKey: env.WECHAT_PAY_PRIVATE_KEY,
      apiKey: env.WECHAT_PAY_API_KEY,
      platformKeys: new Map([...ofKey, ...keysIn(env.WECHAT_PAY_CERTIFICATE ?? [])]),
      publicKeyId,
    }
  })

const httpsUrl = z
  .string()
  .refine((value) => URL.parse(value)?.protocol === 'https:', 'must begin with https://')

const alipayName = 'Alipay'
const Alipay = z
  .object({
    ALIPAY_APP_ID: needed(alipayName).regex(/^\d{16}$/, 'must have 16 digits'),
    ALIPAY_SELLER_ID: needed(alipayName).regex(/^2088\d{12}$/, 'must be 2088 and 12 digits'),
    ALIPAY_PRIVATE_KEY: needed(alipayName).pipe(privateKey),
    ALIPAY_PUBLIC_KEY: needed(alipayName).pipe(publicKey),
    ALIPAY_URL: httpsUrl.optional(),
  })
  .refine((env) => !createPublicKey(env.ALIPAY_PRIVATE_KEY).equals(env.ALIPAY_PUBLIC_KEY), {
    message: 'ALIPAY_PUBLIC_KEY must be the key of Alipay, not that of your application',
  })
  .transform((env): AlipayConfig => ({
    appId: env.ALIPAY_APP_ID,
    sellerId: env.ALIPAY_SELLER_ID,
    privateKey: env.ALIPAY_PRIVATE_KEY,
    alipayKey: env.ALIPAY_PUBLIC_KEY,
    url: env.ALIPAY_URL,
  }))

const gkashName = 'GKash'
const Gkash = z
  .object({
    GKASH_CID: needed(gkashName).regex(/^[\w-]{3,40}$/, 'must be a number such as M102-U-999'),
    GKASH_KEY: needed(gkashName).min(8, 'must be the signature key that GKash sent you'),
    GKASH_URL: needed(gkashName).pipe(httpsUrl),
  })
  .transform((env): GkashConfig => ({ cid: env.GKASH_CID, key: env.GKASH_KEY, url: env.GKASH_URL }))

/** The address of GKash may stand alone: merchants with accounts of their own need it, too. */
const GkashUrl = z.object({ GKASH_URL: httpsUrl })

/** Reads a provider of which any setting is there. */
function read<Schema extends z.ZodType>(
  schema: Schema,
  env: Env,
  { prefix, name, publicUrl }: { prefix: string; name: string; publicUrl: string | undefined },
): z.output<Schema> | undefined {
  if (!Object.keys(env).some((key) => key.startsWith(prefix))) return undefined
  const config = parseSettings(schema, env)
  needsHttps(name, publicUrl)
  return config
}

export function readPayments(env: Env, publicUrl: string | undefined): PaymentsConfig {
  const wechat = read(Wechat, env, { prefix: 'WECHAT_PAY_', name: wechatName, publicUrl })
  const alipay = read(Alipay, env, { prefix: 'ALIPAY_', name: alipayName, publicUrl })
  const hasOnlyUrl =
    Object.keys(env)
      .filter((key) => key.startsWith('GKASH_'))
      .join() === 'GKASH_URL'
  const gkash = hasOnlyUrl ? undefined : read(Gkash, env, { prefix: 'GKASH_', name: gkashName, publicUrl })
  const gkashUrl = hasOnlyUrl ? parseSettings(GkashUrl, env).GKASH_URL : gkash?.url
  return {
    ...(wechat && { wechat }),
    ...(alipay && { alipay }),
    ...(gkash && { gkash }),
    ...(gkashUrl !== undefined && { gkashUrl }),
  }
}
