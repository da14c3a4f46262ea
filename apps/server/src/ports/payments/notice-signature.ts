/** The signature of the sandbox's notices: a keyed hash over the time, a random text and the body. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

const header = {
  timestamp: 'x-sandbox-timestamp',
  nonce: 'x-sandbox-nonce',
  signature: 'x-sandbox-signature',
} as const
/** Older notices are not believed, so that a recorded one cannot be used later. */
const freshMs = 5 * 60_000

type Headers = Readonly<Record<string, string>>

/** Each client has a key of its own, so that a notice of one is none of another. */
export const noticeKey = (pepper: string, client: string): Buffer =>
  createHmac('sha256', pepper).update(`sandbox notices ${client}`).digest()

const signatureOf = (key: Buffer, timestamp: string, nonce: string, body: Buffer | string): Buffer =>
  createHmac('sha256', key).update(`${timestamp}\n${nonce}\n`).update(body).digest()

export function signNotice(key: Buffer, now: Date, body: Buffer | string): Record<string, string> {
  const timestamp = String(now.getTime())
  const nonce = randomUUID()
  return {
    'content-type': 'application/json',
    [header.timestamp]: timestamp,
    [header.nonce]: nonce,
    [header.signature]: signatureOf(key, timestamp, nonce, body).toString('hex'),
  }
}

/** Whether the notice was signed with this key in the last five minutes. */
export function isSigned(key: Buffer, now: Date, headers: Headers, body: Buffer): boolean {
  const { [header.timestamp]: timestamp = '', [header.nonce]: nonce = '' } = headers
  const received = Buffer.from(headers[header.signature] ?? '', 'hex')
  const right = signatureOf(key, timestamp, nonce, body)
  if (received.length !== right.length || !timingSafeEqual(received, right)) return false
  return Math.abs(now.getTime() - Number(timestamp)) <= freshMs
}
