/** Signed requests to a bucket. Each can be repeated without doing anything twice, so failures are retried. */

import { request as plainRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

import type { S3Config } from './blobs.ts'
import { amzDate, canonicalQuery, encoded, sha256, signature } from './s3-signature.ts'

/** What tests replace. */
export type S3Wiring = {
  now?: () => Date
  lookup?: LookupFunction
  /** How long a connection may be silent. */
  silenceMs?: number
  /** Pauses before the second try, the third and so on. */
  pausesMs?: readonly number[]
  partBytes?: number
}

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without a key, the request is about the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

/** `code` is the word of the store, or of the network. Neither it nor the message holds a secret. */
export class S3Error extends Error {
  readonly code: string
  readonly status: number | undefined
  constructor({ method, key }: S3Request, code: string, status?: number) {
    const about = key === undefined ? 'the bucket' : key
    super(
      `the store of files failed: ${method} ${about}: ${code}${status === undefined ? '' : ` (HTTP ${status})`}`,
    )
    this.name = 'S3Error'
    this.code = code
    this.status = status
  }

  /** The same request may succeed later. */
  get isPassing(): boolean {
    const { status, code } = this
    return status === undefined || status === 429 || (status >= 500 && status !== 501) || passing.has(code)
  }
}

/** The store failed each time that it was asked, and may work later. */
export const isStoreBusy = (error: unknown): boolean => error instanceof S3Error && error.isPassing

const silenceMs = 30_000
const pausesMs = [200, 1_000]
/** How long a request may take until its answer begins: 8 MiB at 70 kB/s. */
const answerMs = 120_000
/** Codes that come with statuses of which others are final. */
const passing = new Set(['RequestTimeout', 'SlowDown', 'RequestTimeTooSkewed', 'OperationAborted'])

export type S3Send = (request: S3Request) => Promise<IncomingMessage>

/** Returns the answer of a request that the store accepted; its body has to be read or destroyed. */
export function s3Sender(config: S3Config, wiring: S3Wiring = {}): S3Send {
  return async (request) => {
    const pauses = wiring.pausesMs ?? pausesMs
    for (let tries = 0; ; tries += 1) {
      try {
        return await sendOnce(config, wiring, request)
      } catch (error) {
        const pause = pauses[tries]
        if (pause === undefined || !(error instanceof S3Error) || !error.isPassing) throw error
        await delay(pause)
      }
    }
  }
}

async function sendOnce(config: S3Config, wiring: S3Wiring, request: S3Request): Promise<IncomingMessage> {
  const response = await answerTo(config, wiring, request)
  const { statusCode: status = 0 } = response
  if (status >= 200 && status < 300) return response
  throw new S3Error(request, await codeIn(response), status)
}

/** The code of a refusal; only words are taken, because any other text could repeat what was sent. */
async function codeIn(response: IncomingMessage): Promise<string> {
  const answer = await text(response).catch(() => '')
  return /<Code>([A-Za-z.]{3,60})<\/Code>/.exec(answer)?.[1] ?? 'no code'
}

function answerTo(config: S3Config, wiring: S3Wiring, request: S3Request): Promise<IncomingMessage> {
  const { method, body = Buffer.alloc(0), query = {} } = request
  const url = urlOf(config, request)
  const bodyHash = sha256(body)
  const headers = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': amzDate((wiring.now ?? (() => new Date()))()),
  }
  const authorization = signature(config, { method, path: url.pathname, query, headers, bodyHash })
  const idle = wiring.silenceMs ?? silenceMs
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      method,
      headers: { ...headers, authorization, 'content-length': body.length },
      timeout: idle,
      ...(wiring.lookup ? { lookup: wiring.lookup } : {}),
    })
    const timer = setTimeout(() => outgoing.destroy(new Silence()), answerMs)
    let answer: IncomingMessage | undefined
    outgoing.on('timeout', () => {
      // Bytes that wait here mean that the reader is slow, not the store.
      if (answer === undefined) outgoing.destroy(new Silence())
      else if (answer.readableLength === 0) answer.destroy(new Silence())
    })
    outgoing.on('error', (error) => {
      clearTimeout(timer)
      reject(new S3Error(request, networkCode(error)))
    })
    outgoing.on('response', (response) => {
      clearTimeout(timer)
      answer = response
      resolve(response)
    })
    outgoing.end(body)
  })
}

class Silence extends Error {
  readonly code = 'no answer'
}

function networkCode(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  return /^[A-Za-z_ ]{3,40}$/.test(code) ? code : 'no connection'
}

function urlOf({ endpoint, bucket, style }: S3Config, { key = '', query = {} }: S3Request): URL {
  const url = new URL(endpoint)
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  const path = key === '' ? '' : `/${key.split('/').map(encoded).join('/')}`
  // Some stores verify the address of the bucket itself without a slash at its end.
  url.pathname = style === 'host' ? path || '/' : `/${bucket}${path}`
  url.search = canonicalQuery(query)
  return url
}
