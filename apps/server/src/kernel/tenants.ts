import type { Db } from './db.ts'

/**
 * The ids of all merchants, for work that visits one after the other. Read from `login`, since every account
 * belongs to one.
 */
export async function tenantIds(db: Db['main']): Promise<string[]> {
  const rows = await db.selectFrom('login').select('tenant_id').distinct().orderBy('tenant_id').execute()
  return rows.map((row) => row.tenant_id)
}
