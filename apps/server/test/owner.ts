import type pg from 'pg'

import type { TestApp } from './app.ts'

/** Queries the database as its owner, without row-level security. */
export async function asOwner<Row extends pg.QueryResultRow>(
  app: TestApp,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await app.owner.query<Row>(sql, values)).rows
}

/** Everything stored, as text, to check what is not in it. Bytes are written in hex. */
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

/** Matches these digits, but not inside a random hex value. */
export const digitsAlone = (digits: string): RegExp => new RegExp(`(?<![0-9a-f])${digits}(?![0-9a-f])`)
