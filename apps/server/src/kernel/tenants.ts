import type { Db } from './db.ts'

/** All merchants, for work that goes from one to the next. Whoever can log in belongs to one. */
export async function tenantIds(db: Db['main']): Promise<string[]> {
  const rows = await db.selectFrom('login').select('tenant_id').distinct().orderBy('tenant_id').execute()
  return rows.map((row) => row.tenant_id)
}
