import { z } from 'zod'

/** Text that can be stored: no NUL, and no half of a pair of surrogates. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')

/** Signs that move the cursor, or turn the direction of writing. */
const unreadable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
export const isReadable = (value: string): boolean => !unreadable.test(value)

/** What people read: what they could not becomes a blank. */
export const words = (most: number) =>
  z
    .string()
    .max(most)
    .refine(isStorable)
    .overwrite((value) => value.replace(new RegExp(unreadable, 'gu'), ' '))

export const text = (most: number, least = 0) => z.string().min(least).max(most).refine(isStorable)
