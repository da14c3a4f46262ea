import type { List, Page } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { changesOne } from '../../kernel/rows.ts'

export type KeyRow = {
  key_id: string
  name: string
  tail: string
  roleid: string
  role_name: string
  all_device: boolean
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

const listed = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('api_key as k')
    .innerJoin('account as a', (join) =>
      join.on('a.tenant_id', '=', ctx.tenant.id).onRef('a.account_id', '=', 'k.key_id'),
    )
    .innerJoin('role as r', (join) =>
      join.on('r.tenant_id', '=', ctx.tenant.id).onRef('r.role_id', '=', 'a.role_id'),
    )
    .where('k.tenant_id', '=', ctx.tenant.id)

const rows = (ctx: Ctx) =>
  listed(ctx).select([
    'k.key_id',
    'a.nickname as name',
    'k.tail',
    'r.role_id as roleid',
    'r.name as role_name',
    'a.all_device',
    'k.created_at',
    'k.expires_at',
    'k.last_used_at',
    'k.revoked_at',
  ])

/** The newest first, revoked ones last. */
export async function listKeys(ctx: Ctx, page: Page): Promise<List<KeyRow>> {
  const data = await rows(ctx)
    .orderBy(sql`k.revoked_at is not null`)
    .orderBy('k.key_id', 'desc')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(listed(ctx)) }
}

export const findKeyRow = (ctx: Ctx, id: string): Promise<KeyRow | undefined> =>
  rows(ctx).where('k.key_id', '=', id).executeTakeFirst()

/** Keys that are neither revoked nor expired. */
export const countActive = (ctx: Ctx): Promise<number> =>
  countOf(
    ctx.tx
      .selectFrom('api_key')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at > ${ctx.now})`),
  )

export async function insertKey(
  ctx: Ctx,
  key: { key_id: string; secret_hash: Buffer; tail: string; expires_at: Date | null },
): Promise<void> {
  await ctx.tx
    .insertInto('api_key')
    .values({ tenant_id: ctx.tenant.id, ...key, created_at: ctx.now })
    .execute()
}

/** Locks a key. Returns false when it is unknown, or revoked. */
export const lockKey = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('api_key')
    .select('key_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('key_id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export async function setExpiry(ctx: Ctx, id: string, expiresAt: Date | null): Promise<void> {
  await ctx.tx
    .updateTable('api_key')
    .set({ expires_at: expiresAt })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('key_id', '=', id)
    .execute()
}

/** Returns false when the key is unknown, or revoked already. */
export const setRevoked = (ctx: Ctx, id: string): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('api_key')
      .set({ revoked_at: ctx.now })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('key_id', '=', id)
      .where('revoked_at', 'is', null),
  )

export type FoundKey = { key_id: string; expires_at: Date | null; last_used_at: Date | null }

/** The key with this hash, unless it is revoked or expired. */
export const findKey = (
  { tx, tenantId }: TenantRef,
  secretHash: Buffer,
  now: Date,
): Promise<FoundKey | undefined> =>
  tx
    .selectFrom('api_key')
    .select(['key_id', 'expires_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('secret_hash', '=', secretHash)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(expires_at is null or expires_at > ${now})`)
    .executeTakeFirst()

/** Of concurrent calls, one writes. */
export async function noteUsed(tx: Tx, tenantId: string, id: string, now: Date, before: Date): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', id)
    .where(sql<boolean>`(last_used_at is null or last_used_at < ${before})`)
    .execute()
}
