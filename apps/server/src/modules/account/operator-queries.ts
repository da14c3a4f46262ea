import type { Branding, Custom } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { Database, Tx } from '../../kernel/db.ts'

export const putAgent = (db: Kysely<Database>, code: string, brand: Branding) =>
  db
    .insertInto('agent')
    .values({ code, ...brand })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(brand))
    .execute()

export const listAgents = (db: Kysely<Database>) =>
  db.selectFrom('agent').selectAll().orderBy('code').execute()

export async function deleteAgent(db: Kysely<Database>, code: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('agent').where('code', '=', code).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function setCustom(tx: Tx, tenantId: string, custom: Custom | null): Promise<void> {
  await tx
    .updateTable('tenant')
    .set({ custom: custom && JSON.stringify(custom) })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Returns the rate before. */
export async function setFeeRate(tx: Tx, tenantId: string, rate: number | null): Promise<number | null> {
  const { fee_rate: before } = await tx
    .selectFrom('tenant')
    .select('fee_rate')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('tenant').set({ fee_rate: rate }).where('tenant_id', '=', tenantId).execute()
  return before
}

export async function findCustom(tx: Tx, tenantId: string): Promise<Custom | null> {
  const row = await tx
    .selectFrom('tenant')
    .select(sql<Custom | null>`custom`.as('custom'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.custom ?? null
}
