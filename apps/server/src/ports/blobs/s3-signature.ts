/** Signature Version 4 of AWS, in the Authorization header. */

import { createHash, createHmac } from 'node:crypto'

type Credentials = { accessKeyId: string; secretAccessKey: string; region: string }

type ToSign = {
  method: string
  /** In the form that is sent: encoded once. */
  path: string
  query: Readonly<Record<string, string>>
  /** Names in lower case. All of them are signed, `host` and `x-amz-date` included. */
  headers: Readonly<Record<string, string>>
  /** Hex SHA-256 of the body. */
  bodyHash: string
}

const algorithm = 'AWS4-HMAC-SHA256'

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/** `20260301T080000Z` */
export const amzDate = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** RFC 3986: unlike encodeURIComponent, the marks !'()* are escaped too. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** In the order that the signature demands; requests are sent with the same text. */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The value of the Authorization header. */
export function signature(
  { accessKeyId, secretAccessKey, region }: Credentials,
  { method, path, query, headers, bodyHash }: ToSign,
  service = 's3',
): string {
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]?.trim().replaceAll(/ +/g, ' ')}\n`).join('')
  const request = [method, path, canonicalQuery(query), lines, names.join(';'), bodyHash].join('\n')
  const at = headers['x-amz-date'] ?? ''
  const scope = [at.slice(0, 8), region, service, 'aws4_request']
  const key = scope.reduce<string | Buffer>((above, part) => hmac(above, part), `AWS4${secretAccessKey}`)
  const signed = hmac(key, [algorithm, at, scope.join('/'), sha256(request)].join('\n')).toString('hex')
  return `${algorithm} Credential=${accessKeyId}/${scope.join('/')},SignedHeaders=${names.join(';')},Signature=${signed}`
}
