import { type WordRow, type Words, words } from './locale.ts'

/** One error: its wire code, and its text in each language. */
export type ErrorRow = readonly [code: number, ...text: WordRow]
export type ErrorTable<Name extends string = string> = {
  codes: Readonly<Record<Name, number>>
  words: Words<Name>
}

/**
 * The errors of one domain. Several names may share a code where the client reacts alike. A row that lacks a language
 * does not compile.
 */
export function errors<Name extends string>(rows: Readonly<Record<Name, ErrorRow>>): ErrorTable<Name> {
  const entries = Object.entries<ErrorRow>(rows)
  const codes = Object.fromEntries(entries.map(([name, [code]]) => [name, code]))
  const texts = Object.fromEntries(entries.map(([name, [, ...text]]) => [name, text] as const))
  return { codes: codes as Record<Name, number>, words: words<string>(texts) }
}

export const success = 0

export type FieldError = { path: string; message: string }

/** Every answer on the wire; its HTTP status is always 200. */
export type Answer<Result = unknown> = { rcode: number; msg: string; result: Result }
