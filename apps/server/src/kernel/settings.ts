import type { z } from 'zod'

export type Env = Record<string, string | undefined>

/** Settings whose values no message may show. */
const secrets = new Set([
  'ALIYUN_ACCESS_KEY_ID',
  'ALIYUN_ACCESS_KEY_SECRET',
  'TWILIO_AUTH_TOKEN',
  'PUSH_KEY',
  'REVIEW_SECRET',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'VAULT_KEYS',
  'WECHAT_ACCOUNT_SECRET',
  'WECHAT_ACCOUNT_TOKEN',
  'WECHAT_PAY_PRIVATE_KEY',
  'WECHAT_PAY_API_KEY',
  'WECHAT_PAY_PUBLIC_KEY',
  'WECHAT_PAY_CERTIFICATE',
  'ALIPAY_PRIVATE_KEY',
  'ALIPAY_PUBLIC_KEY',
  'GKASH_KEY',
])

/** Throws an error with one line for each wrong setting. */
export function parseSettings<Schema extends z.ZodType>(schema: Schema, env: Env): z.output<Schema> {
  const parsed = schema.safeParse(env)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map((issue) => problemOf(issue, env)).join('\n'))
}

function problemOf({ path: [name], message }: z.core.$ZodIssue, env: Env): string {
  if (name === undefined) return message
  const found = secrets.has(String(name)) ? undefined : env[String(name)]
  return `${String(name)} ${message}${found === undefined ? '' : `, not ${found}`}`
}

export const urlOf = (value: string): URL | undefined => URL.parse(value) ?? undefined
