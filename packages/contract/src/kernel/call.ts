import { z } from 'zod'

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
   * Waits for an outside service or computes for long: the handler runs after the transaction that checked the caller,
   * not inside it. Such calls have limits of their own against acting twice.
   */
  outside?: true
  /**
   * Counts tries, or compares passwords, before its transaction: the handler runs without one, and returns the work that
   * is done in it. A call that is repeated is answered without either.
   */
  prepares?: true
  /** The answer holds a secret, so it is not stored for repeated requests. */
  secretAnswer?: true
  /** The body is a file as it is, not JSON; bodies above `maxBytes` are refused. Such a row is `outside`. */
  upload?: UploadLimits
  /** Calls per minute: of one address, or of one account when the call needs a session. */
  perMinute?: number
  /** How long a client waits for the whole answer when it is not 5 s; the specification gives 10 s to reports. */
  timeoutMs?: number
  /**
   * Errors beyond invalid input, missing session and missing rights. The names come from the error tables of the
   * domains; the index of the contract does not compile with others.
   */
  errors?: readonly string[]
  /** Not in the specification: added because the console needs it. */
  extension?: true
}

const usualTimeoutMs = 5_000

export const timeoutOf = ({ timeoutMs = usualTimeoutMs }: Call): number => timeoutMs

export type UploadLimits = { maxBytes: number; types: readonly string[] }

/** The input of a row with `upload`. The handler checks the content and ignores the declared type. */
export const Upload = z.custom<Uint8Array>((body) => body instanceof Uint8Array && body.length > 0, {
  error: 'v:fileRequired',
})

/** Whether a repeated request with the same idempotency key gets the first answer again. */
export const isRepeatable = ({ access, changes, outside, secretAnswer }: Call): boolean =>
  access !== 'public' && changes === true && !outside && !secretAnswer

export type InputOf<C extends Call> = z.input<C['input']>
export type ParsedInputOf<C extends Call> = z.output<C['input']>
export type OutputOf<C extends Call> = z.output<C['output']>
/** What a handler returns; the registrar parses it before it is sent. */
export type AnswerOf<C extends Call> = z.input<C['output']>

export const calls = <const Table extends Record<string, Call>>(table: Table): Table => table
