/**
 * The key by which the push services of browsers know this server (VAPID, RFC 8292), on the curve P-256. It is written as
 * the base64url of its 32 private bytes. The setting PUSH_KEY and the file `push-key` of the data folder have this form.
 */
import { createECDH, createPrivateKey, generateKeyPairSync } from 'node:crypto'

import type { PushKey } from '../ports/push/push.ts'

export const pushKeyForm = 'must be the base64url of 32 bytes, a private key of the curve P-256'

/** Returns undefined unless the text is a private key of the curve. */
export function parsePushKey(text: string): PushKey | undefined {
  if (!/^[\w-]{43}$/.test(text)) return undefined
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(text, 'base64url')
  } catch {
    return undefined
  }
  const point = pair.getPublicKey()
  const x = point.toString('base64url', 1, 33)
  const y = point.toString('base64url', 33)
  return {
    privateKey: createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: text, x, y } }),
    publicKey: point.toString('base64url'),
  }
}

export const generatePushKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? ''
