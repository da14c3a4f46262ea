import {
  type Answer,
  type Call,
  errorText,
  type FieldError,
  type InputOf,
  type OutputOf,
  sessionEnded,
  silent,
  success,
} from '@slotwise/contract'

import { clientWords } from './client-words.ts'
import { currentLocale, textOf } from './i18n.tsx'
import { isOffline } from './network.ts'
import { notify } from './notices.ts'
import { clearSession, getSession } from './session.ts'

/**
 * The one way to the server. An answer is HTTP with `{rcode, msg, result}`:
 * - 0 gives the result;
 * - 604 clears the session, and the guard of the console's routes then shows the login page;
 * - 102 fails without a word;
 * - anything else is a notice with the server's words, unless the caller asks for quiet and shows it itself.
 * Where no answer comes, or one that is not ours, the two time-out texts speak; without a network, one of its own.
 */
export const callErrorKinds = ['answer', 'timeout', 'network', 'offline', 'fault'] as const
export type CallErrorKind = (typeof callErrorKinds)[number]

type CallErrorFacts = {
  kind: CallErrorKind
  rcode?: number
  errors?: FieldError[]
  retryAfter?: number | undefined
  requestId?: string | undefined
}

export class CallError extends Error {
  /** answer: the server said no. fault: it failed. timeout, network: it said nothing. offline: nor could it. */
  readonly kind: CallErrorKind
  /** The server's number; 0 when there was no answer. */
  readonly rcode: number
  readonly errors: FieldError[]
  /** Seconds until it makes sense to try again. */
  readonly retryAfter?: number
  readonly requestId?: string

  constructor(message: string, facts: CallErrorFacts) {
    super(message)
    this.name = 'CallError'
    this.kind = facts.kind
    this.rcode = facts.rcode ?? 0
    this.errors = facts.errors ?? []
    if (facts.retryAfter !== undefined) this.retryAfter = facts.retryAfter
    if (facts.requestId !== undefined) this.requestId = facts.requestId
  }

  /** The number to quote, unless the message says it already. */
  get unsaidRequestId(): string | undefined {
    return this.requestId !== undefined && this.message.includes(this.requestId) ? undefined : this.requestId
  }
}

/** 102 asks for silence; 604 has had its notice. */
export const isHandledElsewhere = (error: CallError): boolean =>
  error.rcode === silent || error.rcode === sessionEnded

export type CallOptions = {
  signal?: AbortSignal
  /** Given by callers that repeat a change they are not sure about; otherwise random for each call. */
  idempotencyKey?: string
  /** No notice: the caller shows the failure where it belongs. */
  quiet?: boolean
}

export type CallSetup = { origin: string; limitMs: { usual: number; report: number } }

export type Caller = <C extends Call>(
  row: C,
  input: InputOf<C>,
  options?: CallOptions,
) => Promise<OutputOf<C>>

export const makeCall =
  (setup: CallSetup): Caller =>
  async (row, input, options = {}) => {
    try {
      return (await ask(setup, row, input, options)) as OutputOf<typeof row>
    } catch (error) {
      if (error instanceof CallError && !options.quiet && !isHandledElsewhere(error))
        notify('error', error.message, { requestId: error.unsaidRequestId })
      throw error
    }
  }

export const call: Caller = makeCall({ origin: '', limitMs: { usual: 5000, report: 10_000 } })

async function ask(setup: CallSetup, row: Call, input: unknown, options: CallOptions): Promise<unknown> {
  const limit = row.path.endsWith('report') ? setup.limitMs.report : setup.limitMs.usual
  const { token, headers } = callerOf(row)
  const reply = await post(setup.origin + row.path, input, {
    limit,
    signal: options.signal,
    unanswered: (kind) => noAnswer(kind, row),
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(row.changes && { 'x-idempotency-key': options.idempotencyKey ?? randomKey() }),
    },
  })
  return resultOf(row, reply, token)
}

/** Who asks, and in which language; whatever carries the question carries this. */
export function callerOf(row: Call): { token: string | undefined; headers: Record<string, string> } {
  const session = row.access === 'public' ? undefined : getSession()
  return {
    token: session?.token,
    headers: {
      'accept-language': currentLocale(),
      ...(session && { 'x-access-token': session.token, 'x-access-secret': session.secret }),
    },
  }
}

/** What the server gave, or the error that it is. */
export function resultOf(row: Call, { status, text, requestId }: Reply, token: string | undefined): unknown {
  const body = parseJson(text)
  if (!isAnswer(body)) throw noAnswer('fault', row, requestId)
  if (body.rcode === success && status < 400) return body.result
  if (body.rcode === sessionEnded) endSession(token)
  throw refused(status, body, requestId)
}

/** Refreshing asks again for what was read; it would lose a change or a file that waits in its form. */
export const noAnswer = (kind: CallErrorKind, row: Call, requestId?: string): CallError => {
  if (kind !== 'fault' && isOffline()) return offlineError()
  const word = row.changes || row.upload ? 'changeTimeout' : 'readTimeout'
  return new CallError(textOf(clientWords, word), { kind, requestId })
}

/** It may have been sent before the network went: nobody knows, as after a time-out. */
export const offlineError = (): CallError =>
  new CallError(textOf(clientWords, 'offline'), { kind: 'offline' })

type PostOptions = {
  limit: number
  signal: AbortSignal | undefined
  headers: Record<string, string>
  unanswered: (kind: CallErrorKind) => CallError
}

export type Reply = { status: number; text: string; requestId: string | undefined }

/** The time limit covers the body too. A caller's own abort is passed on as it is. */
async function post(url: string, input: unknown, options: PostOptions): Promise<Reply> {
  const { signal, unanswered } = options
  const controller = new AbortController()
  const cancel = (): void => controller.abort(signal?.reason)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  let late = false
  const timer = setTimeout(() => {
    late = true
    controller.abort()
  }, options.limit)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: options.headers,
      body: JSON.stringify(input ?? {}),
      signal: controller.signal,
      credentials: 'same-origin',
    })
    return {
      status: response.status,
      text: await response.text(),
      requestId: response.headers.get('x-request-id') ?? undefined,
    }
  } catch (error) {
    if (late) throw unanswered('timeout')
    if (signal?.aborted) throw error
    throw unanswered('network')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isAnswer = (body: unknown): body is Answer =>
  isObject(body) && typeof body['rcode'] === 'number' && typeof body['msg'] === 'string'

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string'

function refused(status: number, { rcode, msg, result }: Answer, headerId: string | undefined): CallError {
  const facts = isObject(result) ? result : {}
  const { errors, retryAfter, requestId } = facts
  return new CallError(msg, {
    kind: status >= 500 ? 'fault' : 'answer',
    rcode,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    requestId: typeof requestId === 'string' ? requestId : headerId,
  })
}

/**
 * Only the session that was asked with may be ended: the user may have signed in again meanwhile. Of several calls
 * that fail together the first finds the session, so there is one notice.
 */
function endSession(token: string | undefined): void {
  const session = getSession()
  if (!session || session.token !== token) return
  clearSession()
  notify('warning', errorText(currentLocale(), 'sessionEnded'))
}

/** Not randomUUID: browsers offer that on secure pages only. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
