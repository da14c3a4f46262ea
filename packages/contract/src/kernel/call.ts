import { z } from 'zod'

import type { ErrorName } from './errors.ts'
import type { Access } from './permissions.ts'

/**
 * One row of the contract. Routes, the typed client, OpenAPI, the permission table and the tests that walk every
 * call come from it; a row without `access` does not compile, a row without a handler stops the boot.
 */
export type Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  path: `/p/v1/${string}` | `/api/v1/${string}`
  access: Access
  input: Input
  output: Output
  /** Needs the authorization that the operation password gives: always, or when one of these fields is sent. */
  sign?: true | readonly [string, ...string[]]
  /** Changes something: with a session it is audited, and mostly repeatable (see `isRepeatable`). */
  changes?: true
  /**
   * Waits for somebody else or thinks long: done after the transaction that let the caller in, not inside of it. Its
   * own limits keep it from acting twice.
   */
  outside?: true
  /** The answer holds a secret: it is not kept to answer a repeated request. */
  secretAnswer?: true
  /** Its body is a file as it is, not JSON; more than `maxBytes` is not read. Such a row is `outside`. */
  upload?: UploadLimits
  /** How many one address may make a minute; of calls with a session, one account. */
  perMinute?: number
  /** What may go wrong beyond invalid input, missing session and missing rights. */
  errors?: readonly ErrorName[]
  /** Not in the specification: added because the console needs it. */
  extension?: true
}

export type UploadLimits = { maxBytes: number; types: readonly string[] }

/** The input of a row with `upload`: what is in the file is for the handler to judge, whatever its type claims. */
export const Upload = z.custom<Uint8Array>((body) => body instanceof Uint8Array && body.length > 0, {
  error: 'v:fileRequired',
})

/** Whether a request that is sent again with the same idempotency key is answered with the first result. */
export const isRepeatable = ({ access, changes, outside, secretAnswer }: Call): boolean =>
  access !== 'public' && changes === true && !outside && !secretAnswer

export type InputOf<C extends Call> = z.input<C['input']>
export type ParsedInputOf<C extends Call> = z.output<C['input']>
export type OutputOf<C extends Call> = z.output<C['output']>
/** What a handler returns; the registrar parses it before it leaves. */
export type AnswerOf<C extends Call> = z.input<C['output']>

export const calls = <const Table extends Record<string, Call>>(table: Table): Table => table
