import { createHash, createHmac, randomBytes } from 'node:crypto'

export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Tokens are stored only as this hash; 256 random bits need neither salt nor a slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Short codes are hashed with the pepper, because all codes could be tried against a plain hash. */
export const hashCode = (pepper: string, ...parts: string[]): Buffer =>
  createHmac('sha256', pepper).update(parts.join('\n')).digest()

/**
 * A token that contains the number of its merchant, so that it can be looked up behind row-level security. The
 * number is part of the hashed text: a token with another number is unknown.
 */
export const tenantToken = (tenantId: string): string => `${BigInt(tenantId).toString(36)}.${randomToken()}`

export function tenantOfToken(token: string): string | undefined {
  const match = /^([0-9a-z]{1,12})\.[\w-]{43}$/.exec(token)
  if (!match?.[1]) return undefined
  let tenant = 0n
  for (const digit of match[1]) tenant = tenant * 36n + BigInt(Number.parseInt(digit, 36))
  return tenant > 0n && tenant < 2n ** 62n ? String(tenant) : undefined
}
