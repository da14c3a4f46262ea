import pg from 'pg'

const tables = `
  select c.oid, c.relname as name, c.relrowsecurity and c.relforcerowsecurity as fenced
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
   order by 2`
const columns = `
  select format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
           case when a.attidentity = 'a' then ' generated always as identity' when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored' else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end) as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`
const constraints = `
  select pg_get_constraintdef(oid) as line from pg_constraint where conrelid = $1 and contype <> 'n'
   order by array_position('{p,u,f,c}'::text[], contype::text), 1`
const indexes = `
  select pg_get_indexdef(indexrelid) as line from pg_index x
   where indrelid = $1 and not exists (select from pg_constraint where conindid = x.indexrelid and contype in ('p', 'u')) order by 1`
const grants = `
  select string_agg(lower(privilege_type), ', ' order by privilege_type) as line from information_schema.role_table_grants
   where grantee = 'slotwise_app' and table_name = $1`

/** The whole schema after all migrations, as one text. */
export async function schemaText(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const lines = async (query: string, param: unknown): Promise<string[]> => {
    const { rows } = await client.query<{ line: string | null }>(query, [param])
    return rows.flatMap(({ line }) => line ?? [])
  }
  try {
    const parts = [
      '-- Generated from the migrations by `npm run gen`. Do not edit; write a migration instead.',
    ]
    const { rows } = await client.query<{ oid: number; name: string; fenced: boolean }>(tables)
    for (const { oid, name, fenced } of rows) {
      const body = [...(await lines(columns, oid)), ...(await lines(constraints, oid))]
      parts.push(
        `-- ${fenced ? 'fenced by tenant' : 'global'}; the application may ${(await lines(grants, name)).join('') || 'do nothing'}`,
        `create table ${name} (\n  ${body.join(',\n  ')}\n);`,
        ...(await lines(indexes, oid)).map((line) => `${line};`),
        '',
      )
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}
