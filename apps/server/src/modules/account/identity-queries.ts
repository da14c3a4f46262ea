/** What decides on the rights of accounts, read for every call and for work in the background. */
import type { Country, Custom } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { mayAct } from '../../kernel/rights.ts'

/** Everything about a user that decides on the user's rights, in one read. */
export type IdentityRow = {
  account_id: string
  username: string
  nickname: string
  is_main: boolean
  is_key: boolean
  has_operation: boolean
  role_id: string | null
  permission_ids: number[] | null
  goods_scope: string | null
  bank_scope: string | null
  areas: string[] | null
  stores: string[] | null
  devices: string[] | null
  mch_name: string
  country: Country
  agent: string | null
  custom: Custom | null
}
export type SessionRow = IdentityRow & { session_id: string; secret_hash: Buffer; expires_at: Date }

const identity = (tenantId: string) => sql`
  a.account_id, a.username, a.nickname, a.is_main, a.is_key, a.operation_hash is not null as has_operation,
  a.role_id, r.permission_ids, r.goods_scope, r.bank_scope,
  case when a.all_device then null else array(
    select x.area_id::text from account_area x where x.tenant_id = ${tenantId} and x.account_id = a.account_id) end as areas,
  case when a.all_device then null else array(
    select x.store_id::text from account_store x where x.tenant_id = ${tenantId} and x.account_id = a.account_id
    union
    select s.store_id::text from account_area y
      join store s on s.tenant_id = ${tenantId} and s.area_id = y.area_id
     where y.tenant_id = ${tenantId} and y.account_id = a.account_id) end as stores,
  case when a.all_device then null else array(
    select x.device_id::text from account_device x where x.tenant_id = ${tenantId} and x.account_id = a.account_id) end as devices,
  t.mch_name, t.country, t.agent, t.custom`

const joins = (tenantId: string) => sql`
  join tenant t on t.tenant_id = ${tenantId}
  left join role r on r.tenant_id = ${tenantId} and r.role_id = a.role_id and r.deleted_at is null`

export async function findSession(
  tx: Tx,
  tenantId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.session_id, s.secret_hash, s.expires_at, ${identity(tenantId)}
      from session s join account a on a.tenant_id = ${tenantId} and a.account_id = s.account_id ${joins(tenantId)}
     where s.tenant_id = ${tenantId} and s.token_hash = ${tokenHash} and s.ended_at is null and s.expires_at > ${now}
       and ${mayAct}`.execute(tx)
  return rows[0]
}

/** The users of those sessions that have not ended. */
export async function findSessionUsers(
  tx: Tx,
  tenantId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<(IdentityRow & { session_id: string })[]> {
  const { rows } = await sql<IdentityRow & { session_id: string }>`
    select s.session_id, ${identity(tenantId)}
      from session s join account a on a.tenant_id = ${tenantId} and a.account_id = s.account_id ${joins(tenantId)}
     where s.tenant_id = ${tenantId} and s.session_id = any(${sessionIds}::bigint[]) and s.ended_at is null
       and s.expires_at > ${now} and ${mayAct}`.execute(tx)
  return rows
}

export async function findIdentity(
  tx: Tx,
  tenantId: string,
  accountId: string,
): Promise<IdentityRow | undefined> {
  const { rows } = await sql<IdentityRow>`
    select ${identity(tenantId)} from account a ${joins(tenantId)}
     where a.tenant_id = ${tenantId} and a.account_id = ${accountId} and ${mayAct}`.execute(tx)
  return rows[0]
}

/** The account of a key, while its merchant has a main account. */
export async function findKeyIdentity(
  tx: Tx,
  tenantId: string,
  accountId: string,
  isDemoOpen: boolean,
): Promise<IdentityRow | undefined> {
  const { rows } = await sql<IdentityRow>`
    select ${identity(tenantId)} from account a ${joins(tenantId)}
     where a.tenant_id = ${tenantId} and a.account_id = ${accountId} and a.is_key and ${mayAct}
       and (${isDemoOpen}::boolean or not t.demo)
       and exists (select from account m where m.tenant_id = ${tenantId} and m.is_main and m.deleted_at is null)`.execute(
    tx,
  )
  return rows[0]
}

export async function findIdentities(
  { tx, tenantId }: TenantRef,
  accountIds: readonly string[],
): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select ${identity(tenantId)} from account a ${joins(tenantId)}
     where a.tenant_id = ${tenantId} and a.account_id = any(${accountIds}::bigint[]) and ${mayAct}`.execute(
    tx,
  )
  return rows
}
