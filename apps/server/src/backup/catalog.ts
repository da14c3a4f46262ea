import type pg from 'pg'

/** The session in which PostgreSQL writes and reads values as text without loss. */
export const losslessSession =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c statement_timeout=0'

/**
 * `name` is written as in SQL. `columns` are those that are loaded; the others get their values from PostgreSQL.
 * `monthColumn` says to which month a row belongs, for a table that is divided by months in this schema.
 */
export type Table = { name: string; columns: string[]; monthColumn: string | null }

/**
 * All tables, each after those that it refers to; a key to a table of months is repeated for each of its months, which are
 * no tables of their own here. Numbers of transactions (xid8) mean nothing in another cluster, so
 * such columns are not loaded. The queue's own list of migrations is written by the queue.
 */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(
    `select c.oid::regclass::text as name,
            array(select quote_ident(attname) from pg_attribute a
                   where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and atttypid <> 'xid8'::regtype
                   order by attnum) as columns,
            (select quote_ident(attname) from pg_partitioned_table p join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
              where partrelid = c.oid) as "monthColumn",
            array(select distinct confrelid::regclass::text from pg_constraint
                   where conrelid = c.oid and contype = 'f' and confrelid <> c.oid and conparentid = 0) as refers
       from pg_class c
      where relnamespace::regnamespace::text in ('public', 'graphile_worker')
        and relkind in ('r', 'p') and not relispartition
        and c.oid::regclass::text <> 'graphile_worker.migrations'
      order by 1`,
  )
  const sorted: Table[] = []
  const known = new Set<string>()
  while (sorted.length < rows.length) {
    const next = rows.filter(({ name, refers }) => !known.has(name) && refers.every((one) => known.has(one)))
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { refers: _known, ...table } of next) {
      known.add(table.name)
      sorted.push(table)
    }
  }
  return sorted
}

export async function readSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'S' and relnamespace::regnamespace::text in ('public', 'graphile_worker') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** The tables of which row-level security would hide rows from this user. */
export async function hiddenTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where relnamespace::regnamespace::text in ('public', 'graphile_worker') and relkind in ('r', 'p')
        and row_security_active(c.oid)
        and (exists (select from pg_policy where polrelid = c.oid and not polpermissive)
             or not exists (select from pg_policy p
                             where polrelid = c.oid and polcmd in ('r', '*') and pg_get_expr(polqual, polrelid) = 'true'
                               and exists (select from unnest(polroles) role where role = 0 or pg_has_role(role, 'usage'))))
      order by 1`,
  )
  return rows.map(({ name }) => name)
}
