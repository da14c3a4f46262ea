/**
 * Which calls a key of the merchant's own systems may make. Reserved to people are: what the main account alone may do,
 * what needs the operation password (it moves money or goods), accounts and passwords, bank cards (where money goes, and
 * whose), and what belongs to a person, such as an inbox or the views of lists.
 */
import type { Call } from './call.ts'

const ofPeople: ReadonlySet<string> = new Set([
  'account',
  'staff',
  'bankcards',
  'audit',
  'notify',
  'search',
  'views',
])

export const isOpenToKeys = (domain: string, { access, sign }: Pick<Call, 'access' | 'sign'>): boolean =>
  access !== 'public' &&
  access !== 'main' &&
  access !== 'activity' &&
  sign === undefined &&
  !ofPeople.has(domain)
