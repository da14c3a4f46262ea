import type { Country } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { Ctx, OutsideCtx, SessionCtx, TenantRef } from '../../kernel/ctx.ts'
import type { Database, Tx } from '../../kernel/db.ts'
import { wakeStreams } from '../../kernel/events.ts'
import { isOneOfTexts } from '../../kernel/search.ts'

/** The account of a login name. `names` are the possible readings of the typed text, best first. */
export async function findLogin(
  db: Kysely<Database>,
  names: readonly string[],
): Promise<{ tenant_id: string; account_id: string; username: string } | undefined> {
  const rows = await db.selectFrom('login').selectAll().where(isOneOfTexts(names, 'username')).execute()
  return names.map((name) => rows.find((row) => row.username === name)).find((row) => row !== undefined)
}

export const isLogin = async (db: Kysely<Database>, username: string): Promise<boolean> =>
  (await findLogin(db, [username])) !== undefined

/** Returns false when the name is taken. */
export async function addLogin(
  tx: Tx,
  login: { username: string; tenant_id: string; account_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('login')
    .values(login)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function removeLogin(
  tx: Tx,
  tenantId: string,
  accountId: string,
  username: string,
): Promise<void> {
  await tx
    .deleteFrom('login')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('username', '=', username)
    .execute()
}

export const findAccount = (tx: Tx, tenantId: string, accountId: string) =>
  tx
    .selectFrom('account')
    .select([
      'account_id',
      'username',
      'nickname',
      'is_main',
      'password_hash',
      'operation_hash',
      'operation_locked_at',
      'suspended_at',
    ])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Whether the hashes are still those that were checked. Locks them until this transaction ends, so that nothing is
 * granted for a password that was changed meanwhile.
 */
export async function stillHas(
  tx: Tx,
  tenantId: string,
  accountId: string,
  hash: { password_hash: string } | { operation_hash: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where((eb) => eb.and(hash))
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type NewSession = {
  tenantId: string
  accountId: string
  tokenHash: Buffer
  secretHash: Buffer
  address: string
  userAgent: string
  now: Date
  expiresAt: Date
}

export async function insertSession(tx: Tx, session: NewSession): Promise<string> {
  const row = await tx
    .insertInto('session')
    .values({
      tenant_id: session.tenantId,
      account_id: session.accountId,
      token_hash: session.tokenHash,
      secret_hash: session.secretHash,
      address: session.address,
      user_agent: session.userAgent,
      created_at: session.now,
      expires_at: session.expiresAt,
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  return row.session_id
}

/** The addresses of the account's last logins. */
export async function recentAddresses(tx: Tx, tenantId: string, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('session')
    .select('address')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ address }) => address)
}

/** Ends a session and its signs. */
export async function endOneSession(ctx: Ctx, sessionId: string): Promise<void> {
  await ctx.tx
    .updateTable('session')
    .set({ ended_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('session_id', '=', sessionId)
    .execute()
  await ctx.tx
    .deleteFrom('operation_sign')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('session_id', '=', sessionId)
    .execute()
  await wakeStreams(ctx.tx, ctx.tenant.id)
}

/** Whether this is the merchant of the demo, whose passwords are public. */
export async function isDemo(tx: Tx, tenantId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tenant')
    .select('demo')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.demo ?? false
}

export async function markDemo(tx: Tx, tenantId: string): Promise<void> {
  await tx.updateTable('tenant').set({ demo: true }).where('tenant_id', '=', tenantId).execute()
}

const endOpenSessions = (tx: Tx, tenantId: string, now: Date) =>
  tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)

/** Ends every session of the merchant. */
export async function endAllSessions(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await endOpenSessions(tx, tenantId, now).execute()
  await wakeStreams(tx, tenantId)
}

/** Ends every session of an account, and all their signs. */
export async function endSessionsOf(tx: Tx, tenantId: string, accountId: string, now: Date): Promise<void> {
  await endOpenSessions(tx, tenantId, now).where('account_id', '=', accountId).execute()
  await deleteSignsOf(tx, tenantId, accountId)
  await wakeStreams(tx, tenantId)
}

/** Ends the other sessions of the caller's account, and the signs of all of them. */
export async function endOtherSessions(ctx: SessionCtx): Promise<void> {
  await endOpenSessions(ctx.tx, ctx.tenant.id, ctx.now)
    .where('account_id', '=', ctx.user.id)
    .where('session_id', '!=', ctx.session.id)
    .execute()
  await deleteSignsOf(ctx.tx, ctx.tenant.id, ctx.user.id)
  await wakeStreams(ctx.tx, ctx.tenant.id)
}

export async function deleteSignsOf(tx: Tx, tenantId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('operation_sign')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Those of these sessions that were not ended, by logging out or for the account. They may have expired since. */
export async function unendedSessions(
  { tx, tenantId }: TenantRef,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ session_id: string }>`
    select s.session_id from session s
     where s.tenant_id = ${tenantId} and s.session_id = any(${sessionIds}::bigint[]) and s.ended_at is null`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.session_id))
}

/** Whether a session is open. Locks it until this transaction ends. */
export async function isOpen(tx: Tx, tenantId: string, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('session_id')
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSign(tx: Tx, ctx: OutsideCtx, signHash: Buffer, expiresAt: Date): Promise<void> {
  await tx
    .insertInto('operation_sign')
    .values({
      tenant_id: ctx.tenant.id,
      sign_hash: signHash,
      session_id: ctx.session.id,
      account_id: ctx.user.id,
      expires_at: expiresAt,
    })
    .execute()
}

export async function hasSign(ctx: SessionCtx, signHash: Buffer): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('operation_sign')
    .select('session_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('sign_hash', '=', signHash)
    .where('session_id', '=', ctx.session.id)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the operation password that was checked. Returns false when it was changed meanwhile. */
export async function replaceOperation(
  tx: Tx,
  tenantId: string,
  accountId: string,
  present: string | null,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ operation_hash: next, operation_locked_at: null })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('operation_hash', 'is not distinct from', present)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Hashes = { password_hash?: string; operation_hash?: string | null; operation_locked_at?: Date | null }

export async function setHashes(tx: Tx, tenantId: string, accountId: string, hashes: Hashes): Promise<void> {
  await tx
    .updateTable('account')
    .set(hashes)
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute()
}

export async function nextTenantId(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select nextval('tenant_id_seq') as id`.execute(db)
  return rows[0]?.id ?? '0'
}

type NewMerchant = {
  tenantId: string
  mchName: string
  country: Country
  business: string
  agent: string | null
  username: string
  passwordHash: string
  operationHash: string | null
  now: Date
}

/** Adds the merchant, its main account and the login name. A taken name is a unique violation. */
export async function insertMerchant(tx: Tx, merchant: NewMerchant): Promise<string> {
  const { tenantId } = merchant
  await tx
    .insertInto('tenant')
    .values({
      tenant_id: tenantId,
      mch_name: merchant.mchName,
      country: merchant.country,
      business: merchant.business,
      agent: merchant.agent,
      created_at: merchant.now,
    })
    .execute()
  const { account_id: accountId } = await tx
    .insertInto('account')
    .values({
      tenant_id: tenantId,
      username: merchant.username,
      nickname: merchant.mchName,
      phone: merchant.username,
      is_main: true,
      password_hash: merchant.passwordHash,
      operation_hash: merchant.operationHash,
      created_at: merchant.now,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('login')
    .values({ username: merchant.username, tenant_id: tenantId, account_id: accountId })
    .execute()
  return accountId
}

export const findAgent = (db: Kysely<Database>, code: string) =>
  db.selectFrom('agent').select(['name', 'logo', 'copyright']).where('code', '=', code).executeTakeFirst()
