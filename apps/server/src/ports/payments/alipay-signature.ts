/**
 * Signatures of Alipay's API v3 and of its notices, both RSA with SHA-256. A request signs who calls, method, path and
 * body, a line each; an answer signs its time, its random text and its body; a notice is a form whose decoded fields are
 * signed in alphabetical order, without `sign` and `sign_type`.
 */
import { type KeyObject, sign, verify } from 'node:crypto'

type Headers = Readonly<Record<string, string>>

/** An answer of this age is refused, so that a recorded one cannot be used later. */
const freshMs = 10 * 60_000

const lines = (...parts: string[]): string => parts.map((part) => `${part}\n`).join('')

/** The header Authorization of a request. */
export function alipayAuthorization(
  { appId, privateKey }: { appId: string; privateKey: KeyObject },
  { method, target, body }: { method: string; target: string; body: string },
  { now, nonce }: { now: Date; nonce: string },
): string {
  const caller = `app_id=${appId},nonce=${nonce},timestamp=${now.getTime()}`
  const signed = Buffer.from(lines(caller, method, target, body))
  return `ALIPAY-SHA256withRSA ${caller},sign=${sign('sha256', signed, privateKey).toString('base64')}`
}

/** Whether Alipay has signed this answer in the last minutes. */
export function isAlipaySigned(key: KeyObject, headers: Headers, body: Buffer, now: Date): boolean {
  const {
    'alipay-timestamp': timestamp = '',
    'alipay-nonce': nonce = '',
    'alipay-signature': signature = '',
  } = headers
  if (!/^\d{1,15}$/.test(timestamp)) return false
  const signed = Buffer.concat([Buffer.from(lines(timestamp, nonce)), body, Buffer.from('\n')])
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64'))) return false
  return Math.abs(now.getTime() - Number(timestamp)) < freshMs
}

/** The text that a notice signs. */
export const noticeText = (fields: ReadonlyMap<string, string>): string =>
  [...fields.keys()]
    .filter((name) => name !== 'sign' && name !== 'sign_type')
    .toSorted()
    .map((name) => `${name}=${fields.get(name)}`)
    .join('&')

export const isNoticeSigned = (key: KeyObject, fields: ReadonlyMap<string, string>): boolean =>
  fields.get('sign_type') === 'RSA2' &&
  verify('sha256', Buffer.from(noticeText(fields)), key, Buffer.from(fields.get('sign') ?? '', 'base64'))
