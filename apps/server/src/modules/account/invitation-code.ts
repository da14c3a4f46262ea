/**
 * The code of an invitation: the number of the merchant, and 60 random bits in letters and digits that are not mistaken
 * for each other, because in Malaysia it is typed: networks there block messages with links. It is one of at most a few
 * thousand that are valid, so guessing takes longer than its 72 hours.
 */
import { randomInt } from 'node:crypto'

import { hashCode } from '../../kernel/tokens.ts'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 12
const shape = /^([0-9a-z]{1,12})-([2-9a-hj-np-z]{12})$/i

export function newInvitationCode(tenantId: string): string {
  const random = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return `${BigInt(tenantId).toString(36)}-${random}`
}

/** The merchant of a code and its hash; undefined when the text cannot be a code. */
export function readInvitationCode(
  pepper: string,
  typed: string,
): { tenantId: string; codeHash: Buffer } | undefined {
  const [, merchant, random] = shape.exec(typed.replace(/\s/g, '')) ?? []
  if (!merchant || !random) return undefined
  let tenant = 0n
  for (const digit of merchant.toLowerCase()) tenant = tenant * 36n + BigInt(Number.parseInt(digit, 36))
  if (tenant === 0n || tenant >= 2n ** 62n) return undefined
  const tenantId = String(tenant)
  return { tenantId, codeHash: hashCode(pepper, 'invitation', tenantId, random.toUpperCase()) }
}
