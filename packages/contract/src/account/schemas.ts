import { z } from 'zod'

import { accountPhone, countries, type Country } from '../kernel/countries.ts'
import { Md5, requiredText, Sign } from '../kernel/fields.ts'
import { currencies } from '../kernel/money.ts'
import { always } from '../kernel/rules.ts'
import { Instant } from '../kernel/time.ts'

export const businesses = ['gpm', 'vm', 'gzj', 'fdj', 'blj', 'lpk', 'mc'] as const
export type Business = (typeof businesses)[number]

/** Lengths of the codes we send; the sign-up field accepts a range, because the specification does. */
export const codeLengths = { signup: 6, reset: 6, header: 4, operation: 6, phone: 6 } as const
export type CodePurpose = keyof typeof codeLengths

export const sessionHours = 24
export const signHours = 2
export const resendSeconds = 60
/** How long an invitation is valid. */
export const invitationHours = 72
export const minPasswordLength = 6

export const AgentCode = z.string().regex(/^[\w-]{1,32}$/, { error: 'v:agent' })
const Phone = requiredText(24)
/** Written in any way that the sign-up form accepts. */
const MainlandPhone = requiredText(24).refine((phone) => accountPhone('CN', phone) !== undefined, {
  error: 'v:mainlandPhone',
})
const digits = (min: number, max: number, error: string) =>
  z
    .string()
    .min(1, { error: 'v:required' })
    .regex(new RegExp(`^\\d{${min},${max}}$`), { error })

const SignUpCode = digits(4, 8, 'v:smsCode')
const ResetCode = digits(codeLengths.reset, codeLengths.reset, 'v:resetCode')
const OperationCode = digits(codeLengths.operation, codeLengths.operation, 'v:resetCode')
const PhoneCode = digits(codeLengths.phone, codeLengths.phone, 'v:resetCode')
const HeaderCode = digits(codeLengths.header, codeLengths.header, 'v:headerCode')

/** Whether a PIN is easy to guess: one digit repeated, a run up or down, a pair or triple repeated. */
export function isGuessablePin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i]))
  const isRun = steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1
  return (
    isRun ||
    /^(\d\d)\1\1$/.test(pin) ||
    /^(\d{3})\1$/.test(pin) ||
    /^(\d)\1{2}(\d)\2{2}$/.test(pin) ||
    /^(?:(\d)\1){3}$/.test(pin)
  )
}

/** Operation passwords are sent as typed, so that the server can check their strength. */
export const OperationPin = z
  .string()
  .regex(/^\d{6}$/, { error: 'v:sixDigits', abort: true })
  .refine((pin) => !isGuessablePin(pin), { error: 'v:guessable' })

/** What an operator may replace: the product's name and logo. */
export const Custom = z.object({
  title: z.string().optional(),
  pc_cnlogo: z.string().optional(),
  logo_icon: z.string().optional(),
  cn_copy_right: z.string().optional(),
})
export type Custom = z.infer<typeof Custom>

export const HavePermsShape = z
  .object({ isMain: z.boolean(), Home: z.boolean() })
  .catchall(z.union([z.boolean(), z.record(z.string(), z.boolean())]))

/** The signed-in account, as the console needs it. */
export const Me = z.object({
  /** The id of the account. It stays when the username changes. Sessions opened before this field existed lack it. */
  account: z.string().optional(),
  username: z.string(),
  nickname: z.string(),
  mchName: z.string(),
  isMain: z.boolean(),
  havePerms: HavePermsShape,
  custom: Custom.nullable(),
  exp: Instant,
  country: z.enum(countries),
  currency: z.enum(currencies),
  utcOffsetMinutes: z.int(),
  /** A new merchant has no operation password until the first sensitive action asks for one. */
  hasOperPwd: z.boolean(),
  /** True when the account sees every store and device; otherwise it sees only those assigned to it. */
  allDevice: z.boolean(),
  /** True when the account sees only goods that it added itself. Sessions opened before this field existed lack it. */
  ownGoods: z.boolean().optional(),
  /**
   * What the operator's settings give the account: the activity pages, and the split of payments on the overview.
   * Sessions opened before this field existed lack it.
   */
  features: z.object({ activity: z.boolean(), paymentPie: z.boolean() }).optional(),
  /**
   * The phone of a sub-account that gets text messages, and whether it is proven, so that the account logs in by it.
   * Sessions opened before this field existed lack it.
   */
  phone: z.object({ number: z.string(), verified: z.boolean() }).nullable().optional(),
})
export type Me = z.infer<typeof Me>

export const Session = Me.extend({ token: z.string(), secret: z.string() })
export type Session = z.infer<typeof Session>

export const Login = z.strictObject({ username: requiredText(64), password: Md5 })

type PhoneDraft = { country?: unknown; phone?: unknown }
const fits = (country: Country, error: `v:${string}`) =>
  always<PhoneDraft>(
    ({ country: chosen, phone }) =>
      chosen !== country ||
      typeof phone !== 'string' ||
      phone === '' ||
      accountPhone(country, phone) !== undefined,
    'phone',
    error,
  )
export const phoneFitsCountry = [fits('CN', 'v:mainlandPhone'), fits('MY', 'v:phone')] as const

export const SignUp = z
  .strictObject({
    mchName: requiredText(60),
    country: z.enum(countries),
    phone: Phone,
    password: Md5,
    business: z.enum(businesses, { error: 'v:required' }),
    /** Mainland only: proves that checkAccount sent the code. */
    sign: Sign.or(z.literal('')).optional(),
    code: SignUpCode,
    agent: AgentCode.optional(),
  })
  .check(...phoneFitsCountry)

export const CheckAccount = z.strictObject({ phone: MainlandPhone })
export const CheckAccountMy = z.strictObject({
  phone: Phone.refine((phone) => accountPhone('MY', phone) !== undefined, { error: 'v:phone' }),
})
export const CheckSmsCode = z.strictObject({ sign: Sign, code: SignUpCode })
export const CheckSmsCodeMy = z.strictObject({ phone: Phone, code: SignUpCode })
export const SendPwdSms = z.strictObject({ phone: MainlandPhone })
export const ResetPwd = z.strictObject({ phone: MainlandPhone, password: Md5, code: ResetCode })
export const ChangePwd = z.strictObject({ code: HeaderCode, password: Md5 })
export const EditOprPwd = z.strictObject({
  /** Left out only while the account has no operation password yet. */
  old_oper_pwd: Md5.optional(),
  new_oper_pwd: OperationPin,
})

/** A forgotten operation password: the login password and a code prove that the owner of the account asks. */
export const ResetOprPwd = z.strictObject({
  password: Md5,
  code: OperationCode,
  new_oper_pwd: OperationPin,
})

export const VerifyPhone = z.strictObject({ code: PhoneCode })

const InvitationCode = requiredText(40)
export const GetInvitation = z.strictObject({ code: InvitationCode })
/** Whom an invitation is for. */
export const Invitation = z.object({
  mchName: z.string(),
  nickname: z.string(),
  username: z.string(),
  exp: Instant,
})
export type Invitation = z.infer<typeof Invitation>
export const AcceptInvitation = z.strictObject({ code: InvitationCode, password: Md5 })

export const Branding = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  copyright: z.string().nullable(),
})
export type Branding = z.infer<typeof Branding>
