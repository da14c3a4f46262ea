/**
 * A line of the audit in words: what a reader of the console and of an export sees. Rows are kept for ever, so a
 * field or a name that the product has meanwhile forgotten must still be shown, as it was written.
 */
import { type Locale, wordIn } from '../kernel/locale.ts'
import { auditCallWords, auditDomains, auditObjectWords } from './domains.ts'
import { readerOf } from './reader.ts'
import type { AuditEntry } from './schemas.ts'
import { auditFieldWords } from './words.ts'

export const { changes: auditChanges, objectName: auditObjectName } = readerOf(auditDomains)

export const auditCallName = (locale: Locale, call: string): string =>
  wordIn(auditCallWords, locale, call) ?? call

export const auditObjectKind = (locale: Locale, object: string): string =>
  wordIn(auditObjectWords, locale, object) ?? object

/** The operator's name is not a name: he has no account. */
export const auditWho = (
  locale: Locale,
  { account, username, nickname }: Pick<AuditEntry, 'account' | 'username' | 'nickname'>,
): string => (account === null ? auditFieldWords[locale].operator : nickname || username)

/** An address as people know it: without the prefix that IPv6 gives to IPv4. */
export const auditAddress = (locale: Locale, address: string): string =>
  address === 'command line' ? auditFieldWords[locale].commandLine : address.replace(/^::ffff:(?=\d+\.)/, '')
