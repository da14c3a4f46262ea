import pg from 'pg'

import type { TestApp } from './app.ts'

/** Looks at the database as its owner does, behind every fence. */
export async function asOwner<Row extends pg.QueryResultRow>(
  app: TestApp,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: app.deps.db.url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** All that is stored, as text, to see what is not in it. Bytes are written in hex. */
export async function wholeDatabase(app: TestApp, except: readonly string[] = []): Promise<string> {
  const tables = await asOwner<{ name: string }>(
    app,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const parts = []
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const rows = await asOwner<{ row: string }>(app, `select to_jsonb(t)::text as row from ${name} t`)
    parts.push(name, ...rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

/** These digits, but not where they happen to stand in the middle of a random value. */
export const digitsAlone = (digits: string): RegExp => new RegExp(`(?<![0-9a-f])${digits}(?![0-9a-f])`)
