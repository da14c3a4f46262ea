import { z } from 'zod'

import { Id, Revision, Sign, text } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Instant } from '../kernel/time.ts'
import { onlineClients, type OnlineClient } from '../payments/clients.ts'
import { payAccountIds, type PayAccountField, payAccountSecrets, secretsOf, shapeOf } from './fields.ts'

/** The most accounts of one merchant, with those that are not used any more: orders may still name them. */
export const payAccountsAtMost = 30

/** Who receives what customers pay: the merchant, its agent, the platform, or none of them where the payment is not offered. */
export const payCollectors = ['own', 'agent', 'platform', 'none'] as const
export type PayCollector = (typeof payCollectors)[number]

/** An account of the merchant at a payment provider. Keys are never shown again. */
export const PayAccount = z.object({
  pay_account_id: Id,
  provider: z.enum(onlineClients),
  /** The merchant's number at the provider, masked. */
  account_no: z.string(),
  /** Masked; empty where the provider has none. */
  app_id: z.string(),
  /** Whether new orders use it. Those that were made with it before do so in any case. */
  enabled: z.boolean(),
  rev: Revision,
  created_at: Instant,
  changed_at: Instant,
})
export type PayAccount = z.infer<typeof PayAccount>

/** A way of paying that merchants of the country can have. */
export const OfferedProvider = z.object({
  provider: z.enum(onlineClients),
  collector: z.enum(payCollectors),
  /** Whether the merchant can use an account of its own. */
  mayOwn: z.boolean(),
})
export type OfferedProvider = z.infer<typeof OfferedProvider>

const idLength = 40
const keyLength = 12_000
const secrets = Object.fromEntries(
  payAccountSecrets.map((name) => [name, text(keyLength).default('')]),
) as Record<(typeof payAccountSecrets)[number], z.ZodDefault<ReturnType<typeof text>>>

type Draft = { provider?: OnlineClient | undefined } & { [Field in PayAccountField]?: string | undefined }

/** Holds where the field is empty, or has the form that the provider gives it. */
const hasForm = (draft: Draft, field: PayAccountField): boolean => {
  const { provider, [field]: value = '' } = draft
  const shape = provider && shapeOf(provider, field)
  if (!shape) return true
  return value === '' || (shape.pattern?.test(value) ?? true)
}
const isThere = (draft: Draft, field: PayAccountField): boolean => {
  const shape = draft.provider && shapeOf(draft.provider, field)
  return !shape || shape.optional === true || (draft[field] ?? '') !== ''
}
/** A field that the provider's accounts do not have is left empty. */
const isMeant = (draft: Draft, field: PayAccountField): boolean =>
  !draft.provider || shapeOf(draft.provider, field) !== undefined || (draft[field] ?? '') === ''

const allFields: readonly PayAccountField[] = [...payAccountIds, ...payAccountSecrets]
const forms = allFields.map((field) => always<Draft>((draft) => hasForm(draft, field), field, 'v:payForm'))
const meant = allFields.map((field) =>
  always<Draft>((draft) => isMeant(draft, field), field, 'v:unknownField'),
)

export const AddPayAccount = z
  .strictObject({
    provider: z.enum(onlineClients),
    account_no: text(idLength).default(''),
    app_id: text(idLength).default(''),
    ...secrets,
    sign: Sign,
  })
  .check(
    ...forms,
    ...meant,
    ...allFields.map((field) => always<Draft>((draft) => isThere(draft, field), field, 'v:required')),
    // What WeChat Pay signs is checked by its public key, which has a number, or by a certificate.
    always<Draft>(
      ({ provider, public_key: key = '', certificate = '' }) =>
        provider !== 'wechat' || key !== '' || certificate !== '',
      'public_key',
      'v:wechatPlatformKey',
    ),
    always<Draft>(
      ({ provider, public_key: key = '', public_key_id: id = '' }) =>
        provider !== 'wechat' || (key === '') === (id === ''),
      'public_key_id',
      'v:wechatKeyPair',
    ),
  )

/** Replaces keys; those that are left empty stay. */
export const EditPayAccount = z
  .strictObject({
    pay_account_id: Id,
    rev: Revision,
    provider: z.enum(onlineClients),
    ...secrets,
    sign: Sign,
  })
  .check(
    ...forms,
    ...meant,
    // Where nothing is entered, the first field of the form says so.
    ...payAccountSecrets.map((field) =>
      always<Draft>(
        (draft) =>
          (draft.provider && secretsOf(draft.provider)[0]) !== field ||
          payAccountSecrets.some((name) => (draft[name] ?? '') !== ''),
        field,
        'v:payNoKey',
      ),
    ),
  )

export const SwitchPayAccount = z.strictObject({
  pay_account_id: Id,
  rev: Revision,
  enabled: z.boolean(),
  sign: Sign,
})

export const payTrialFaults = ['silent', 'unsigned', 'refused'] as const
export type PayTrialFault = (typeof payTrialFaults)[number]

/**
 * `signed`: the provider's answer was signed by the key that the account names, so that key is right, too. An account at a
 * provider that signs its answers (WeChat Pay, Alipay) works only if this one was signed.
 */
export const PayAccountTrial = z.object({
  works: z.boolean(),
  signed: z.boolean(),
  /** Why it does not work; null where it does. */
  why: z.enum(payTrialFaults).nullable(),
  /** What the provider answered, such as `HTTP 401, SIGN_ERROR`; empty where it said nothing. */
  said: z.string(),
})
export type PayAccountTrial = z.infer<typeof PayAccountTrial>
