/**
 * Sends messages to browsers (RFC 8030). The address of a browser comes from the browser, so messages go only to the
 * configured push services, by https, and redirects are not followed. Errors are told without the address: it is as good
 * as a password.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'

import { encryptFor, isCurvePoint } from './encryption.ts'
import type { PushBrowser, PushConfig, PushMessage, PushResult, PushSender, PushWiring } from './push.ts'
import { authorizationFor } from './vapid.ts'

const sendTimeoutMs = 10_000
/** The answer says nothing that is needed besides its status; more of it than this ends the connection. */
const answerMost = 16 * 1024

export function webPush(config: PushConfig, wiring: PushWiring = {}): PushSender {
  const { baseUrl, now = () => new Date(), timeoutMs = sendTimeoutMs } = wiring
  const serves = (endpoint: string): boolean => isAt(URL.parse(endpoint), config.hosts)
  return {
    publicKey: config.hosts.length > 0 ? config.key.publicKey : '',
    serves,
    isKey: isCurvePoint,
    async send(to: PushBrowser, { content, topic, ttlSeconds }: PushMessage): Promise<PushResult> {
      if (!serves(to.endpoint)) return { state: 'refused', why: 'not an address at a push service' }
      const endpoint = new URL(to.endpoint)
      const body = encryptFor(to, Buffer.from(content))
      const headers = {
        authorization: authorizationFor(config, endpoint, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ttl: String(ttlSeconds),
        topic,
        urgency: 'high',
      }
      const url = baseUrl === undefined ? endpoint : new URL(endpoint.pathname + endpoint.search, baseUrl)
      const answer = await post(url, { headers, body }, timeoutMs)
      return 'state' in answer ? answer : resultOf(answer, now())
    },
  }
}

/** Whether the address is one of these hosts, or of a host below one that begins with `*.`. */
function isAt(url: URL | null, hosts: readonly string[]): boolean {
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )
}

type Answer = { status: number; retryAfter: string | undefined }

function post(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
  timeoutMs: number,
): Promise<Answer | PushResult> {
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest
    const request = send(url, { method: 'POST', headers, signal })
    request.on('error', (error) => {
      const why = signal.aborted ? `no answer within ${timeoutMs} ms` : networkFault(error)
      resolve({ state: 'later', why })
    })
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      discard(response)
    })
    request.end(body)
  })
}

/** Reads an answer to its end, so that the connection can be used again, unless it is too long. */
function discard(response: IncomingMessage): void {
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > answerMost) response.destroy()
  })
  response.on('error', () => {})
}

function resultOf({ status, retryAfter }: Answer, now: Date): PushResult {
  const why = `HTTP ${status}`
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone', why }
  if (status !== 429 && status < 500) return { state: 'refused', why }
  const seconds = secondsOf(retryAfter, now)
  return { state: 'later', why, ...(seconds === undefined ? {} : { retryAfterS: seconds }) }
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000)
  return seconds >= 0 ? seconds : undefined
}

function networkFault(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  return /^[A-Z_]{3,40}$/.test(code) ? `no connection (${code})` : 'no connection'
}
