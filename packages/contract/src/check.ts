/** The rules of all fields, and the one function that checks input against them. */
import type { z } from 'zod'

import { accountRules } from './account/rules.ts'
import { bankCardRules } from './bankcards/rules.ts'
import { billRules } from './bills/rules.ts'
import { commandRules } from './commands/rules.ts'
import { couponRules } from './coupons/rules.ts'
import { deviceRules } from './devices/rules.ts'
import { exceptionRules } from './exceptions/rules.ts'
import { goodsRules } from './goods/rules.ts'
import { integrationRules } from './integrations/rules.ts'
import { commonRules } from './kernel/common-rules.ts'
import { machineRules } from './machines/rules.ts'
import { payAccountRules } from './payaccounts/rules.ts'
import { paymentRules } from './payments/rules.ts'
import { mediaRules } from './media/rules.ts'
import { memberRules } from './members/rules.ts'
import { referrerRules } from './referrers/rules.ts'
import { regionRules } from './regions/rules.ts'
import { notifyRules } from './notify/rules.ts'
import { reportRules } from './reports/rules.ts'
import { searchRules } from './search/rules.ts'
import { slotRules } from './slots/rules.ts'
import { staffRules } from './staff/rules.ts'
import { thresholdRules } from './thresholds/rules.ts'
import { viewRules } from './views/rules.ts'
import { voucherRules } from './vouchers/rules.ts'
import type { FieldError } from './kernel/errors.ts'
import { fill, type KeyOf, type Locale, mergeWords, type TextParams } from './kernel/locale.ts'

const tables = [
  commonRules,
  accountRules,
  bankCardRules,
  billRules,
  exceptionRules,
  commandRules,
  couponRules,
  deviceRules,
  goodsRules,
  integrationRules,
  machineRules,
  payAccountRules,
  paymentRules,
  mediaRules,
  memberRules,
  notifyRules,
  referrerRules,
  regionRules,
  reportRules,
  searchRules,
  slotRules,
  staffRules,
  thresholdRules,
  viewRules,
  voucherRules,
] as const

/** A schema names a rule as `v:name`; `ruleOf` maps the issues that zod finds by itself. */
export type RuleName = KeyOf<(typeof tables)[number]>

const ruleWords = mergeWords(tables)

export const ruleText = (locale: Locale, name: RuleName, params?: TextParams): string =>
  fill(ruleWords[locale][name], params)

type Issue = z.core.$ZodIssue

/** Returns the rule that a zod issue breaks, and the figures that its text needs. */
function ruleOf(issue: Issue): [RuleName, TextParams?] {
  const params: TextParams = {
    ...('maximum' in issue ? { max: Number(issue.maximum) } : {}),
    ...('minimum' in issue ? { min: Number(issue.minimum) } : {}),
  }
  if (issue.message.startsWith('v:')) return [issue.message.slice(2) as RuleName, params]
  switch (issue.code) {
    case 'invalid_type':
      return [issue.input === undefined ? 'required' : 'wrongType']
    case 'too_big':
      return [issue.origin === 'string' ? 'tooLong' : issue.origin === 'array' ? 'tooMany' : 'tooBig', params]
    case 'too_small':
      return [
        issue.origin === 'string' ? 'tooShort' : issue.origin === 'array' ? 'tooFew' : 'tooSmall',
        params,
      ]
    case 'unrecognized_keys':
      return ['unknownField']
    case 'invalid_value':
      return ['notAnOption']
    default:
      return ['wrongType']
  }
}

/** A rule that a field breaks. */
export type BrokenRule = { path: string; rule: RuleName; params?: TextParams }

/** For an unknown key the field is the key, not the object around it. */
const brokenRules = (issues: readonly Issue[]): BrokenRule[] =>
  issues.flatMap((issue) => {
    const [rule, params] = ruleOf(issue)
    const broken = params ? { rule, params } : { rule }
    const path = issue.path.map(String)
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key].join('.'), ...broken }))
      : [{ path: path.join('.'), ...broken }]
  })

/** Further errors are not sent: a reader cannot take in more. */
const maxErrors = 30

export type Checked<Value> = { ok: true; value: Value } | { ok: false; errors: FieldError[] }

/** Checks input, for forms and for calls alike. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  locale: Locale,
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  const broken = brokenRules(parsed.error.issues).slice(0, maxErrors)
  return {
    ok: false,
    errors: broken.map(({ path, rule, params }) => ({ path, message: ruleText(locale, rule, params) })),
  }
}

/** The rules that a value breaks, for a service that checks it again with what only the server knows. */
export function brokenIn(schema: z.ZodType, value: unknown): BrokenRule[] {
  const parsed = schema.safeParse(value, { reportInput: true })
  return parsed.success ? [] : brokenRules(parsed.error.issues).slice(0, maxErrors)
}
