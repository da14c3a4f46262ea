import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'

import { z } from 'zod'

import type { S3Config } from '../ports/blobs/blobs.ts'
import type { PersonChatsConfig } from '../ports/chat/chat.ts'
import type { PaymentsConfig } from '../ports/payments/payments.ts'
import type { PushConfig, PushKey } from '../ports/push/push.ts'
import type { SmsConfig } from '../ports/sms/sms.ts'
import { type PasswordCost, properCost } from './passwords.ts'
import { ownSecret } from './own-secrets.ts'
import { generatePushKey, parsePushKey, pushKeyForm } from './push-key.ts'
import { readPersonChats } from './chat-settings.ts'
import { readPayments } from './payment-settings.ts'
import { type Quota, quotaOf } from './quota.ts'
import { backupBucketIn, bucketIn } from './bucket-settings.ts'
import { type Env, parseSettings, urlOf } from './settings.ts'
import { readSms } from './sms-settings.ts'
import { type TermsPages, termsIn } from './terms-settings.ts'
import { generateVaultKey, parseVaultKeys, type VaultKeys, vaultKeysForm } from './vault-keys.ts'

/** Every setting of the server, read once from the environment. docs/operations.md explains each. */
export type Config = {
  host: string
  port: number
  dataDir: string
  /** The operator's own PostgreSQL. When undefined, the embedded one runs in dataDir. */
  databaseUrl: string | undefined
  /** How long a call waits for a connection to the database before it is answered "try again". */
  databaseWaitSeconds: number
  development: boolean
  /** Whether the demo merchants are created; only on the embedded database. */
  demo: boolean
  /** Text messages are shown on /dev/inbox instead of being sent. */
  devInbox: boolean
  /** The number of the operator's own proxies: that many of the last entries of x-forwarded-for are trusted. */
  trustProxy: number
  /** Served over https: browsers are told to use https only. */
  secure: boolean
  /** A coarse limit of calls from one address. */
  callsPer10s: number
  /** How many live streams one merchant may have open in this process. */
  streamsPerMerchant: number
  /** How many text messages the installation sends in an hour, for all merchants and visitors together. */
  smsPerHour: number
  /** The address under which machines reach this server by HTTP, without a slash at the end; for pictures of goods. */
  publicUrl: string | undefined
  /** What merchants agree to when they sign up. */
  terms: TermsPages | undefined
  /** What each merchant may keep: pictures, and the files of exports. */
  pictureQuota: Quota
  fileQuota: Quota
  /** Hosts where the console starts in English. */
  englishHosts: readonly string[]
  /** Merchants who may not refund bills of the current month: names of main accounts, or agent codes. */
  refundBlockedAccounts: readonly string[]
  /** Merchants who do not see how sales were paid on the overview: names of main accounts, or agent codes. */
  paymentPieBlacklist: readonly string[]
  /** Main accounts, by name, that have the activity pages. */
  activityAccounts: readonly string[]
  logLevel: string
  metricsToken: string | undefined
  /** Mixed into password hashes and code digests, so that they cannot be guessed from a stolen database alone. */
  pepper: string
  /** The operator's keys, which encrypt the keys of merchants (`kernel/vault.ts`). */
  vaultKeys: VaultKeys
  /** Signs the decisions of a reviewer of bank cards outside; without it none is taken. */
  reviewSecret: string | undefined
  /** Not a setting: tests use a cheaper hash. */
  passwordCost: PasswordCost
  /** How long a refund waits for the answer of the provider. Not a setting: most tests do not wait. */
  refundPatienceMs: number
  /** Where machines connect: to the server's own broker, or to the one at `url`. */
  mqtt: MqttConfig
  /** How many virtual machines the demo runs; 0 for none. */
  demoMachines: number
  /** The sandbox stands for payment providers that are not configured. It takes no money, so it is off in production. */
  paymentSandbox: boolean
  /** Who pays out what is owed to merchants: the sandbox, the operator by hand, or no provider. */
  payouts: 'sandbox' | 'hand' | 'none'
  /** The payment providers of this installation. */
  payments: PaymentsConfig
  /** What a payment costs the merchant, in hundredths of a percent. */
  paymentFeeRate: number
  /** Mainland numbers go to Aliyun, all others to Twilio. */
  sms: SmsConfig
  /** The operator's accounts in chat apps, to which people bind. */
  personChats: PersonChatsConfig
  /** Messages to browsers. */
  push: PushConfig
  /** The bucket for files; a folder of `dataDir` when undefined. */
  s3: S3Config | undefined
}

export type MqttConfig = {
  host: string
  port: number
  tls: { cert: string; key: string } | undefined
  url: string | undefined
  username: string | undefined
  password: string | undefined
}

/** Each message completes a sentence that begins with the setting's name; `problemOf` adds the value found. */
const wholeNumber = (from: number, to: number, message: string) =>
  z
    .string()
    .transform(Number)
    .refine((number) => Number.isInteger(number) && number >= from && number <= to, message)
