/** Links that show a photo of a bank card for a minute: merchant, photo and end, signed by a key made from the pepper. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const linkMs = 60_000

type Linked = { tenantId: string; file: string }

const signed = (pepper: string, text: string): Buffer =>
  createHmac('sha256', pepper).update(`bank photo link ${text}`).digest()

export function photoLink(pepper: string, { tenantId, file }: Linked, now: Date): string {
  const text = `${tenantId}.${file}.${now.getTime() + linkMs}`
  return `/bank-photos/${text}.${signed(pepper, text).toString('base64url')}`
}

/** What the token of a link names. Returns undefined unless we signed it, and when its time is over. */
export function readPhotoLink(pepper: string, token: string, now: Date): Linked | undefined {
  const [, text, tenantId, file, end, signature] =
    /^((\d{1,19})\.([0-9a-f]{32})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (text === undefined || tenantId === undefined || file === undefined || signature === undefined)
    return undefined
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signed(pepper, text))) return undefined
  return Number(end) > now.getTime() ? { tenantId, file } : undefined
}
