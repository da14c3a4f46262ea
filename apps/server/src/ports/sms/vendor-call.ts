import type { SmsOutcome } from './sms.ts'

export const vendorTimeoutMs = 5_000

type Failed = Extract<SmsOutcome, { ok: false }>
type Answer = { ok: true; status: number; retryAfterS?: number; body: Record<string, unknown> }

/**
 * Sends a POST and reads a JSON object. Error texts are dropped, because they may quote the URL, and with it the phone
 * and the code. Redirects are not followed, so that the message cannot reach another host.
 */
export async function callVendor(
  url: URL,
  request: { headers: Record<string, string>; body?: string },
  timeoutMs: number,
): Promise<Answer | Failed> {
  let status: number
  let retryAfter: string | null
  let text: string
  try {
    const response = await fetch(url, {
      ...request,
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    retryAfter = response.headers.get('retry-after')
    text = await response.text()
  } catch (error) {
    return unreachable(networkFault(error, timeoutMs))
  }
  if (status >= 500) return unreachable(`HTTP ${status}`)
  const body = jsonObject(text)
  if (body === undefined) return unreachable(`HTTP ${status}, answer is not a JSON object`)
  const waits = retryAfter !== null && /^\d{1,6}$/.test(retryAfter)
  return { ok: true, status, body, ...(waits ? { retryAfterS: Number(retryAfter) } : {}) }
}

export function rejected(detail: string): Failed {
  return { ok: false, reason: 'rejected', detail }
}

export function unreachable(detail: string): Failed {
  return { ok: false, reason: 'unreachable', detail }
}

function networkFault(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
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
