/**
 * What migrations grant is granted again at each start. A dump that was restored where the application's role did not
 * exist yet has lost it, and the product would fail at its first call.
 */
import pg from 'pg'

const grants = /\b(?:grant|revoke)\s[^;]*?\b(?:to|from)\s+(?:slotwise_app|public)\s*;/gi
const fences = /\bcall\s+fence\(\s*'([^']+)'\s*,\s*'([^']+)'\s*\)/gi
const either = new RegExp(`${grants.source}|${fences.source}`, 'gi')

/** The statements of a migration that grant or revoke, in their order. */
function grantsIn(migration: string): string[] {
  // Without bodies of functions, which grant under conditions of their own.
  const code = migration.replaceAll(/--.*$/gm, '').replaceAll(/(\$\w*\$)[^]*?\1/g, '')
  return [...code.matchAll(either)].map(([text, table, rights]) =>
    table === undefined ? text : `grant ${rights} on ${table} to slotwise_app`,
  )
}

/** Codes of PostgreSQL for a table or function that a later migration has removed. */
const removed = new Set(['42P01', '42883'])

export async function grantAgain(client: pg.Client, migrations: readonly string[]): Promise<void> {
  for (const statement of migrations.flatMap(grantsIn)) {
    await client.query(statement).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && removed.has(error.code ?? ''))) throw error
    })
  }
}

/**
 * Lets the owner of the tables read all rows, for backups: forced row-level security would show it none. It could lift
 * the force itself, but only with locks that stop the product. Changing rows stays fenced.
 */
export async function letOwnerRead(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class c
      where relnamespace = 'public'::regnamespace and relforcerowsecurity and not exists (
        select from pg_policy where polrelid = c.oid and polname = 'owner_reads'
           and polroles = array[(select oid from pg_roles where rolname = current_user)])`,
  )
  for (const { name } of rows) {
    await client.query('begin')
    await client.query(`drop policy if exists owner_reads on ${name}`)
    await client.query(`create policy owner_reads on ${name} for select to current_user using (true)`)
    await client.query('commit')
  }
}