const port = wholeNumber(0, 65_535, 'must be a number from 0 to 65535')
const atLeastOne = wholeNumber(1, Infinity, 'must be a whole number above 0')
const text = z.string().optional()
const yes = new Set(['1', 'true', 'yes', 'on'])
const no = new Set(['0', 'false', 'no', 'off'])
const flag = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => yes.has(value) || no.has(value), 'must be 1 or 0 (or true, false, yes, no, on, off)')
  .transform((value) => yes.has(value))
const vaultKeys = z.string().transform((value, { addIssue }) => {
  const keys = parseVaultKeys(value)
  if (!keys) addIssue(vaultKeysForm)
  return keys ?? z.NEVER
})
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The demo merchants live in the embedded database only. */
const hasDemo = (env: { DATABASE_URL?: string | undefined; DEMO: boolean }): boolean =>
  env.DATABASE_URL === undefined && env.DEMO
export const isLocal = (host = 'localhost'): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

const commaList = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** The push services of Chrome, Firefox, Safari and Edge. */
const pushHosts = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
]
/** Push services refuse a contact that is no address; this one is, though no mailbox stands behind it. */
const noContact = 'mailto:operator@slotwise.example'

const Settings = z
  .object({
    HOST: text,
    PORT: port.default(8080),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((path) => resolve(path)),
    DATABASE_URL: text,
    DATABASE_WAIT_SECONDS: wholeNumber(1, 600, 'must be a number of seconds from 1 to 600').default(5),
    NODE_ENV: text,
    DEMO: flag.default(true),
    DEMO_PUBLIC: flag.default(false),
    TRUST_PROXY: z
      .preprocess(
        (value) => (value === 'true' ? '1' : value),
        wholeNumber(0, Infinity, 'must be the number of proxies in front'),
      )
      .default(0),
    SECURE: flag.default(false),
    STREAMS_PER_MERCHANT: atLeastOne.default(500),
    SMS_PER_HOUR: atLeastOne.default(500),
    PUBLIC_URL: z
      .string()
      .refine(
        (value) => /^https?:$/.test(urlOf(value)?.protocol ?? ''),
        'must begin with https:// or http://',
      )
      .refine((value) => value.length <= 200, 'must have at most 200 characters')
      .transform((value) => value.replace(/\/+$/, ''))
      .optional(),
    CALLS_PER_10S: atLeastOne.default(2000),
    PICTURES_PER_MERCHANT: atLeastOne.default(5_000),
    PICTURE_MB_PER_MERCHANT: atLeastOne.default(2_048),
    FILES_PER_MERCHANT: atLeastOne.default(500),
    FILE_MB_PER_MERCHANT: atLeastOne.default(2_048),
    ENGLISH_HOSTS: z.string().default(''),
    REFUND_BLOCKED_ACCOUNTS: z.string().default(''),
    PAYMENT_PIE_BLACKLIST: z.string().default(''),
    ACTIVITY_ACCOUNTS: z.string().default(''),
    LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
    METRICS_TOKEN: text,
    MQTT_HOST: z.string().default('localhost'),
    MQTT_PORT: port.optional(),
    MQTT_TLS_CERT: text,
    MQTT_TLS_KEY: text,
    MQTT_URL: text,
    MQTT_USERNAME: text,
    MQTT_PASSWORD: text,
    DEMO_MACHINES: wholeNumber(0, 32, 'must be a number from 0 to 32').default(32),
    PEPPER: text,
    VAULT_KEYS: vaultKeys.optional(),
    REVIEW_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    PAYMENT_SANDBOX: flag.optional(),
    PAYOUTS: z.enum(['hand', 'none'], 'must be hand or none').optional(),
    PAYMENT_FEE_RATE: wholeNumber(0, 10_000, 'must be hundredths of a percent, from 0 to 10000').default(60),
    PUSH_KEY: z
      .string()
      .refine((value) => parsePushKey(value) !== undefined, pushKeyForm)
      .optional(),
    PUSH_SUBJECT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
      .optional(),
    PUSH_HOSTS: z
      .string()
      .transform((value) => (value === 'none' ? [] : commaList(value).map((host) => host.toLowerCase())))
      .refine(
        (hosts) => hosts.every((host) => /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+$/.test(host)),
        'must list hosts like push.example or *.push.example, separated by commas, or be none',
      )
      .default(pushHosts),
  })
  .refine((env) => (env.MQTT_TLS_CERT === undefined) === (env.MQTT_TLS_KEY === undefined), {
    message: 'MQTT_TLS_CERT and MQTT_TLS_KEY go together',
  })
  .refine((env) => !hasDemo(env) || isLocal(env.HOST) || env.DEMO_PUBLIC, {
    message:
      'HOST would open the demo to the network, and its password is public: set DEMO=0, or DEMO_PUBLIC=1 if that is wanted',
  })

