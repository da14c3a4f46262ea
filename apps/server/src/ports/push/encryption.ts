/**
 * Encrypts a message for one browser (RFC 8291), as one record of the content coding aes128gcm (RFC 8188). The push
 * service between them cannot read it: the key follows from the browser's key, its secret, and a pair of ours for this
 * message alone.
 */
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

import type { PushBrowser } from './push.ts'

const curve = 'prime256v1'
const recordSize = 4096
const tagLength = 16
/** The last record ends with this byte; padding would follow it. */
const lastRecord = Buffer.from([2])

const hkdf = (salt: Buffer, key: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

type RecordKey = { ikm: Buffer; salt: Buffer; keyId: Buffer }

/** The content as a single record (RFC 8188), after a header that names salt, size of records and key. */
export function encryptRecord({ ikm, salt, keyId }: RecordKey, content: Buffer): Buffer {
  if (content.length + lastRecord.length + tagLength > recordSize)
    throw new Error(`a message of ${content.length} bytes does not fit one record`)
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordSize)
  header.writeUInt8(keyId.length, 4)
  const key = hkdf(salt, ikm, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(salt, ikm, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  return Buffer.concat([
    salt,
    header,
    keyId,
    cipher.update(content),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** What is random in a message. The vectors of the RFC give both. */
type Once = { pair: ECDH; salt: Buffer }

function newOnce(): Once {
  const pair = createECDH(curve)
  pair.generateKeys()
  return { pair, salt: randomBytes(16) }
}

export function encryptFor(
  { p256dh, auth }: Pick<PushBrowser, 'p256dh' | 'auth'>,
  content: Buffer,
  { pair, salt }: Once = newOnce(),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const ikm = hkdf(Buffer.from(auth, 'base64url'), pair.computeSecret(theirs), info, 32)
  return encryptRecord({ ikm, salt, keyId: ours }, content)
}

/** Whether this is an uncompressed point of the curve. */
export function isCurvePoint(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    ECDH.convertKey(point, curve)
    return true
  } catch {
    return false
  }
}
