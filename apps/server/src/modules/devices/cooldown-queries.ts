import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'

export type Cooldown = 'restart' | 'test' | 'edit'

/** Begins a pause and returns 0, or returns the seconds that are left of the present one. */
export async function beginCooldown(
  { tx, tenant, now }: Ctx,
  deviceId: string,
  kind: Cooldown,
  seconds: number,
): Promise<number> {
  const until = new Date(now.getTime() + seconds * 1000)
  const begun = await tx
    .insertInto('device_cooldown')
    .values({ tenant_id: tenant.id, device_id: deviceId, kind, until })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'device_id', 'kind'])
        .doUpdateSet({ until })
        .where('device_cooldown.until', '<=', now),
    )
    .returning('until')
    .executeTakeFirst()
  if (begun) return 0
  const { left } = await tx
    .selectFrom('device_cooldown')
    .select(sql<number>`extract(epoch from until - ${now}::timestamptz)::float`.as('left'))
    .where('tenant_id', '=', tenant.id)
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Math.max(1, Math.ceil(left))
}

/**
 * Begins a pause of each machine that is not in one. Returns the machines whose pause has begun. Two statements, because
 * a spread database takes no value in what follows the conflict of an inserted selection.
 */
export async function beginCooldowns(
  { tx, tenant, now }: Ctx,
  deviceIds: readonly string[],
  kind: Cooldown,
  seconds: number,
): Promise<Set<string>> {
  const until = new Date(now.getTime() + seconds * 1000)
  const again = await tx
    .updateTable('device_cooldown')
    .set({ until })
    .where('tenant_id', '=', tenant.id)
    .where(isOneOf(deviceIds, 'device_id'))
    .where('kind', '=', kind)
    .where('until', '<=', now)
    .returning('device_id')
    .execute()
  const { rows: first } = await sql<{ device_id: string }>`
    insert into device_cooldown (tenant_id, device_id, kind, until)
    select ${tenant.id}::bigint, id, ${kind}, ${until}::timestamptz from unnest(${deviceIds}::bigint[]) id
    on conflict do nothing
    returning device_id`.execute(tx)
  return new Set([...again, ...first].map((row) => row.device_id))
}