/** Where everything is stored. `pepper`, `vaultKeys` and `pushKey` are undefined when the data folder holds them. */
export type StorageConfig = {
  dataDir: string
  databaseUrl: string | undefined
  pepper: string | undefined
  vaultKeys: VaultKeys | undefined
  pushKey: string | undefined
  s3: S3Config | undefined
  /** Where backups are that are named `s3:…`. */
  backups: S3Config | undefined
  /** Where the server will listen, and what else it will read. */
  ports: number[]
  files: string[]
}

/** An empty value counts as not set. */
const setIn = (environment: Env): Env =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** Reads where everything is stored, without making anything there. */
export function readStorageConfig(environment: Env): StorageConfig {
  const set = setIn(environment)
  const env = parseSettings(Settings, set)
  return {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    pepper: env.PEPPER,
    vaultKeys: env.VAULT_KEYS,
    pushKey: env.PUSH_KEY,
    s3: bucketIn(set),
    backups: backupBucketIn(set),
    ports: [env.PORT, env.MQTT_PORT ?? 0],
    files: [env.MQTT_TLS_CERT, env.MQTT_TLS_KEY].filter((path) => path !== undefined),
  }
}

function ownVaultKeys(dataDir: string): VaultKeys {
  const keys = parseVaultKeys(ownSecret(dataDir, 'vault-key', generateVaultKey))
  if (!keys) throw new Error(`${resolve(dataDir, 'vault-key')} ${vaultKeysForm}`)
  return keys
}

function pushKeyOf(dataDir: string, set: string | undefined): PushKey {
  const key = parsePushKey(set ?? ownSecret(dataDir, 'push-key', generatePushKey))
  if (!key) throw new Error(`${resolve(dataDir, 'push-key')} ${pushKeyForm}`)
  return key
}

export function readConfig(environment: Env): Config {
  const set = setIn(environment)
  const env = parseSettings(Settings, set)
  const development = env.NODE_ENV === 'development'
  const demo = hasDemo(env)
  const { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } = env
  const isSandbox = env.PAYMENT_SANDBOX ?? (demo || development)
  return {
    // The demo's password is public, so the demo is reachable from this computer only, unless HOST says otherwise.
    host: env.HOST ?? (demo ? 'localhost' : '0.0.0.0'),
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    development,
    demo,
    devInbox: demo || development,
    trustProxy: env.TRUST_PROXY,
    secure: env.SECURE,
    callsPer10s: env.CALLS_PER_10S,
    streamsPerMerchant: env.STREAMS_PER_MERCHANT,
    smsPerHour: env.SMS_PER_HOUR,
    publicUrl: env.PUBLIC_URL,
    terms: termsIn(set, demo),
    pictureQuota: quotaOf(env.PICTURES_PER_MERCHANT, env.PICTURE_MB_PER_MERCHANT),
    fileQuota: quotaOf(env.FILES_PER_MERCHANT, env.FILE_MB_PER_MERCHANT),
    englishHosts: commaList(env.ENGLISH_HOSTS).map((host) => host.toLowerCase()),
    refundBlockedAccounts: commaList(env.REFUND_BLOCKED_ACCOUNTS),
    paymentPieBlacklist: commaList(env.PAYMENT_PIE_BLACKLIST),
    activityAccounts: commaList(env.ACTIVITY_ACCOUNTS),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    mqtt: {
      host: env.MQTT_HOST,
      port: env.MQTT_PORT ?? (cert === undefined ? 1883 : 8883),
      tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
      url: env.MQTT_URL,
      username: env.MQTT_USERNAME,
      password: env.MQTT_PASSWORD,
    },
    demoMachines: demo ? env.DEMO_MACHINES : 0,
    paymentSandbox: isSandbox,
    payouts: env.PAYOUTS ?? (isSandbox ? 'sandbox' : 'hand'),
    payments: readPayments(set, env.PUBLIC_URL),
    paymentFeeRate: env.PAYMENT_FEE_RATE,
    passwordCost: properCost,
    // The console gives up after five seconds.
    refundPatienceMs: 2_000,
    pepper: env.PEPPER ?? ownSecret(env.DATA_DIR, 'pepper', () => randomBytes(32).toString('base64url')),
    reviewSecret: env.REVIEW_SECRET,
    vaultKeys: env.VAULT_KEYS ?? ownVaultKeys(env.DATA_DIR),
    sms: readSms(set),
    personChats: readPersonChats(set, env.PUBLIC_URL),
    push: {
      key: pushKeyOf(env.DATA_DIR, env.PUSH_KEY),
      subject: env.PUSH_SUBJECT ?? (env.PUBLIC_URL?.startsWith('https:') ? env.PUBLIC_URL : noContact),
      hosts: env.PUSH_HOSTS,
    },
    s3: bucketIn(set),
  }
}
