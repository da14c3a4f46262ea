import { z } from 'zod'

/** Whether a text can be stored: no NUL, and no lone surrogate. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')

/** Characters that move the cursor or change the writing direction. */
const unreadable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
export const isReadable = (value: string): boolean => !unreadable.test(value)

/** Text for people: characters that cannot be shown become blanks. */
export const words = (most: number) =>
  z
    .string()
    .max(most)
    .refine(isStorable)
    .overwrite((value) => value.replace(new RegExp(unreadable, 'gu'), ' '))

export const text = (most: number, least = 0) => z.string().min(least).max(most).refine(isStorable)
