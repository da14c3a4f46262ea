import { z } from 'zod'

/** Text that can be stored: no NUL, and no half of a pair of surrogates. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')

export const text = (most: number, least = 0) => z.string().min(least).max(most).refine(isStorable)
