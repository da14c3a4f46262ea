/**
 * A browser with its push service, written from the RFCs with WebCrypto and without the code that it tests. It decrypts a
 * message as a browser does (RFC 8291, 8188), and checks the token of its sender as a push service does (RFC 8292).
 */
import { webcrypto } from 'node:crypto'

const { subtle } = webcrypto
const curve = { name: 'ECDH', namedCurve: 'P-256' }
const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'base64url')

type Bytes = ArrayBuffer | Buffer<ArrayBuffer>
export type BrowserKeys = { p256dh: string; auth: string; privateKey: webcrypto.CryptoKey }

export async function newBrowserKeys(): Promise<BrowserKeys> {
  const { publicKey, privateKey } = await subtle.generateKey(curve, true, ['deriveBits'])
  return {
    p256dh: Buffer.from(await subtle.exportKey('raw', publicKey)).toString('base64url'),
    auth: Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
    privateKey,
  }
}

/** The keys of a browser whose private key is known, as in the RFC. */
export async function browserKeysOf(p256dh: string, d: string, auth: string): Promise<BrowserKeys> {
  const point = bytes(p256dh)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d,
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  }
  return { p256dh, auth, privateKey: await subtle.importKey('jwk', jwk, curve, false, ['deriveBits']) }
}

async function hkdf(key: Bytes, salt: Bytes, info: Buffer<ArrayBuffer>, length: number) {
  const from = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits'])
  return subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, from, length * 8)
}

/** Decrypts a body of one record by the key that belongs to it. */
export async function decryptRecord(
  body: Buffer<ArrayBuffer>,
  keyOf: (keyId: Buffer<ArrayBuffer>) => Promise<Bytes>,
): Promise<string> {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const begin = 21 + body.readUInt8(20)
  const record = body.subarray(begin)
  if (record.length > recordSize) throw new Error('more than one record')
  const ikm = await keyOf(body.subarray(21, begin))
  const key = await hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, aes, record))
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('the last record does not say so')
  return plain.subarray(0, end).toString()
}

export const decryptAsBrowser = (keys: BrowserKeys, body: Buffer<ArrayBuffer>): Promise<string> =>
  decryptRecord(body, async (sender) => {
    const theirs = await subtle.importKey('raw', sender, curve, false, [])
    const secret = await subtle.deriveBits({ name: 'ECDH', public: theirs }, keys.privateKey, 256)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytes(keys.p256dh), sender])
    return hkdf(secret, bytes(keys.auth), info, 32)
  })

export type Sender = { key: string; claims: { aud: string; exp: number; sub: string } }

/** Who sent a message, by its header Authorization; undefined when the signature does not fit. */
export async function senderOf(authorization: string): Promise<Sender | undefined> {
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const { typ, alg } = JSON.parse(bytes(head).toString() || '{}') as { typ?: string; alg?: string }
  if (typ !== 'JWT' || alg !== 'ES256') return undefined
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const signer = await subtle.importKey('raw', bytes(key), algorithm, false, ['verify'])
  const signed = Buffer.from(`${head}.${body}`)
  const isSigned = await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, signer, bytes(signature), signed)
  return isSigned ? { key, claims: JSON.parse(bytes(body).toString()) as Sender['claims'] } : undefined
}
