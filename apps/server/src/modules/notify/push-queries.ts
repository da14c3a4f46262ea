/** Browsers that take messages. */
import { sql } from 'kysely'

import type { SessionCtx, TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'

export type NewBrowser = { digest: Buffer; sealed: Buffer }

/** The account that has this browser, among those of the merchant. */
export async function ownerOf({ tx, tenantId }: TenantRef, digest: Buffer): Promise<string | undefined> {
  const row = await tx
    .selectFrom('push_subscription')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('endpoint_digest', '=', digest)
    .executeTakeFirst()
  return row?.account_id
}

/** Stores a browser of the caller, who takes it over from another account, and forgets the oldest ones beyond `most`. */
export async function storePush(
  ctx: SessionCtx,
  { digest, sealed }: NewBrowser,
  most: number,
): Promise<void> {
  await ctx.tx
    .insertInto('push_endpoint')
    .values({ endpoint_digest: digest, tenant_id: ctx.tenant.id })
    .onConflict((conflict) => conflict.column('endpoint_digest').doUpdateSet({ tenant_id: ctx.tenant.id }))
    .execute()
  const browser = {
    account_id: ctx.user.id,
    session_id: ctx.session.id,
    sealed,
    locale: ctx.locale,
    created_at: ctx.now,
    failing_since: null,
  }
  await ctx.tx
    .insertInto('push_subscription')
    .values({ tenant_id: ctx.tenant.id, endpoint_digest: digest, ...browser })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'endpoint_digest']).doUpdateSet(browser))
    .execute()
  await sql`
    delete from push_subscription
     where tenant_id = ${ctx.tenant.id} and push_id = any(array(
       select p.push_id from push_subscription p
        where p.tenant_id = ${ctx.tenant.id} and p.account_id = ${ctx.user.id}
        order by p.created_at desc, p.push_id desc offset ${most}))`.execute(ctx.tx)
}

/** Forgets a browser of the caller. Returns false when the caller has no such browser. */
export async function forgetPush(ctx: SessionCtx, digest: Buffer): Promise<boolean> {
  const deleted = await countDeleted(
    ctx.tx
      .deleteFrom('push_subscription')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('account_id', '=', ctx.user.id)
      .where('endpoint_digest', '=', digest),
  )
  return deleted > 0
}

export type Browser = {
  push_id: string
  account_id: string
  session_id: string
  endpoint_digest: Buffer
  sealed: Buffer
  locale: string
  created_at: Date
  failing_since: Date | null
}

const browsers = ({ tx, tenantId }: TenantRef) =>
  tx
    .selectFrom('push_subscription')
    .select([
      'push_id',
      'account_id',
      'session_id',
      'endpoint_digest',
      'sealed',
      'locale',
      'created_at',
      'failing_since',
    ])
    .where('tenant_id', '=', tenantId)

/** Locks a browser. It is locked before its messages, which are deleted with it. */
export const lockBrowser = (ref: TenantRef, pushId: string): Promise<Browser | undefined> =>
  browsers(ref).where('push_id', '=', pushId).forUpdate().executeTakeFirst()

export const listBrowsers = (ref: TenantRef): Promise<Browser[]> => browsers(ref).execute()

/** Those of these browsers that were taken over by another merchant. */
export async function takenOver(
  { tx, tenantId }: TenantRef,
  digests: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    select encode(endpoint_digest, 'hex') as digest from push_endpoint
     where endpoint_digest = any(${digests}::bytea[]) and tenant_id <> ${tenantId}`.execute(tx)
  return new Set(rows.map((row) => row.digest))
}

/** Deletes a browser with its messages, unless it was registered again since it was read. */
export async function deleteBrowser(
  { tx, tenantId }: TenantRef,
  { push_id: id, created_at: created }: Browser,
): Promise<void> {
  await tx
    .deleteFrom('push_subscription')
    .where('tenant_id', '=', tenantId)
    .where('push_id', '=', id)
    .where('created_at', '=', created)
    .execute()
}

/** The browsers that are the merchant's, by their digests in hex. */
export async function endpointsOf({ tx, tenantId }: TenantRef): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    select encode(endpoint_digest, 'hex') as digest from push_endpoint where tenant_id = ${tenantId}`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.digest))
}

/** Forgets that these browsers were the merchant's. */
export async function releaseEndpoints(
  { tx, tenantId }: TenantRef,
  digests: Iterable<string>,
): Promise<void> {
  const released = [...digests].map((digest) => Buffer.from(digest, 'hex'))
  await sql`
    delete from push_endpoint where tenant_id = ${tenantId} and endpoint_digest = any(${released}::bytea[])`.execute(
    tx,
  )
}

/** Notes that a browser took a message, or since when it takes none. */
export async function noteFailing(
  { tx, tenantId }: TenantRef,
  pushId: string,
  since: Date | null,
): Promise<void> {
  await tx
    .updateTable('push_subscription')
    .set({ failing_since: since })
    .where('tenant_id', '=', tenantId)
    .where('push_id', '=', pushId)
    .execute()
}
