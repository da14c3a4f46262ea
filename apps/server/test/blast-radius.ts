import type { TestApp } from './app.ts'

/**
 * What a call or a message changes, row by row: all rows of all tables are read before and after, and every
 * difference has to be declared. A forgotten `where` shows as a changed row of a sibling.
 */
export type Row = Record<string, unknown>
export type Stored = Map<string, { table: string; row: Row }>
export type Difference = { table: string; before?: Row; after?: Row }

/** The values of a row that may differ; `added`: rows may be added, none changed or removed. */
export type Expected = Row | 'added'
export type Declared = Record<string, Expected | Expected[]>

/** Limits are counted by address and account; they belong to no object. */
const uncompared = new Set(['limit_counter', 'schema_migration'])

/** Every table with the columns of its primary key. Partitions are read with their table. */
const tablesAndKeys = `select c.relname as name, array_agg(a.attname::text) as key
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   group by c.relname`

type Reading = { text: string; keys: Map<string, string[]> }

/** The statement that reads everything, by app. It is prepared, because planning it takes longer than running it. */
const readings = new WeakMap<TestApp, Promise<Reading>>()

function readingOf(app: TestApp): Promise<Reading> {
  const reading = readings.get(app) ?? makeReading(app)
  readings.set(app, reading)
  return reading
}

async function makeReading(app: TestApp): Promise<Reading> {
  const { rows } = await app.owner.query<{ name: string; key: string[] }>(tablesAndKeys)
  const compared = rows.filter(({ name }) => !uncompared.has(name))
  const text = compared.map(({ name }) => `select '${name}' as table, to_jsonb(t) as row from ${name} t`)
  return { text: text.join(' union all '), keys: new Map(compared.map(({ name, key }) => [name, key])) }
}

export async function everyRow(app: TestApp): Promise<Stored> {
  const { text, keys } = await readingOf(app)
  const { rows } = await app.owner.query<{ table: string; row: Row }>({ name: 'every row', text })
  const numberOf = ({ table, row }: { table: string; row: Row }): string =>
    JSON.stringify([table, ...(keys.get(table) ?? []).map((column) => row[column])])
  return new Map(rows.map((one) => [numberOf(one), one]))
}

export function differencesOf(before: Stored, after: Stored): Difference[] {
  const found: Difference[] = []
  for (const [key, { table, row }] of after) {
    const old = before.get(key)?.row
    if (!old) found.push({ table, after: row })
    else if (JSON.stringify(old) !== JSON.stringify(row)) found.push({ table, before: old, after: row })
  }
  for (const [key, { table, row }] of before) if (!after.has(key)) found.push({ table, before: row })
  return found
}

const has = (row: Row, values: Row): boolean =>
  Object.entries(values).every(([column, value]) =>
    (Array.isArray(value) ? value : [value]).some((one) => String(row[column]) === String(one)),
  )

const allows = (expected: Expected, { before, after }: Difference): boolean =>
  expected === 'added'
    ? before === undefined
    : [before, after].every((row) => row === undefined || has(row, expected))

/** Differences that are not declared, in words. */
export const undeclaredIn = (differences: readonly Difference[], declared: Declared): string[] =>
  differences
    .filter((one) => ![declared[one.table] ?? []].flat().some((expected) => allows(expected, one)))
    .map(({ table, before, after }) => `${table}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)

/** Declarations without a difference: a declaration that is too wide would allow what it should detect. */
export const idleIn = (differences: readonly Difference[], declared: Declared): string[] =>
  Object.keys(declared).filter((table) => !differences.some((one) => one.table === table))

/** Entries of the audit that say neither what was before nor what is after. */
export const wordlessIn = (differences: readonly Difference[]): unknown[] =>
  differences.flatMap(({ table, after }) =>
    table === 'audit' && after?.['before'] === null && after['after'] === null ? [after['call']] : [],
  )

/** Events of a machine must name its store, because the store decides who receives them. */
export function misdirectedIn(differences: readonly Difference[], after: Stored): string[] {
  const devices = new Map(
    [...after.values()]
      .filter(({ table }) => table === 'device')
      .map(({ row }) => [String(row['device_id']), row['store_id']]),
  )
  return differences
    .filter(({ table, after: row }) => table === 'live_event' && row && row['device_id'] !== null)
    .filter(({ after: row }) => devices.get(String(row?.['device_id'])) !== row?.['store_id'])
    .map(({ after: row }) => `an event at the wrong store: ${JSON.stringify(row)}`)
}

/** The rows of the goods that an input names. */
export const goodsIn = ({ goods }: Record<string, unknown>): Row => ({
  goods_id: (goods as { goods_id: unknown }[]).map(({ goods_id: id }) => id),
})
