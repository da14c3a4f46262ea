/**
 * Signatures of WeChat Pay v3: RSA with SHA-256 over lines that each end with a line feed. A request is signed with the
 * merchant's key; answers and notices are signed with a key of WeChat Pay that `Wechatpay-Serial` names, which is the
 * serial number of a platform certificate, or the number of a public key (`PUB_KEY_ID_…`).
 */
import { createDecipheriv, type KeyObject, sign, verify } from 'node:crypto'

export type WechatSigner = { mchId: string; serial: string; privateKey: KeyObject }

type Headers = Readonly<Record<string, string>>

/** A signature of this age is refused, so that a recorded one cannot be used later. */
const freshSeconds = 300
const tagLength = 16

const lines = (...parts: string[]): string => parts.map((part) => `${part}\n`).join('')

/** The header Authorization of a request. `target` is the path with its query. */
export function wechatAuthorization(
  { mchId, serial, privateKey }: WechatSigner,
  { method, target, body }: { method: string; target: string; body: string },
  { now, nonce }: { now: Date; nonce: string },
): string {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signed = Buffer.from(lines(method, target, timestamp, nonce, body))
  const signature = sign('sha256', signed, privateKey).toString('base64')
  const fields = { mchid: mchId, nonce_str: nonce, signature, timestamp, serial_no: serial }
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`
}

/** Whether WeChat Pay has signed this answer or notice in the last five minutes, with one of these keys. */
export function isWechatSigned(
  keys: ReadonlyMap<string, KeyObject>,
  headers: Headers,
  body: Buffer,
  now: Date,
): boolean {
  const {
    'wechatpay-timestamp': timestamp = '',
    'wechatpay-nonce': nonce = '',
    'wechatpay-signature': signature = '',
    'wechatpay-serial': serial = '',
  } = headers
  const key = keys.get(serial)
  if (!key || !/^\d{1,12}$/.test(timestamp)) return false
  const signed = Buffer.concat([Buffer.from(lines(timestamp, nonce)), body, Buffer.from('\n')])
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64'))) return false
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) < freshSeconds
}

export type Sealed = { ciphertext: string; nonce: string; associated_data: string }

/** Opens the resource of a notice (AES-256-GCM); undefined when it was not sealed with this key. */
export function openResource(
  apiKey: string,
  { ciphertext, nonce, associated_data: associated }: Sealed,
): Buffer | undefined {
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length < tagLength || nonce === '') return undefined
  const decipher = createDecipheriv('aes-256-gcm', apiKey, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(associated))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()])
  } catch {
    return undefined
  }
}
