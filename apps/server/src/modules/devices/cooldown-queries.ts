import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'

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
