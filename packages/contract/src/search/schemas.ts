import { z } from 'zod'

import { text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Instant } from '../kernel/time.ts'

/** What the search finds, in the order of its answer. Pages and actions are found by the console itself. */
export const searchKinds = ['device', 'store', 'area', 'goods', 'bill', 'staff', 'card', 'referrer'] as const
export type SearchKind = (typeof searchKinds)[number]

/** The most records of one kind. */
export const searchLimit = 5

/** Fewer digits than a day has would name the bills of months. */
const leastDigits = 8

/** Two characters, or a Chinese one, which says as much. */
const searchable = /\p{Script=Han}|\S[\s\S]*\S/u
export const isSearchable = (typed: string): boolean => searchable.test(typed)

/** Whether a text can be the beginning of the number of a bill. */
export const isBillNumber = (typed: string): boolean =>
  /^\d+$/.test(typed) && typed.length >= leastDigits && typed.length <= 24

export const SearchInput = z.strictObject({
  q: text(60).regex(searchable, { error: 'v:searchText' }),
})

export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  /** What its page is opened by: the number of a machine or a bill, else that of the record. */
  id: z.string(),
  name: z.string(),
  /** What tells it from others of the same name: its number, place or phone. */
  notes: z.array(z.string()),
  /** Of a bill: when it was made, and what was paid. */
  at: Instant.optional(),
  amount: Cents.optional(),
})
export type SearchHit = z.infer<typeof SearchHit>
