/** Rows of `provider_silence`: accounts at providers whose last calls of a kind had no answer, such as `alipay:open`. */
import { type Kysely, sql } from 'kysely'

import type { Database, Tx } from '../../kernel/db.ts'

type Silence = { calls: number; since: Date; shut_until: Date | null }

export async function shutUntil(tx: Tx, account: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('provider_silence')
    .select('shut_until')
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.shut_until ?? null
}

/** Takes the one try of an account whose pause is over. Returns false when another call has it. */
export async function takeTry(tx: Tx, account: string, was: Date, until: Date): Promise<boolean> {
  const row = await tx
    .updateTable('provider_silence')
    .set({ shut_until: until })
    .where('account', '=', account)
    .where('shut_until', '=', was)
    .returning('account')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a call without an answer; the last of `most` shuts the account until then. */
export async function countSilence(
  db: Kysely<Database>,
  account: string,
  { now, most, until }: { now: Date; most: number; until: Date },
): Promise<Silence | undefined> {
  const { rows } = await sql<Silence>`
    insert into provider_silence as s (account, calls, since, shut_until)
    values (${account}, 1, ${now}, case when ${most}::int <= 1 then ${until}::timestamptz end)
    on conflict (account) do update set
      calls = s.calls + 1,
      shut_until = case when s.calls + 1 >= ${most}::int then ${until}::timestamptz end
    returning calls, since, shut_until`.execute(db)
  return rows[0]
}

/** Forgets the silence of an account that answers. Returns what it was. */
export const endSilence = (db: Kysely<Database>, account: string): Promise<Silence | undefined> =>
  db
    .deleteFrom('provider_silence')
    .where('account', '=', account)
    .returning(['calls', 'since', 'shut_until'])
    .executeTakeFirst()

/** The accounts that are not asked at present. */
export async function shutAccounts(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_silence')
    .select('account')
    .where('shut_until', 'is not', null)
    .execute()
  return rows.map(({ account }) => account)
}

/** Deletes what has not been asked for since then. A call without an answer that has not shut its account has no other date. */
export async function deleteSilence(db: Kysely<Database>, before: Date): Promise<void> {
  await db
    .deleteFrom('provider_silence')
    .where(sql<boolean>`coalesce(shut_until, since) < ${before}`)
    .execute()
}
