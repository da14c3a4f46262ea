/** Each binding of a machine to a merchant is a row of its own, and its history stays with that row. */
import type { Ctx, MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { inDeviceScope } from '../../kernel/scope.ts'

const mostBindings = 20

/** All bindings of a machine to the caller's merchant, the latest first, so that the history of each can be read. */
export async function bindingsOf(ctx: Ctx, sn: string): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select('device_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('sn', '=', sn)
    .where(inDeviceScope(ctx, { device: 'device_id', store: 'store_id' }))
    .orderBy('device_id', 'desc')
    .limit(mostBindings)
    .execute()
  return rows.map((row) => row.device_id)
}

type NewDevice = { sn: string; type: string; title: string; storeId: string | null; rev: string }

/** `rev` continues the settings revisions of the merchant before, so that the machine takes the new settings. */
export async function insertDevice(
  { tx, tenantId }: TenantRef,
  machine: NewDevice,
  now: Date,
): Promise<string> {
  const { device_id: id } = await tx
    .insertInto('device')
    .values({
      tenant_id: tenantId,
      sn: machine.sn,
      type: machine.type,
      title: machine.title,
      store_id: machine.storeId,
      settings_rev: machine.rev,
      bound_at: now,
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the binding and returns its last settings revision. */
export async function releaseDevice({ tx, tenantId, deviceId }: MachineRef, now: Date): Promise<string> {
  const { settings_rev: rev } = await tx
    .updateTable('device')
    .set({ unbound_at: now })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('unbound_at', 'is', null)
    .returning('settings_rev')
    .executeTakeFirstOrThrow()
  return rev
}
