import type { z } from 'zod'

import type { ErrorName, FieldError } from '../kernel/errors.ts'
import { fill, type Locale, type TextParams } from '../kernel/locale.ts'
import * as enUS from './en-US.ts'
import * as zhCN from './zh-CN.ts'
import * as zhTW from './zh-TW.ts'

/** Rules of fields. A schema names one as `v:name`; what zod finds by itself is translated in `ruleOf`. */
export type RuleName =
  | 'required'
  | 'text'
  | 'tooLong'
  | 'tooShort'
  | 'tooSmall'
  | 'tooBig'
  | 'tooMany'
  | 'tooFew'
  | 'wrongType'
  | 'unknownField'
  | 'notAnOption'
  | 'controlCharacters'
  | 'id'
  | 'md5'
  | 'day'
  | 'clock'
  | 'agent'
  | 'phone'
  | 'mainlandPhone'
  | 'contactPhone'
  | 'usernameRequired'
  | 'passwordRequired'
  | 'passwordShort'
  | 'passwordCommon'
  | 'confirmRequired'
  | 'passwordsDiffer'
  | 'smsCode'
  | 'resetCode'
  | 'headerCode'
  | 'invalidCode'
  | 'sixDigits'
  | 'guessable'
  | 'sameOperation'
  | 'operationsDiffer'
  | 'sameAsLogin'
  | 'sameAsOperation'
  | 'endBeforeStart'
  | 'unknownArea'
  | 'sn'
  | 'permissionRequired'
  | 'unknownPermission'
  | 'cannotGrant'
  | 'accountName'
  | 'accountTaken'
  | 'chooseStores'
  | 'unknownRole'
  | 'unknownStore'
  | 'unknownDevice'
  | 'beyondScope'
  | 'nameTaken'
  | 'fileRequired'
  | 'goodsName'
  | 'price'
  | 'minPrice'
  | 'maxPrice'
  | 'bothPrices'
  | 'minAboveMax'
  | 'tooManyTags'
  | 'tagComma'
  | 'tagLong'
  | 'tooManyImages'
  | 'unknownImage'
  | 'unknownUpload'
  | 'unknownGoods'
  | 'cellError'
  | 'repeatedGoods'
  | 'percent'
  | 'extendKey'
  | 'extendDangerous'
  | 'extendTwice'
  | 'channelX'
  | 'channelId'
  | 'channelZero'
  | 'channelTwice'
  | 'channelTaken'
  | 'chooseSlot'
  | 'slotTwice'
  | 'unknownSlot'
  | 'chooseDevice'
  | 'count'
  | 'tooManyPieces'
  | 'countZero'
  | 'channelNum'
  | 'channelNumOfType'
  | 'rate'
  | 'rateAbove'
  | 'rateDecimals'
  | 'quantity'
  | 'quantityAboveMax'
  | 'maxBelowQuantity'
  | 'noGoodsNoStock'
  | 'priceNeeded'
  | 'notForType'
  | 'sameTimes'
  | 'areaOfStore'
  | 'unknownAccount'
  | 'sameDevice'
  | 'chooseContents'
  | 'oneGamePrice'
  | 'notShared'
  | 'oneRate'

export type ErrorTexts = Readonly<Record<ErrorName, string>>
export type RuleTexts = Readonly<Record<RuleName, string>>

const texts = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS } satisfies Record<
  Locale,
  { errors: ErrorTexts; rules: RuleTexts }
>

export const errorText = (locale: Locale, name: ErrorName, params?: TextParams): string =>
  fill(texts[locale].errors[name], params)

export const ruleText = (locale: Locale, name: RuleName, params?: TextParams): string =>
  fill(texts[locale].rules[name], params)

type Issue = z.core.$ZodIssue

/** Which rule an issue of zod breaks, and the figures its text needs. */
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

/** Field errors in the reader's language. An unknown key is named itself, not the object around it. */
const fieldErrors = (issues: readonly Issue[], locale: Locale): FieldError[] =>
  issues.flatMap((issue) => {
    const message = ruleText(locale, ...ruleOf(issue))
    const path = issue.path.map(String)
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key].join('.'), message }))
      : [{ path: path.join('.'), message }]
  })

/** Nobody reads more, and nobody shall make us send more. */
const maxErrors = 30

export type Checked<Value> = { ok: true; value: Value } | { ok: false; errors: FieldError[] }

/** The one way to judge input, for forms and for calls. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  locale: Locale,
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(input, { reportInput: true })
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, errors: fieldErrors(parsed.error.issues, locale).slice(0, maxErrors) }
}
