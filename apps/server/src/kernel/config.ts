import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { SmsConfig } from '../ports/sms/sms.ts'
import { type PasswordCost, properCost } from './passwords.ts'

/** Every setting of the server, read once from the environment. docs/operations.md explains each. */
export type Config = {
  host: string
  port: number
  dataDir: string
  /** Somebody's own PostgreSQL; without it the embedded one runs in dataDir. */
  databaseUrl: string | undefined
  development: boolean
  /** The demo merchant, only ever on the embedded database. */
  demo: boolean
  /** Text messages land on /dev/inbox instead of a phone. */
  devInbox: boolean
  /** How many proxies of our own stand in front: so many steps of x-forwarded-for are believed, the rest is hearsay. */
  trustProxy: number
  /** Served over https: browsers are told to stay there. */
  secure: boolean
  /** A coarse ceiling of calls from one address. */
  callsPer10s: number
  /** Hosts whose visitors start in English. */
  englishHosts: readonly string[]
  logLevel: string
  metricsToken: string | undefined
  /** Mixed into password hashes and code digests, so that a stolen database alone cannot be tried offline. */
  pepper: string
  /** Not a setting: tests hash more cheaply. */
  passwordCost: PasswordCost
  /** Where machines connect: to a broker of our own, or to the one at `url`. */
  mqtt: MqttConfig
  /** Virtual machines of the demo; none where something else should be looked at. */
  demoMachines: number
  /** Mainland numbers go to Aliyun, all others to Twilio. */
  sms: SmsConfig
}

export type MqttConfig = {
  host: string
  port: number
  tls: { cert: string; key: string } | undefined
  url: string | undefined
  username: string | undefined
  password: string | undefined
}

type Env = Record<string, string | undefined>

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

function required(env: Env, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is needed to send text messages`)
  return value
}

function readPort(name: string, value: string | undefined, usual: number): number {
  const port = Number(value ?? usual)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`${name} must be a number from 0 to 65535, not ${value}`)
  return port
}

function readMqtt(env: Env): MqttConfig {
  const [cert, key] = [env['MQTT_TLS_CERT'] || undefined, env['MQTT_TLS_KEY'] || undefined]
  if ((cert === undefined) !== (key === undefined))
    throw new Error('MQTT_TLS_CERT and MQTT_TLS_KEY go together')
  return {
    host: env['MQTT_HOST'] || 'localhost',
    port: readPort('MQTT_PORT', env['MQTT_PORT'] || undefined, cert === undefined ? 1883 : 8883),
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    url: env['MQTT_URL'] || undefined,
    username: env['MQTT_USERNAME'] || undefined,
    password: env['MQTT_PASSWORD'] || undefined,
  }
}

function readCount(name: string, value: string): number {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`${name} must be a whole number above 0, not ${value}`)
  return count
}

function readMachines(value: string): number {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 0 || count > 24)
    throw new Error(`DEMO_MACHINES must be a number from 0 to 24, not ${value}`)
  return count
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function readLevel(value: string): string {
  if (!levels.includes(value)) throw new Error(`LOG_LEVEL must be one of ${levels.join(', ')}, not ${value}`)
  return value
}

function readProxies(value: string | undefined): number {
  const proxies = Number(value === 'true' ? 1 : value || 0)
  if (!Number.isInteger(proxies) || proxies < 0)
    throw new Error(`TRUST_PROXY must be the number of proxies in front, not ${value}`)
  return proxies
}

function readSms(env: Env): SmsConfig {
  const sms: SmsConfig = {}
  if (env['ALIYUN_ACCESS_KEY_ID'])
    sms.aliyun = {
      accessKeyId: env['ALIYUN_ACCESS_KEY_ID'],
      accessKeySecret: required(env, 'ALIYUN_ACCESS_KEY_SECRET'),
      signName: required(env, 'ALIYUN_SMS_SIGN'),
      templates: {
        signup: required(env, 'ALIYUN_SMS_TEMPLATE_SIGNUP'),
        reset: required(env, 'ALIYUN_SMS_TEMPLATE_RESET'),
        header: required(env, 'ALIYUN_SMS_TEMPLATE_HEADER'),
      },
    }
  if (env['TWILIO_ACCOUNT_SID'])
    sms.twilio = {
      accountSid: env['TWILIO_ACCOUNT_SID'],
      authToken: required(env, 'TWILIO_AUTH_TOKEN'),
      sender: { from: required(env, 'TWILIO_FROM') },
    }
  return sms
}

/** The pepper of an installation without PEPPER: made once, kept beside the data. */
function ownPepper(dataDir: string): string {
  try {
    return keptPepper(dataDir)
  } catch (error) {
    throw new Error(
      `cannot use the data folder ${dataDir} (${(error as NodeJS.ErrnoException).code}): it must belong to the user who starts; DATA_DIR names another`,
      { cause: error },
    )
  }
}

function keptPepper(dataDir: string): string {
  const file = join(dataDir, 'pepper')
  mkdirSync(dataDir, { recursive: true })
  try {
    // Written aside and linked: whoever finds the file finds it whole.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } finally {
      unlinkSync(draft)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}

export function readConfig(env: Env): Config {
  const dataDir = resolve(env['DATA_DIR'] || '.data')
  const databaseUrl = env['DATABASE_URL'] || undefined
  const development = env['NODE_ENV'] === 'development'
  const demo = databaseUrl === undefined && env['DEMO'] !== '0'
  const devInbox = demo || development
  return {
    // Everybody knows the demo's password, so it stays on this machine unless told otherwise.
    host: env['HOST'] || (demo ? 'localhost' : '0.0.0.0'),
    port: readPort('PORT', env['PORT'] || undefined, 8080),
    dataDir,
    databaseUrl,
    development,
    demo,
    devInbox,
    trustProxy: readProxies(env['TRUST_PROXY']),
    secure: isOn(env['SECURE']),
    callsPer10s: readCount('CALLS_PER_10S', env['CALLS_PER_10S'] || '2000'),
    englishHosts: (env['ENGLISH_HOSTS'] ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    logLevel: readLevel(env['LOG_LEVEL'] || 'info'),
    metricsToken: env['METRICS_TOKEN'] || undefined,
    mqtt: readMqtt(env),
    demoMachines: demo ? readMachines(env['DEMO_MACHINES'] || '24') : 0,
    passwordCost: properCost,
    pepper: env['PEPPER'] || ownPepper(dataDir),
    sms: readSms(env),
  }
}
