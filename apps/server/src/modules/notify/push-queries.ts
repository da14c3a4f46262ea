import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'

/** Stores a browser of the caller, and forgets the oldest ones beyond `most`. */
export async function storePush(ctx: Ctx, digest: Buffer, sealed: Buffer, most: number): Promise<void> {
  const created = ctx.now
  await ctx.tx
    .insertInto('push_subscription')
    .values({
      tenant_id: ctx.tenant.id,
      account_id: ctx.user.id,
      endpoint_digest: digest,
      sealed,
      created_at: created,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id', 'endpoint_digest'])
        .doUpdateSet({ sealed, created_at: created }),
    )
    .execute()
  await sql`
    delete from push_subscription
     where tenant_id = ${ctx.tenant.id} and account_id = ${ctx.user.id} and endpoint_digest in (
       select p.endpoint_digest from push_subscription p
        where p.tenant_id = ${ctx.tenant.id} and p.account_id = ${ctx.user.id}
        order by p.created_at desc offset ${most})`.execute(ctx.tx)
}

export async function forgetPush(ctx: Ctx, digest: Buffer): Promise<void> {
  await ctx.tx
    .deleteFrom('push_subscription')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .where('endpoint_digest', '=', digest)
    .execute()
}
