import { z } from 'zod'

import { maxPageSize } from './paging.ts'

/**
 * The building blocks of every schema. A rule names its text (`v:…`, in the domains' `rules.ts`), so that the form and
 * the server show the same text in the user's language.
 */

/** Control characters and characters that change the writing direction cannot be stored or shown. */
const forbidden =
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/
const plain = (value: string): boolean => value.isWellFormed() && !forbidden.test(value)

export const text = (max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'v:required' : 'v:text') })
    .trim()
    .max(max, { error: 'v:tooLong' })
    .refine(plain, { error: 'v:controlCharacters' })

/** Whether a text holds at least one visible character. */
export const hasSomething = (value: string): boolean =>
  /[^\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)
export const isOneLine = (value: string): boolean => !/[\n\r\u2028\u2029]/.test(value)

export const requiredText = (max: number) =>
  text(max).refine(hasSomething, { error: 'v:required' }).refine(isOneLine, { error: 'v:controlCharacters' })

/** Incremented by every edit. An edit sends it back, so that it cannot overwrite another user's change. */
export const Revision = z.int().min(1).max(2_147_483_647)

/** Row ids are strings, because JSON numbers are exact only up to 2^53. */
export const Id = z.string().regex(/^[1-9]\d{0,17}$/, { error: 'v:id' })

/** In a filter: what belongs to no such place. */
export const noPlace = 'none'
export const PlaceId = z.union([Id, z.literal(noPlace)])

/** The rows chosen in a form, or named in a link. */
export const Ids = z.array(Id).max(maxPageSize)

/** Login passwords are hashed in the browser; the wire carries only the digest. */
export const Md5 = z.string().regex(/^[0-9a-f]{32}$/, { error: 'v:md5' })

/**
 * A phone number for customers or staff: mobile, landline, 400 or short service number, with an extension or without.
 */
export const isContactPhone = (value: string): boolean => {
  const [, number = ''] = /^(\+?[\d() -]+?)\s*(?:(?:转|轉|ext\.?|x|#)\s*\d{1,6})?$/i.exec(value) ?? []
  const digits = number.replace(/\D/g, '')
  // Digits that begin like a mainland mobile number but are fewer: the user left some out.
  return /^\d{5,15}$/.test(digits) && !/^1[3-9]\d{5,8}$/.test(digits)
}

/** Optional: an empty text means no number. Full-width digits and brackets of Chinese keyboards are accepted. */
export const contactPhone = text(32)
  .overwrite((value) => value.normalize('NFKC'))
  .refine((value) => value === '' || isContactPhone(value), {
    error: 'v:contactPhone',
  })

/** The authorization that checkOprPwd returns, sent with every sensitive call. */
export const Sign = z.string().regex(/^[\w-]{1,128}$/, { error: 'v:wrongType' })
