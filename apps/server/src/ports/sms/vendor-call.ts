import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { text } from 'node:stream/consumers'

import type { SmsOutcome } from './sms.ts'

export const vendorTimeoutMs = 5_000

type Failed = Extract<SmsOutcome, { ok: false }>
type Answer = { ok: true; status: number; retryAfterS?: number; body: Record<string, unknown> }

/**
 * Sends a request, a POST unless told otherwise, and reads a JSON object. Error texts are dropped, because they may quote the URL, and with it the phone
 * and the code. Redirects are not followed, so that the message cannot reach another host.
 */
export async function callVendor(
  url: URL,
  request: VendorRequest,
  timeoutMs: number,
): Promise<Answer | Failed> {
  const answered = await ask(url, request, timeoutMs)
  if ('ok' in answered) return answered
  const { status, retryAfter, content } = answered
  if (status >= 500 || (status >= 300 && status < 400)) return unreachable(`HTTP ${status}`)
  const body = jsonObject(content)
  if (body === undefined) return unreachable(`HTTP ${status}, answer is not a JSON object`)
  const waits = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter)
  return { ok: true, status, body, ...(waits ? { retryAfterS: Number(retryAfter) } : {}) }
}

type VendorRequest = { method?: 'GET' | 'POST'; headers: Record<string, string>; body?: string }

type Response = { status: number; retryAfter: string | undefined; content: string }

/** Not `fetch`, which does not tell whether a failed request had a connection to be sent on. */
function ask(
  url: URL,
  { method = 'POST', headers, body }: VendorRequest,
  timeoutMs: number,
): Promise<Response | Failed> {
  const tls = url.protocol === 'https:'
  const signal = AbortSignal.timeout(timeoutMs)
  let connected = false
  return new Promise((resolve) => {
    const failed = (error: unknown): void => {
      const missing = connected ? 'answer' : 'connection'
      const detail = signal.aborted ? `no ${missing} within ${timeoutMs} ms` : networkFault(error)
      resolve({ ok: false, reason: connected ? 'unreachable' : 'unsent', detail })
    }
    const request = (tls ? tlsRequest : plainRequest)(url, { method, headers, signal })
    request.on('socket', (socket) => {
      // A connection that was kept from an earlier request is already there.
      if (!socket.connecting) connected = true
      else socket.once(tls ? 'secureConnect' : 'connect', () => (connected = true))
    })
    request.on('error', failed)
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response
      text(response).then(
        (content) => resolve({ status, retryAfter: answered['retry-after'], content }),
        failed,
      )
    })
    request.end(body)
  })
}

export function rejected(detail: string): Failed {
  return { ok: false, reason: 'rejected', detail }
}

export function unreachable(detail: string): Failed {
  return { ok: false, reason: 'unreachable', detail }
}

function networkFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Z_]{3,40}$/.test(code) ? `no connection (${code})` : 'no connection'
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
