/**
 * A line of the audit in words: what a reader of the console and of an export sees. Rows are kept for ever, so a
 * field or a name that the product has meanwhile forgotten must still be shown, as it was written.
 */
import { fill, type Locale, wordIn } from '../kernel/locale.ts'
import { auditCallWords, auditDomains, auditObjectWords } from './domains.ts'
import { readerOf } from './reader.ts'
import type { AuditEntry } from './schemas.ts'
import { auditFieldWords } from './words.ts'

const reader = readerOf(auditDomains)

export const auditChanges = reader.changes

export const auditCallName = (locale: Locale, call: string): string =>
  wordIn(auditCallWords, locale, call) ?? call

type Deed = Pick<AuditEntry, 'call' | 'before' | 'after'>

const recorded = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>, field: string): unknown =>
  [after, before]
    .map((snapshot) => (snapshot as Record<string, unknown> | null | undefined)?.[field])
    .find((value) => value !== undefined && value !== null)

/** One call fills slots, empties them or takes counts over; the line says which. */
export const quantityDeeds = ['fill', 'empty', 'count'] as const

/** What was done, as exactly as the line knows it. */
export function auditDeed(locale: Locale, entry: Deed): string {
  const reason = entry.call === 'setQuantity' ? recorded(entry, 'reason') : undefined
  const deed = quantityDeeds.find((one) => one === reason)
  return deed === undefined ? auditCallName(locale, entry.call) : auditFieldWords[locale][deed]
}

type Subject = Pick<AuditEntry, 'object' | 'before' | 'after'> & { machine?: AuditEntry['machine'] }

/** What the object was called: by the line itself, else the machine's present title; and the slots, if it was about some. */
export function auditObjectName(locale: Locale, entry: Subject): string | null {
  const { machine } = entry
  const name = reader.objectName(entry) ?? (machine && (machine.title || machine.sn))
  const slots = entry.object === 'device' ? recorded(entry, 'channel_sn') : undefined
  if (name == null || (typeof slots !== 'string' && typeof slots !== 'number') || slots === '')
    return name ?? null
  const { atSlot, atSlots } = auditFieldWords[locale]
  return fill(String(slots).includes(',') ? atSlots : atSlot, { name, slots })
}

export const auditObjectKind = (locale: Locale, object: string): string =>
  wordIn(auditObjectWords, locale, object) ?? object

/** The name of what acts by itself, such as a person in a chat app who has no account. */
const systemName = 'system'

/** Neither the operator nor the system has an account, so their names are words. */
export const auditWho = (
  locale: Locale,
  { account, username, nickname }: Pick<AuditEntry, 'account' | 'username' | 'nickname'>,
): string =>
  account === null
    ? auditFieldWords[locale][username === systemName ? 'system' : 'operator']
    : nickname || username

/** An address as people know it: without the prefix that IPv6 gives to IPv4. */
export const auditAddress = (locale: Locale, address: string): string =>
  address === 'command line' ? auditFieldWords[locale].commandLine : address.replace(/^::ffff:(?=\d+\.)/, '')
