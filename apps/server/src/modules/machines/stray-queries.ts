/** Sales of machines that belong to no merchant. */
import { sql } from 'kysely'

import type { Db, Tx } from '../../kernel/db.ts'

type Reader = Db['main'] | Tx

export type StraySale = {
  sn: string
  mid: string
  sentTs: number | undefined
  payload: Buffer
  digest: Buffer
  receivedAt: Date
}

/** Stores a sale. Returns false where this machine, or all machines together, have as many as are kept. */
export async function insertStray(
  db: Reader,
  { sn, mid, sentTs, payload, digest, receivedAt }: StraySale,
  most: { ofOne: number; ofAll: number },
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    with stored as (
      insert into stray_sale (sn, digest, mid, sent_ts, received_at, payload)
      select ${sn}, ${digest}, ${mid}, ${sentTs ?? null}::bigint, ${receivedAt}, ${payload}
       where (select count(*) from (select from stray_sale where ended_at is null and sn = ${sn} limit ${most.ofOne}) one) < ${most.ofOne}
         and (select count(*) from (select from stray_sale where ended_at is null limit ${most.ofAll}) every) < ${most.ofAll}
      on conflict do nothing
      returning stray_id)
    select exists (select from stored)
        or exists (select from stray_sale where sn = ${sn} and digest = ${digest}) as known`.execute(db)
  return rows[0]?.known ?? false
}

export type StoredStray = {
  stray_id: string
  sn: string
  mid: string
  sent_ts: string | null
  received_at: Date
  payload: Buffer | null
}

/** What waits for the operator, the oldest first. */
export async function openStrays(db: Reader, sn: string | undefined, atMost: number): Promise<StoredStray[]> {
  const { rows } = await sql<StoredStray>`
    select stray_id, sn, mid, sent_ts, received_at, payload from stray_sale
     where ended_at is null and sn = coalesce(${sn ?? null}, sn) order by stray_id limit ${atMost}`.execute(
    db,
  )
  return rows
}

/** Holds a sale that waits, until the transaction ends. */
export async function lockStray(tx: Tx, id: string): Promise<StoredStray | undefined> {
  const { rows } = await sql<StoredStray>`
    select stray_id, sn, mid, sent_ts, received_at, payload from stray_sale
     where stray_id = ${id}::bigint and ended_at is null for update`.execute(tx)
  return rows[0]
}

/** Ends a sale of this machine. Its row stays, so that the message is known when it is sent again. */
export async function endStray(
  tx: Reader,
  { id, sn, note }: { id: string; sn: string; note: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update stray_sale set ended_at = ${now}, note = ${note}, payload = null
     where stray_id = ${id}::bigint and sn = ${sn} and ended_at is null`.execute(tx)
  return numAffectedRows > 0n
}

/** Forgets sales that the operator ended before the date. */
export async function deleteStraysBefore(db: Reader, before: Date): Promise<void> {
  await sql`delete from stray_sale where ended_at < ${before}`.execute(db)
}
