/**
 * A bucket on the loopback interface that is as strict as the original: it verifies the signature (by code of its own),
 * the time and the hash of the body, and lists in pages of two.
 */

import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import type { S3Config } from '../blobs.ts'

type Stored = { body: Buffer; mime: string; upload: string | undefined }
type Upload = {
  key: string
  mime: string
  upload: string | undefined
  begun: Date
  parts: Map<number, Buffer>
}
type Reply = { status: number; headers?: Record<string, string>; body?: string | Buffer }
/** What happens to a request instead of its answer. */
type Fault = Reply | 'silence' | 'hang up' | { breakAfter: number }

type Seen = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
}
export type S3Server = {
  config: S3Config
  objects: Map<string, Stored>
  uploads: Map<string, Upload>
  requests: Seen[]
  /** Called for each request; a returned fault replaces its answer, before its effect or after it. */
  fault: ((seen: Seen) => { when: 'before' | 'after'; fault: Fault } | undefined) | undefined
  close(): Promise<void>
}

const smallestPart = 5 * 1024 * 1024
const pageSize = 2
const secretAccessKey = 'secret+of/the+bucket'

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, content: string): Buffer =>
  createHmac('sha256', key).update(content).digest()
const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`
const refusal = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
})

export async function s3Server(
  style: 'host' | 'path' = 'path',
  { leastPart = smallestPart }: { leastPart?: number } = {},
): Promise<S3Server> {
  const http = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const server: S3Server = {
    config: {
      endpoint: `http://${style === 'host' ? 's3.test' : '127.0.0.1'}:${port}`,
      bucket: 'files-of-slotwise',
      style,
      region: 'cn-north-1',
      accessKeyId: 'AKSLOTWISE',
      secretAccessKey,
    },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    fault: undefined,
    async close() {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined)
    if (!body) return
    const url = new URL(incoming.url ?? '', 'http://x')
    const { method = '', headers } = incoming
    const seen = { method, path: url.pathname, query: url.searchParams, headers }
    server.requests.push(seen)
    const planned = server.fault?.(seen)
    if (planned?.when === 'before') return give(outgoing, planned.fault)
    const reply = wrongSignature(server.config, seen, body) ?? answer(seen, body)
    const fault = planned?.fault
    if (typeof fault === 'object' && 'breakAfter' in fault) return breakOff(outgoing, reply, fault.breakAfter)
    give(outgoing, fault ?? reply)
  }

  function answer({ method, path, query, headers }: Seen, body: Buffer): Reply {
    const { bucket } = server.config
    const inBucket = style === 'host' ? path : path.slice(bucket.length + 1)
    const named =
      style === 'host' ? headers.host === `${bucket}.s3.test:${port}` : `${path}/`.startsWith(`/${bucket}/`)
    if (!named) return refusal(404, 'NoSuchBucket')
    const key = decodeURIComponent(inBucket.slice(1))
    if (key === '') return query.has('uploads') ? listUploads(query) : listObjects(query)
    if (query.has('uploads') || query.has('uploadId')) return multipart(method, key, { query, headers }, body)
    const { objects } = server
    const stored = objects.get(key)
    if (method === 'PUT') {
      objects.set(key, { body, mime: String(headers['content-type']), upload: undefined })
      return { status: 200, headers: { etag: tagOf(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    return stored ? object(stored, headers, method === 'HEAD') : refusal(404, 'NoSuchKey')
  }

  function object({ body, mime, upload }: Stored, headers: Seen['headers'], headOnly: boolean): Reply {
    const match = headers['if-match']
    if (match !== undefined && match !== tagOf(body)) return refusal(412, 'PreconditionFailed')
    const facts = {
      etag: tagOf(body),
      'content-type': mime,
      ...(upload ? { 'x-amz-meta-upload': upload } : {}),
    }
    const start = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]
    if (start === undefined) return { status: 200, headers: facts, body: headOnly ? '' : body }
    const range = `bytes ${start}-${body.length - 1}/${body.length}`
    return { status: 206, headers: { ...facts, 'content-range': range }, body: body.subarray(Number(start)) }
  }

  function multipart(
    method: string,
    key: string,
    { query, headers }: Pick<Seen, 'query' | 'headers'>,
    body: Buffer,
  ): Reply {
    const { uploads, objects } = server
    if (query.has('uploads')) {
      const id = randomUUID()
      const upload = headers['x-amz-meta-upload']
      uploads.set(id, {
        key,
        mime: String(headers['content-type']),
        upload: typeof upload === 'string' ? upload : undefined,
        begun: new Date(),
        parts: new Map(),
      })
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (!upload || upload.key !== key) return refusal(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: tagOf(body) } }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
    const parts = named.map(([, number, tag]) => ({ part: upload.parts.get(Number(number)), tag }))
    if (parts.some(({ part, tag }) => !part || tagOf(part) !== tag)) return refusal(400, 'InvalidPart')
    const bodies = parts.map(({ part }) => part ?? Buffer.alloc(0))
    if (bodies.slice(0, -1).some((part) => part.length < leastPart)) return refusal(400, 'EntityTooSmall')
    objects.set(key, { body: Buffer.concat(bodies), mime: upload.mime, upload: upload.upload })
    return {
      status: 200,
      body: '<CompleteMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></CompleteMultipartUploadResult>',
    }
  }

  function listObjects(query: URLSearchParams): Reply {
    if (query.get('list-type') !== '2') return refusal(400, 'InvalidArgument')
    const keys = [...server.objects.keys()].toSorted()
    // Marks in the token show whether the client unescapes and signs them.
    const after = query.get('continuation-token')?.replace(/^a&b=\+\//, '')
    const rest = keys.filter((key) => after === undefined || key > after)
    const page = rest.slice(0, pageSize)
    const next =
      rest.length > pageSize ? `<NextContinuationToken>a&amp;b=+/${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return {
      status: 200,
      body: `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`,
    }
  }

  function listUploads(query: URLSearchParams): Reply {
    const all = [...server.uploads]
    const marker = query.get('upload-id-marker')
    const from = marker === null ? 0 : all.findIndex(([id]) => id === marker) + 1
    const page = all.slice(from, from + pageSize)
    const [lastId, last] = page.at(-1) ?? []
    const next =
      all.length > from + pageSize
        ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`
        : '<IsTruncated>false</IsTruncated>'
    const uploads = page.map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    )
    return {
      status: 200,
      body: `<ListMultipartUploadsResult>${next}${uploads.join('')}</ListMultipartUploadsResult>`,
    }
  }

  return server
}

function give(outgoing: ServerResponse, reply: Fault): void {
  if (reply === 'silence') return
  if (reply === 'hang up' || 'breakAfter' in reply) {
    outgoing.socket?.destroy()
    return
  }
  const { status, headers = {}, body = '' } = reply
  outgoing.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
}

/** Announces the whole body and closes the connection after some bytes. */
function breakOff(outgoing: ServerResponse, { status, headers, body = '' }: Reply, bytes: number): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  outgoing.write(Buffer.from(body).subarray(0, bytes), () => outgoing.socket?.destroy())
}

/** Builds the canonical request from what arrived, as the original does. */
function wrongSignature(
  config: S3Config,
  { method, path, query, headers }: Seen,
  body: Buffer,
): Reply | undefined {
  const header = (name: string): string => String(headers[name] ?? '').trim()
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    )
  if (!parts) return refusal(403, 'AccessDenied')
  const [, keyId = '', day = '', region = '', names = '', signature] = parts
  if (keyId !== config.accessKeyId) return refusal(403, 'InvalidAccessKeyId')
  if (region !== config.region) return refusal(400, 'AuthorizationHeaderMalformed')
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(header('x-amz-date')) ?? []
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  if (Number.isNaN(at) || Math.abs(Date.now() - at) > 900_000) return refusal(403, 'RequestTimeTooSkewed')
  const signed = names.split(';')
  const toSign = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (toSign.some((name) => !signed.includes(name))) return refusal(403, 'AccessDenied')
  if (header('x-amz-content-sha256') !== hash(body)) return refusal(400, 'XAmzContentSHA256Mismatch')
  const escape = (content: string) =>
    Array.from(Buffer.from(content), (byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9\-_.~]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    }).join('')
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => escape(decodeURIComponent(part)))
      .join('/'),
    [...query]
      .map(([name, value]) => `${escape(name)}=${escape(value)}`)
      .toSorted()
      .join('&'),
    signed.map((name) => `${name}:${header(name)}\n`).join(''),
    names,
    hash(body),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request')
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${header('x-amz-date')}\n${scope}\n${hash(canonical)}`)
  return expected.toString('hex') === signature ? undefined : refusal(403, 'SignatureDoesNotMatch')
}
