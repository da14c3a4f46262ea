import type { AuditPerson, AuditPersonFilter, List, Page } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { contains, isOneOf } from '../../kernel/search.ts'

/** All accounts, deleted ones included: the main account first, then the newest. */
export async function listPeople(
  ctx: Ctx,
  page: Page,
  filter: z.output<typeof AuditPersonFilter>,
): Promise<List<AuditPerson>> {
  const query = ctx.tx
    .selectFrom('account')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(filter.ids, 'account_id'))
    .where(contains(filter.q, ['nickname', 'username']))
  const data = await query
    .select([
      'account_id as account',
      'username',
      'nickname',
      'is_main as isMain',
      sql<boolean>`deleted_at is not null`.as('gone'),
    ])
    .orderBy('is_main', 'desc')
    .orderBy('account_id', 'desc')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** The nicknames of accounts, deleted ones included. Records may name the same account, or none. */
export async function nicknamesOf(
  ctx: Ctx,
  accounts: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(accounts.flatMap((id) => id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('account')
    .select(['account_id', 'nickname'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 'account_id'))
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.nickname]))
}

/** The login of the merchant's main account. */
export async function mainUsernameOf({ tx, tenantId }: TenantRef): Promise<string> {
  const { username } = await tx
    .selectFrom('account')
    .select('username')
    .where('tenant_id', '=', tenantId)
    .where('is_main', '=', true)
    .executeTakeFirstOrThrow()
  return username
}

/** The number of the merchant's main account. */
export async function mainAccountOf({ tx, tenantId }: TenantRef): Promise<string> {
  const { account_id: id } = await tx
    .selectFrom('account')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('is_main', '=', true)
    .executeTakeFirstOrThrow()
  return id
}

/** Accounts that were deleted before a moment. */
export async function accountsDeletedBefore({ tx, tenantId }: TenantRef, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('account')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', before)
    .execute()
  return rows.map((row) => row.account_id)
}

/** Makes transactions that count what an account has wait for each other, so that parallel calls keep its limits. */
export async function lockAccount({ tx, tenantId }: TenantRef, id: string): Promise<void> {
  await tx
    .selectFrom('account')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', id)
    .forNoKeyUpdate()
    .execute()
}
