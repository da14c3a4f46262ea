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
  timeoutOf,
} from '@slotwise/contract'

import { clientWords } from './client-words.ts'
import { currentLocale, textOf } from './i18n.tsx'
import { isOffline } from './network.ts'
import { notify } from './notices.ts'
import { clearSession, getSession } from './session.ts'

/**
 * The only way to call the server. An answer is HTTP with `{rcode, msg, result}`:
 * - 0 returns the result;
 * - 604 clears the session, and the guard of the console's routes then shows the login page;
 * - 102 fails without a notice;
 * - any other number shows the server's text in a notice, unless the caller passes `quiet` and shows it itself.
 * When no answer comes, or one in another format, the error has a time-out text, or the offline text without a network.
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
  /**
   * answer: the server refused. fault: the server failed. timeout, network: no answer came. offline: there is no
   * network.
   */
  readonly kind: CallErrorKind
  /** The server's error number; 0 when there was no answer. */
  readonly rcode: number
  readonly errors: FieldError[]
  /** Seconds until a retry makes sense. */
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

  /** An error that the console words itself. It is worded when it is read, because the language may change meanwhile. */
  static worded(word: keyof (typeof clientWords)['en-US'], facts: CallErrorFacts): CallError {
    const get = (): string => textOf(clientWords, word)
    return Object.defineProperty(new CallError('', facts), 'message', { get })
  }

  /** The request id to show, or undefined when the message already contains it. */
  get unsaidRequestId(): string | undefined {
    return this.requestId !== undefined && this.message.includes(this.requestId) ? undefined : this.requestId
  }
}

/** 102 asks for silence; for 604 `endSession` has shown a notice. */
export const isHandledElsewhere = (error: CallError): boolean =>
  error.rcode === silent || error.rcode === sessionEnded

export type CallOptions = {
  signal?: AbortSignal
  /** Passed by callers that repeat a change whose outcome is unknown; otherwise random for each call. */
  idempotencyKey?: string
  /** Shows no notice, because the caller shows the failure in its place. */
  quiet?: boolean
}

export type CallSetup = { origin: string }

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

export const call: Caller = makeCall({ origin: '' })

async function ask(setup: CallSetup, row: Call, input: unknown, options: CallOptions): Promise<unknown> {
  const { token, headers } = callerOf(row)
  const reply = await post(setup.origin + row.path, input, {
    limit: timeoutOf(row),
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

/** The session and language headers of a call, shared by `call` and `upload`. */
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

/** Returns the result of an answer, or throws the error that the answer stands for. */
export function resultOf(row: Call, { status, text, requestId }: Reply, token: string | undefined): unknown {
  const body = parseJson(text)
  if (!isAnswer(body)) throw noAnswer('fault', row, requestId)
  if (body.rcode === success && status < 400) return body.result
  if (body.rcode === sessionEnded) endSession(token)
  throw refused(status, body, requestId)
}

/**
 * Refreshing the page repeats a read, but would lose a change or a file; so the text asks to refresh only after a read.
 */
export const noAnswer = (kind: CallErrorKind, row: Call, requestId?: string): CallError => {
  if (kind !== 'fault' && isOffline()) return offlineError()
  const word = row.changes || row.upload ? 'changeTimeout' : 'readTimeout'
  return CallError.worded(word, { kind, requestId })
}

/** The request may have been sent before the network went, so the outcome is unknown, as after a time-out. */
export const offlineError = (): CallError => CallError.worded('offline', { kind: 'offline' })

type PostOptions = {
  limit: number
  signal: AbortSignal | undefined
  headers: Record<string, string>
  unanswered: (kind: CallErrorKind) => CallError
}

export type Reply = { status: number; text: string; requestId: string | undefined }

/** The time limit covers the body too. An abort by the caller is rethrown unchanged. */
async function post(url: string, input: unknown, options: PostOptions): Promise<Reply> {
  const { signal, unanswered } = options
  const controller = new AbortController()
  const cancel = (): void => controller.abort(signal?.reason)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
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
    if (timedOut) throw unanswered('timeout')
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
 * Ends only the session that made the call, because the user may have signed in again meanwhile. When several calls
 * fail together, the first one clears the session, so only one notice is shown.
 */
function endSession(token: string | undefined): void {
  const session = getSession()
  if (!session || session.token !== token) return
  clearSession()
  notify('warning', errorText(currentLocale(), 'sessionEnded'))
}

/** randomUUID exists on secure pages only. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
