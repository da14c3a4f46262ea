/** One POST to an address outside: limited in time and in the size of its answer, without redirects. */

import { request as plainRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

import type { Address, PostWiring } from './outgoing.ts'
import { type AddressProblem, parsePublicUrl, publicAddressOf } from './public-address.ts'

export type Posted =
  | { ok: true; status: number; retryAfterS: number | undefined; content: string }
  | { ok: false; why: AddressProblem | 'noAnswer' }

const postTimeoutMs = 8_000
const answerMost = 64 * 1024

/** Leads every name to the address that was judged; the certificate is still that of the name. */
export const onlyTo =
  (to: Address): LookupFunction =>
  (_, options, found) =>
    options.all ? found(null, [to]) : found(null, to.address, to.family)

/** Nothing of the address is told in a result, because robots have their key in it. */
export async function postPublic(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { resolve, timeoutMs = postTimeoutMs, baseUrl }: PostWiring = {},
): Promise<Posted> {
  const url = parsePublicUrl(address)
  if (!url) return { ok: false, why: 'notAddress' }
  const signal = AbortSignal.timeout(timeoutMs)
  // The system's resolver may be silent for longer.
  const to = await Promise.race([publicAddressOf(url, resolve), ended(signal)])
  if (typeof to === 'string') return { ok: false, why: to }
  const target = baseUrl === undefined ? url : new URL(url.pathname + url.search, baseUrl)
  return new Promise((settle) => {
    const failed = (): void => settle({ ok: false, why: 'noAnswer' })
    const send = target.protocol === 'https:' ? tlsRequest : plainRequest
    const request = send(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
      // A kept connection would go to an address that was judged for another request.
      agent: false,
      ...(baseUrl === undefined ? { lookup: onlyTo(to) } : {}),
    })
    request.on('error', failed)
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response
      const waits = /^\d{1,6}$/.exec(answered['retry-after'] ?? '')?.[0]
      const retryAfterS = waits === undefined ? undefined : Number(waits)
      readShort(response).then((content) => settle({ ok: true, status, retryAfterS, content }), failed)
    })
    request.end(body)
  })
}

const ended = (signal: AbortSignal): Promise<'noAnswer'> =>
  new Promise((settle) => signal.addEventListener('abort', () => settle('noAnswer'), { once: true }))

async function readShort(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > answerMost) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
