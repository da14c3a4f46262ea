/**
 * Links that show a photo of a bank card for a minute, to the account that asked for them. They hold photo and end; the
 * signature, by a key made from the pepper, covers merchant and account as well.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const linkMs = 60_000

export type PhotoViewer = { tenantId: string; accountId: string }

const signed = (pepper: string, { tenantId, accountId }: PhotoViewer, text: string): Buffer =>
  createHmac('sha256', pepper).update(`bank photo link ${tenantId}.${accountId}.${text}`).digest()

export function photoLink(pepper: string, viewer: PhotoViewer, file: string, now: Date): string {
  const text = `${file}.${now.getTime() + linkMs}`
  return `/bank-photos/${text}.${signed(pepper, viewer, text).toString('base64url')}`
}

/** The photo of a link. Returns undefined unless we signed the link for this viewer, and when its time is over. */
export function readPhotoLink(
  pepper: string,
  viewer: PhotoViewer,
  token: string,
  now: Date,
): string | undefined {
  const [, text, file, end, signature] = /^(([0-9a-f]{32})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (text === undefined || signature === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signed(pepper, viewer, text))) return undefined
  return Number(end) > now.getTime() ? file : undefined
}
