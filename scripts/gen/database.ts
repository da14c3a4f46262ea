import pg from 'pg'

/** One column, from the catalog. */
type Column = {
  table: string
  column: string
  type: string
  udt: string
  nullable: boolean
  generated: boolean
  hasDefault: boolean
}

const scalar: Record<string, string> = {
  int8: 'string',
  int4: 'number',
  int2: 'number',
  text: 'string',
  bool: 'boolean',
  float4: 'number',
  timestamptz: 'Date',
  _timestamptz: '(Date | null)[]',
  date: 'string',
  bytea: 'Buffer',
  xid8: 'string',
  _int4: 'number[]',
  _int8: 'string[]',
  _bool: 'boolean[]',
  _text: 'string[]',
}

async function readColumns(url: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(
      `select c.table_name as table, c.column_name as column, c.data_type as type, c.udt_name as udt,
              c.is_nullable = 'YES' as nullable, (c.is_identity = 'YES' or c.is_generated = 'ALWAYS') as generated, c.column_default is not null as "hasDefault"
         from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migration'
          and not exists (select from pg_inherits where inhrelid = (quote_ident(c.table_name))::regclass)
        order by c.table_name, c.ordinal_position`,
    )
    return rows
  } finally {
    await client.end()
  }
}

function typeOf(column: Column): string {
  // JSON is written as text, because the driver would turn JavaScript arrays into PostgreSQL arrays.
  if (column.udt === 'jsonb') return column.nullable ? 'Json | null' : 'Json'
  const base = scalar[column.udt]
  if (!base) throw new Error(`${column.table}.${column.column}: no TypeScript type known for ${column.udt}`)
  const type = column.nullable ? `${base} | null` : base
  if (column.generated) return `GeneratedAlways<${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_, _2, letter: string) => letter.toUpperCase())

/** The TypeScript types of the tables, read from the migrated database. */
export async function databaseTypes(url: string): Promise<string> {
  const tables = Map.groupBy(await readColumns(url), ({ table }) => table)
  const interfaces = [...tables].map(([table, columns]) => {
    const fields = columns.map((column) => `  ${column.column}: ${typeOf(column)}`)
    return `export type ${pascal(table)}Table = {\n${fields.join('\n')}\n}\n`
  })
  const entries = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table`)
  return [
    '// Generated from the migrations by `npm run gen`. Do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'\n",
    'type Json = ColumnType<unknown, string | null, string | null>\n',
    ...interfaces,
    `export type Database = {\n${entries.join('\n')}\n}\n`,
  ].join('\n')
}
