/** Says to a push service which server sends (RFC 8292): a token that is signed for that service, and the public key. */
import { type KeyObject, sign } from 'node:crypto'

import type { PushConfig } from './push.ts'

/** A push service refuses a token that is valid for more than a day. */
const validSeconds = 12 * 3600

type Claims = { aud: string; exp: number; sub: string }

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signToken(claims: Claims, privateKey: KeyObject): string {
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(unsigned), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${unsigned}.${signature.toString('base64url')}`
}

/** The header Authorization of a message to this address. */
export function authorizationFor({ key, subject }: PushConfig, endpoint: URL, now: Date): string {
  const exp = Math.floor(now.getTime() / 1000) + validSeconds
  const token = signToken({ aud: endpoint.origin, exp, sub: subject }, key.privateKey)
  return `vapid t=${token}, k=${key.publicKey}`
}
