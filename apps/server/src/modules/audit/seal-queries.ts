import { sql } from 'kysely'

import type { Tx } from '../../kernel/db.ts'
import { countOf } from '../../kernel/paging.ts'

/** A row of the audit as PostgreSQL writes it: `jsonb` as text. */
export type SealedRow = {
  audit_id: string
  at: Date
  account_id: string | null
  username: string
  address: string
  request_id: string
  call: string
  object: string
  object_id: string
  before: string | null
  after: string | null
}

export type Seal = {
  seal_id: number
  audit_ids: string[]
  row_hashes: Buffer
  hash: Buffer
  sealed_at: Date
}

const columns = ['seal_id', 'audit_ids', 'row_hashes', 'hash', 'sealed_at'] as const

const seals = (tx: Tx, tenantId: string) => tx.selectFrom('audit_seal').where('tenant_id', '=', tenantId)

export const lastSeal = (tx: Tx, tenantId: string): Promise<Seal | undefined> =>
  seals(tx, tenantId).select(columns).orderBy('seal_id', 'desc').limit(1).executeTakeFirst()

export const sealsAfter = (tx: Tx, tenantId: string, sealId: number, limit: number): Promise<Seal[]> =>
  seals(tx, tenantId).select(columns).where('seal_id', '>', sealId).orderBy('seal_id').limit(limit).execute()

export async function insertSeal(tx: Tx, tenantId: string, seal: Seal): Promise<void> {
  await tx
    .insertInto('audit_seal')
    .values({ ...seal, tenant_id: tenantId })
    .execute()
}

/** The hashed columns, as PostgreSQL writes them. */
const rows = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('audit')
    .where('audit.tenant_id', '=', tenantId)
    .select([
      'audit_id',
      'at',
      'account_id',
      'username',
      'address',
      'request_id',
      'call',
      'object',
      'object_id',
      sql<string | null>`before::text`.as('before'),
      sql<string | null>`after::text`.as('after'),
    ])
    .orderBy('audit_id')

/** Where a run of the sealing begins, and which seals it skips. */
export type Unsealed = { since: Date; sealsSince: Date; lastSealId: number; afterId: string }

/** The next rows without a seal, by number. */
export const unsealedRows = (
  tx: Tx,
  tenantId: string,
  { since, sealsSince, lastSealId, afterId }: Unsealed,
  limit: number,
): Promise<SealedRow[]> =>
  rows(tx, tenantId)
    .where('at', '>=', since)
    .where('audit_id', '>', afterId)
    .where(
      sql<boolean>`audit_id not in (
        select unnest(audit_ids) from audit_seal
         where tenant_id = ${tenantId} and sealed_at >= ${sealsSince} and seal_id <= ${lastSealId})`,
    )
    .limit(limit)
    .execute()

/**
 * Rows with these numbers, which are close together. Each month is asked for their range, by the primary key. `+ 0`
 * keeps the list itself from an index: PostgreSQL would choose that by time, and read all numbers of the merchant.
 */
const haveNumbers = (ids: readonly string[]) => sql<boolean>`
  audit_id >= (select min(id) from unnest(${ids}::bigint[]) id)
  and audit_id <= (select max(id) from unnest(${ids}::bigint[]) id)
  and audit_id + 0 = any(${ids}::bigint[])`

/** The time of the latest of the given rows. */
export async function latestOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Date | undefined> {
  // Not max(at), for which PostgreSQL would read the audit from its newest row on.
  const times = await tx
    .selectFrom('audit')
    .select('at')
    .where('tenant_id', '=', tenantId)
    .where(haveNumbers(ids))
    .execute()
  const latest = Math.max(...times.map(({ at }) => at.getTime()))
  return times.length > 0 ? new Date(latest) : undefined
}

export const countRows = (tx: Tx, tenantId: string): Promise<number> =>
  countOf(tx.selectFrom('audit').where('tenant_id', '=', tenantId))

export const rowsOf = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<SealedRow[]> =>
  rows(tx, tenantId).where(haveNumbers(ids)).execute()

/** Numbers of rows from before a time that have no seal. */
export async function unsealedBefore(
  tx: Tx,
  tenantId: string,
  before: Date,
  limit: number,
): Promise<{ ids: string[]; count: number }> {
  const { rows: found } = await sql<{ audit_id: string; count: number }>`
    select audit_id, (count(*) over ())::int as count
      from (select audit_id from audit where tenant_id = ${tenantId} and at < ${before}
            except
            select unnest(audit_ids) from audit_seal where tenant_id = ${tenantId}) as unsealed
     order by audit_id limit ${limit}`.execute(tx)
  return { ids: found.map((row) => row.audit_id), count: found[0]?.count ?? 0 }
}
