/** What an account at each provider consists of. The form, the checks and what is stored follow this table. */
import type { OnlineClient } from '../payments/clients.ts'

/** Identifiers name the account at its provider. They are shown masked, and another one is another account. */
export const payAccountIds = ['account_no', 'app_id'] as const
/** Secrets are sealed, never shown again, and can be replaced. */
export const payAccountSecrets = [
  'serial',
  'private_key',
  'api_key',
  'public_key_id',
  'public_key',
  'certificate',
] as const
export type PayAccountSecret = (typeof payAccountSecrets)[number]
export type PayAccountField = (typeof payAccountIds)[number] | PayAccountSecret

export type FieldShape = {
  /** What the text must look like; absent where only the server can tell, as for keys. */
  pattern?: RegExp
  /** Another field may stand for it, or it belongs to one. */
  optional?: true
  /** Long texts, such as keys. */
  long?: true
}

const key = { long: true } as const

export const payAccountShapes: Readonly<
  Record<OnlineClient, Readonly<Partial<Record<PayAccountField, FieldShape>>>>
> = {
  wechat: {
    account_no: { pattern: /^\d{8,10}$/ },
    app_id: { pattern: /^wx[\da-z]{16}$/ },
    serial: { pattern: /^[\dA-Fa-f]{8,40}$/ },
    private_key: key,
    api_key: { pattern: /^[\dA-Za-z]{32}$/ },
    public_key_id: { pattern: /^PUB_KEY_ID_\d+$/, optional: true },
    public_key: { ...key, optional: true },
    certificate: { ...key, optional: true },
  },
  alipay: {
    account_no: { pattern: /^2088\d{12}$/ },
    app_id: { pattern: /^\d{16}$/ },
    private_key: key,
    public_key: key,
  },
  gkash: {
    account_no: { pattern: /^[\w-]{3,40}$/ },
    api_key: { pattern: /^\S{8,200}$/ },
  },
}

export const shapeOf = (provider: OnlineClient, field: PayAccountField): FieldShape | undefined =>
  payAccountShapes[provider][field]

/** The secrets of a provider's account, in the order of the form. */
export const secretsOf = (provider: OnlineClient): PayAccountSecret[] =>
  payAccountSecrets.filter((field) => shapeOf(provider, field))
