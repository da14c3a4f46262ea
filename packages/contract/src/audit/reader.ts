import { type AuditField, type AuditFields, type AuditKind, type AuditDomain } from '../kernel/audit.ts'
import { joinNames, type Locale } from '../kernel/locale.ts'
import { yesNoWords } from '../kernel/yes-no.ts'
import type { AuditEntry } from './schemas.ts'

type Line = Pick<AuditEntry, 'call' | 'object' | 'before' | 'after'>
type Snapshot = Readonly<Record<string, unknown>>

/** `label` is null for a field without words. `null` before or after: nothing was there. */
export type AuditChange = { field: string; label: string | null; before: string | null; after: string | null }

/** What the words of some domains make of a line of the audit. */
export type AuditReader = {
  /** What changed, field by field; of something new or deleted, all that was in it. */
  changes: (locale: Locale, line: Line) => AuditChange[]
  /** What the object was called, as far as the line itself knows. */
  objectName: (line: Pick<Line, 'object' | 'before' | 'after'>) => string | null
}

const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(locale: Locale, field: AuditField | undefined, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const text = field?.text?.(locale, value)
  if (text !== undefined) return text
  if (typeof value === 'boolean') return yesNoWords[locale][value ? 'yes' : 'no']
  if (Array.isArray(value))
    return value.length === 0
      ? null
      : joinNames(
          locale,
          value.map((one) => textOf(locale, field, one) ?? '–'),
        )
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What a snapshot holds, by field; the conditions of a filter stand among the fields of the export that used it. */
function valuesOf(kind: AuditKind | undefined, fields: ReadonlyMap<string, AuditField>, snapshot: unknown) {
  const values = new Map<string, unknown>()
  if (!isSnapshot(snapshot)) return values
  for (const [field, content] of Object.entries(snapshot)) {
    if (field === 'condition' && isSnapshot(content))
      for (const [name, wanted] of Object.entries(content)) {
        if (!kind?.hidden?.includes(name)) values.set(name, wanted)
      }
    else if (field === kind?.title || !kind?.hidden?.includes(field))
      values.set(field, snapshot[fields.get(field)?.namedBy ?? field] ?? content)
  }
  return values
}

/**
 * Reads each field by the words of the kind of object that the line is about. The call's own domain comes first where
 * it words fields of that kind: an export is always a `job`, and its conditions are those of the domain that exports.
 */
export function readerOf(domains: readonly AuditDomain[]): AuditReader {
  const kinds = new Map(domains.flatMap((domain) => Object.entries<AuditKind>(domain.kinds)))
  const domainOfCall = new Map(
    domains.flatMap((domain) => Object.keys(domain.calls).map((call) => [call, domain] as const)),
  )
  const elsewhereOf = (call: string, object: string): AuditFields => {
    const elsewhere = domainOfCall.get(call)?.elsewhere ?? {}
    return (Object.hasOwn(elsewhere, object) && elsewhere[object]) || {}
  }
  const fieldsOf = ({ call, object }: Line): ReadonlyMap<string, AuditField> =>
    // A field of both keeps the place that its kind gives it.
    new Map(Object.entries({ ...kinds.get(object)?.fields, ...elsewhereOf(call, object) }))

  return {
    changes(locale, line) {
      const kind = kinds.get(line.object)
      const fields = fieldsOf(line)
      // The database keeps no order of fields; the words have one that makes sense to a reader.
      const order = [...fields.keys()]
      const placeOf = (field: string): number => (fields.has(field) ? order.indexOf(field) : order.length)
      const was = valuesOf(kind, fields, line.before)
      const is = valuesOf(kind, fields, line.after)
      return [...new Set([...is.keys(), ...was.keys()])]
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((field) => ({
          field,
          label: fields.get(field)?.label[locale] ?? null,
          before: textOf(locale, fields.get(field), was.get(field)),
          after: textOf(locale, fields.get(field), is.get(field)),
        }))
        .filter((change) => change.before !== change.after)
    },
    objectName({ object, before, after }) {
      const title = kinds.get(object)?.title
      for (const snapshot of [after, before])
        if (title !== undefined && isSnapshot(snapshot)) {
          const name = snapshot[title]
          if (typeof name === 'string' && name !== '') return name
        }
      return null
    },
  }
}
