/** Settings of the operator's accounts in chat apps: all of an account or none. */
import { z } from 'zod'

import {
  type PersonChatsConfig,
  type TelegramConfig,
  templateKinds,
  templateSources,
  type WechatAccountConfig,
} from '../ports/chat/chat.ts'
import { type Env, parseSettings } from './settings.ts'

const needed = (provider: string) => z.string(`is needed for ${provider}`)

/** By https, or on this computer, where a proxy of the operator may listen. */
const proxyUrl = z
  .string()
  .refine(
    (value) => /^(https:\/\/[^/]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/?$/.test(value),
    'must be https:// and a host',
  )
  .optional()

const templateForm =
  'must be the number of the template and its fields, such as "AbC… title=thing1,place=thing2,time=time3,todo=thing4"'
const pair = new RegExp(`^(${templateSources.join('|')})=((?:${templateKinds.join('|')})\\d{1,2})$`)

/** `title` is needed; only `time` has the form of a time. */
function templateIn(value: string): WechatAccountConfig['template'] | undefined {
  const [, id = '', list = ''] = /^([\w-]{20,64})[\s,]+(\S.*)$/.exec(value.trim()) ?? []
  const fields = list.split(/[\s,]+/).flatMap((text) => {
    const [, source, name = ''] = pair.exec(text) ?? []
    const known = templateSources.find((one) => one === source)
    return known && (known === 'time' || !name.startsWith('time')) ? [{ source: known, name }] : []
  })
  const isWhole =
    fields.length === list.split(/[\s,]+/).length && fields.some(({ source }) => source === 'title')
  return isWhole && new Set(fields.map(({ name }) => name)).size === fields.length
    ? { id, fields }
    : undefined
}

const wechatName = 'the WeChat service account'
const Wechat = z
  .object({
    WECHAT_ACCOUNT_APP_ID: needed(wechatName).regex(/^wx[\da-z]{16}$/, 'must be wx and 16 letters or digits'),
    WECHAT_ACCOUNT_SECRET: needed(wechatName).regex(
      /^[\da-z]{32}$/i,
      'must be the AppSecret of 32 characters',
    ),
    WECHAT_ACCOUNT_TOKEN: needed(wechatName).regex(
      /^[\dA-Za-z]{8,32}$/,
      'must have 8 to 32 letters and digits, the same as at WeChat',
    ),
    WECHAT_ACCOUNT_TEMPLATE: needed(wechatName).transform((value, { addIssue }) => {
      const template = templateIn(value)
      if (!template) addIssue(templateForm)
      return template ?? z.NEVER
    }),
    WECHAT_ACCOUNT_URL: proxyUrl,
  })
  .transform((env): WechatAccountConfig => ({
    appId: env.WECHAT_ACCOUNT_APP_ID,
    secret: env.WECHAT_ACCOUNT_SECRET,
    token: env.WECHAT_ACCOUNT_TOKEN,
    template: env.WECHAT_ACCOUNT_TEMPLATE,
    url: env.WECHAT_ACCOUNT_URL,
  }))

const telegramName = 'the Telegram bot'
const Telegram = z
  .object({
    TELEGRAM_BOT_TOKEN: needed(telegramName).regex(
      /^\d{6,12}:[\w-]{30,60}$/,
      'must be the token that BotFather gave you',
    ),
    TELEGRAM_BOT_NAME: needed(telegramName)
      .transform((value) => value.replace(/^@/, ''))
      .refine((value) => /^[A-Za-z]\w{4,31}$/.test(value), 'must be the user name of the bot'),
    TELEGRAM_SECRET: needed(telegramName).regex(
      /^[\w-]{16,256}$/,
      'must have 16 to 256 letters, digits, _ or -',
    ),
    TELEGRAM_URL: proxyUrl,
  })
  .transform((env): TelegramConfig => ({
    token: env.TELEGRAM_BOT_TOKEN,
    name: env.TELEGRAM_BOT_NAME,
    secret: env.TELEGRAM_SECRET,
    url: env.TELEGRAM_URL,
  }))

/** Reads an account of which any setting is there. */
function read<Schema extends z.ZodType>(
  schema: Schema,
  env: Env,
  { prefix, name, publicUrl }: { prefix: string; name: string; publicUrl: string | undefined },
): z.output<Schema> | undefined {
  if (!Object.keys(env).some((key) => key.startsWith(prefix))) return undefined
  const config = parseSettings(schema, env)
  if (!publicUrl?.startsWith('https://'))
    throw new Error(`PUBLIC_URL must begin with https:// for ${name}, which sends its events there`)
  return config
}

export function readPersonChats(env: Env, publicUrl: string | undefined): PersonChatsConfig {
  const wechat = read(Wechat, env, { prefix: 'WECHAT_ACCOUNT_', name: wechatName, publicUrl })
  const telegram = read(Telegram, env, { prefix: 'TELEGRAM_', name: telegramName, publicUrl })
  return { ...(wechat && { wechat }), ...(telegram && { telegram }) }
}
