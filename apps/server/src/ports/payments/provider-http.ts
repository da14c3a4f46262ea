/** Calls of payment providers over HTTP. What no answer can be trusted for is one error, `NoAnswer`: the caller asks again. */
import { type RefundReason, reasonWithText } from '@slotwise/contract'

import { jsonIn } from '../../kernel/json-in.ts'

/** Shorter than half of what callers wait, because questions are repeated once. */
export const callTimeoutMs = 4_000
const answerMost = 256 * 1024

type NoAnswerKind = 'silent' | 'unsigned' | 'refused'

/**
 * The provider may have acted or not. The text never holds keys, addresses or what the provider wrote. `kind`: the
 * provider said nothing, said something that it has not signed, or said what we cannot use. `reason`: what the merchant
 * reads of it, where the provider has named one.
 */
export class NoAnswer extends Error {
  readonly kind: NoAnswerKind
  readonly reason: RefundReason | undefined

  constructor(
    message: string,
    kind: NoAnswerKind = 'refused',
    more: ErrorOptions & { reason?: RefundReason | undefined } = {},
  ) {
    super(message, more)
    this.kind = kind
    this.reason = more.reason
  }
}

/**
 * The provider has certainly not acted on the call, because it was not connected to, has turned the call away unread, or
 * has answered a question before it, so that it was not made (`kind` is that of this answer).
 */
export class NotAsked extends NoAnswer {
  constructor(message: string, kind: NoAnswerKind = 'silent', more?: ErrorOptions) {
    super(message, kind, more)
  }
}

/** The address to which a provider sends its notices. */
export const noticeUrl = ({ origin, noticeKey }: ProviderWiring, client: string): string =>
  `${origin}/notify/${client}${noticeKey === undefined ? '' : `/${noticeKey}`}`

export type ProviderCall = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body: string
}

export type ProviderAnswer = { status: number; headers: Readonly<Record<string, string>>; body: Buffer }

/** What tests and installations replace. */
export type ProviderWiring = {
  /** The address of this server, which takes the notices. */
  origin: string
  /** Follows `/notify/{client}` for an account that has notices of its own. */
  noticeKey?: string
  baseUrl?: string | undefined
  now?: () => Date
  nonce?: () => string
  timeoutMs?: number
}

/** Redirects are not followed, so that a signed call cannot reach another host. */
export async function callProvider(
  name: string,
  { method, url, headers, body }: ProviderCall,
  timeoutMs: number,
): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const sent = { method, headers, redirect: 'manual' as const, signal }
    const response = await fetch(url, method === 'GET' ? sent : { ...sent, body })
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await bodyOf(response),
    }
    const { status } = answer
    if (status === 429 || (status >= 300 && status < 400))
      throw new NotAsked(`${name} answers HTTP ${status}`)
    if (status >= 500) throw new NoAnswer(`${name} answers HTTP ${status}`, 'silent')
    return answer
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    const fault = faultOf(error)
    if (beforeConnected.has(fault)) throw new NotAsked(`no answer of ${name} (${fault})`)
    const why = signal.aborted ? `within ${timeoutMs} ms` : `(${fault})`
    throw new NoAnswer(`no answer of ${name} ${why}`, 'silent')
  }
}

/** Faults that only occur before anything is sent. */
const beforeConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  const body: AsyncIterable<Uint8Array> | Uint8Array[] = response.body ?? []
  for await (const part of body) {
    length += part.length
    if (length > answerMost) throw new NoAnswer('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The code of a network error, such as ECONNREFUSED; its text may quote the address. */
function faultOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z_]{3,40}$/.test(code) ? code : 'no connection'
}

/** Repeats a call once when it gets no answer. Only for calls that change nothing when they are repeated. */
export async function askTwice<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return ask()
  }
}

/** The object in an answer; a `NoAnswer` where there is none. */
export function objectIn(name: string, body: Buffer): Record<string, unknown> {
  const value = jsonIn(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NoAnswer(`the answer of ${name} is not a JSON object`)
  return value as Record<string, unknown>
}

/** What a provider that signs its answers has said; `code` is empty unless it refuses. */
export type SignedAnswer = { status: number; code: string; isSigned: boolean; body: Record<string, unknown> }

const noContent = 204

type Signed = {
  /** The header of an answer that holds its signature. */
  header: string
  isSigned(headers: ProviderAnswer['headers'], body: Buffer): boolean
}

/**
 * Calls a provider that signs its answers. Only a refusal may come without a signature, and then it has a code. It may be
 * that of a proxy on the way: where a refusal ends something, the caller demands a signature (`demandSigned`).
 */
export async function callSigned(
  name: string,
  sent: ProviderCall,
  timeoutMs: number,
  { header, isSigned }: Signed,
): Promise<SignedAnswer> {
  const { status, headers, body } = await callProvider(name, sent, timeoutMs)
  const isRefusal = status >= 400
  const mayBeUnsigned = isRefusal && headers[header] === undefined
  if (!mayBeUnsigned && !isSigned(headers, body)) throw unsigned(name)
  const content = status === noContent ? {} : objectIn(name, body)
  const { code } = content
  if (isRefusal && (typeof code !== 'string' || code === ''))
    throw new NoAnswer(`${name} answers HTTP ${status} without a code`)
  return { status, code: isRefusal ? String(code) : '', isSigned: !mayBeUnsigned, body: content }
}

const unsigned = (name: string): NoAnswer =>
  new NoAnswer(`the answer of ${name} is not signed by it`, 'unsigned')

/** Refuses a refusal without a signature, which proves nothing about the keys. */
export function demandSigned(name: string, { isSigned }: SignedAnswer): void {
  if (!isSigned) throw unsigned(name)
}

/** An answer that says nothing certain. Codes are words, some with dots; other texts are not logged. */
export function unclear(name: string, { status, code }: SignedAnswer, reason?: RefundReason): NoAnswer {
  const known = /^[A-Za-z_.-]{2,60}$/.test(code) ? `, ${code}` : ''
  return new NoAnswer(`${name} answers HTTP ${status}${known}`, 'refused', { reason })
}

const textIn = (text: unknown): string =>
  typeof text === 'string' ? [...text.trim()].slice(0, 120).join('') : ''

/** Why a refund was refused: the provider's own text, as far as it can be shown, behind our reason if there is one. */
export function refusalText(text: unknown, reason?: RefundReason): string {
  const theirs = textIn(text)
  if (reason === undefined) return theirs || 'refused'
  return theirs === '' ? reason : reasonWithText(reason, theirs)
}
