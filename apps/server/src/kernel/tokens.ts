import { createHash, createHmac, randomBytes } from 'node:crypto'

import { keyPrefix } from '@slotwise/contract'

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

export const tenantOfToken = (token: string): string | undefined =>
  tenantIn(/^([0-9a-z]{1,12})\.[\w-]{43}$/.exec(token)?.[1])

/** The same for codes of chat apps, which take letters, digits, `_` and `-`, at most 64. */
export const tenantScene = (tenantId: string): string => `${BigInt(tenantId).toString(36)}_${randomToken()}`

export const tenantOfScene = (scene: string): string | undefined =>
  tenantIn(/^([0-9a-z]{1,12})_[\w-]{43}$/.exec(scene)?.[1])

/** A key of a system of the merchant, which names its merchant in the same way. */
export const tenantKey = (tenantId: string): string => keyPrefix + tenantScene(tenantId)

export const tenantOfKey = (key: string): string | undefined =>
  key.startsWith(keyPrefix) ? tenantOfScene(key.slice(keyPrefix.length)) : undefined

function tenantIn(digits = ''): string | undefined {
  let tenant = 0n
  for (const digit of digits) tenant = tenant * 36n + BigInt(Number.parseInt(digit, 36))
  return tenant > 0n && tenant < 2n ** 62n ? String(tenant) : undefined
}
