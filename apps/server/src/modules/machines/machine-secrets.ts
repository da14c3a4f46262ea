import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Secrets of machines are random and long, so one round of a fast hash with salt is enough: two thousand machines that
 * connect at once would wait minutes for a slow one. The format is Mosquitto's (`$6$salt$sha512`).
 */
export const newSecret = (): string => randomBytes(24).toString('base64url')

/** The code in the QR on a machine: too long to guess, short enough to type. */
export const newBindCode = (): string => randomBytes(9).toString('base64url')

const digest = (secret: string, salt: Buffer): Buffer =>
  createHash('sha512').update(secret).update(salt).digest()

export function hashSecret(secret: string): string {
  const salt = randomBytes(12)
  return `$6$${salt.toString('base64')}$${digest(secret, salt).toString('base64')}`
}

export function isSecret(secret: string, hash: string | null): boolean {
  const [, kind, salt = '', wanted = ''] = (hash ?? '').split('$')
  const known = Buffer.from(wanted, 'base64')
  const given = digest(secret, Buffer.from(salt, 'base64'))
  return kind === '6' && known.length === given.length && timingSafeEqual(known, given)
}
