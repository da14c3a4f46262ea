/** Which payment providers merchants may use, as the operator has limited them. */
import type { OnlineClient } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'

type Clients = readonly OnlineClient[] | null

/** The providers of a merchant's new orders: its own limit, else its agent's; null where neither is limited. */
export async function limitOf({ tx, tenantId }: TenantRef, agent: string | null): Promise<Clients> {
  const { rows } = await sql<{ clients: Clients }>`
    select coalesce((select m.clients from merchant_offer m where m.tenant_id = ${tenantId}),
                    (select a.clients from agent_offer a where a.agent = ${agent})) as clients`.execute(tx)
  return rows[0]?.clients ?? null
}

/** Returns the limit before. */
export async function setLimit({ tx, tenantId }: TenantRef, clients: Clients): Promise<Clients> {
  const before = await tx
    .selectFrom('merchant_offer')
    .select('clients')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()
  if (clients === null) await tx.deleteFrom('merchant_offer').where('tenant_id', '=', tenantId).execute()
  else
    await tx
      .insertInto('merchant_offer')
      .values({ tenant_id: tenantId, clients: [...clients] })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ clients: [...clients] }))
      .execute()
  return (before?.clients as Clients | undefined) ?? null
}

export async function setAgentLimit(db: Kysely<Database>, agent: string, clients: Clients): Promise<Clients> {
  const before = await db
    .selectFrom('agent_offer')
    .select('clients')
    .where('agent', '=', agent)
    .executeTakeFirst()
  if (clients === null) await db.deleteFrom('agent_offer').where('agent', '=', agent).execute()
  else
    await db
      .insertInto('agent_offer')
      .values({ agent, clients: [...clients] })
      .onConflict((conflict) => conflict.column('agent').doUpdateSet({ clients: [...clients] }))
      .execute()
  return (before?.clients as Clients | undefined) ?? null
}
