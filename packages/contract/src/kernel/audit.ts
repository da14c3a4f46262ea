/**
 * How a domain says what its lines of the audit read like. Each domain has an `audit.ts` with its kinds of object, their
 * fields and its changing calls; `audit/domains.ts` puts them together. A field is read by the words of its own kind of
 * object, so the same name may mean different things in different domains.
 */
import type { Call } from './call.ts'
import { type Locale, wordIn, type WordRow, type Words } from './locale.ts'
import { commonAuditWords } from './audit-words.ts'
import { formatAmount } from './money.ts'

type Texts = Readonly<Record<Locale, string>>

/** How values of a field read. */
type Reading = {
  /** The text of a value; undefined where it has none of its own and is shown as it was written. */
  text?: (locale: Locale, value: unknown) => string | undefined
  /** The field beside it that holds the name of what this field numbers. */
  namedBy?: string
}

/** A field of an object: its label, and how its values read. */
export type AuditField = Reading & { label: Texts }

/** Fields by name, in the order in which a reader sees them. */
export type AuditFields = Readonly<Record<string, AuditField>>

/** A kind of object that stands in the audit. */
export type AuditKind = {
  name: WordRow
  /** The field that names an object of this kind; it is shown even if `hidden` has it. */
  title?: string
  fields: AuditFields
  /** Internal numbers, counts, and names that stand beside the number they explain. */
  hidden?: readonly string[]
}

/** What stands in the audit as `call`, and the group under which the filter offers it: null for none. */
export type AuditCall = { group: string | null; name: WordRow }

type Changing<Table> = {
  [Name in keyof Table]: Table[Name] extends { changes: true } ? Name : never
}[keyof Table]

/** What a domain says of the audit. */
export type AuditDomain = {
  kinds: Readonly<Record<string, AuditKind>>
  calls: Readonly<Record<string, AuditCall>>
  /** Fields that the calls of this domain record of kinds of object that belong to another one. */
  elsewhere?: Readonly<Record<string, AuditFields>>
}

/** The same of a domain with calls: a changing call of `Table` without a name does not compile. */
export type DomainAudit<Table extends Record<string, Call>> = AuditDomain & {
  calls: Readonly<Record<Changing<Table>, AuditCall>>
}

/** Calls that the filter offers under one group. */
export const inGroup = <Group extends string | null, Name extends string>(
  group: Group,
  names: Readonly<Record<Name, WordRow>>,
): Record<Name, { group: Group; name: WordRow }> =>
  Object.fromEntries(Object.entries<WordRow>(names).map(([call, name]) => [call, { group, name }])) as Record<
    Name,
    { group: Group; name: WordRow }
  >

/** Makes fields whose labels stand in a table of words: `mode: field('mode', oneOf(storeModeWords))`. */
export const labelled =
  <Key extends string>(table: Words<Key>) =>
  (key: Key, reading: Reading = {}): AuditField => ({
    ...reading,
    label: { 'zh-CN': table['zh-CN'][key], 'zh-TW': table['zh-TW'][key], 'en-US': table['en-US'][key] },
  })

/** A value is one of the names in a table. */
export const oneOf = (table: Words<string>): Reading => ({
  text: (locale, value) => wordIn(table, locale, value),
})

/** A value is the number of a word in a table. */
export const numbered = (table: Words<`${number}`>): Reading => ({
  text: (locale, value) => (typeof value === 'number' ? wordIn(table, locale, String(value)) : undefined),
})

/** A value is the number of something whose name stands in another field. */
export const named = (namedBy: string): Reading => ({ namedBy })

/** Cents, in a currency that the line does not know. */
export const amount: Reading = {
  text: (_locale, value) => (typeof value === 'number' ? formatAmount(value) : undefined),
}

/** Never recorded; the line says only that it was changed. */
export const secret: Reading = { text: (locale) => commonAuditWords[locale].changed }

/** Fields of filters that many exports have. */
export const common = labelled(commonAuditWords)
