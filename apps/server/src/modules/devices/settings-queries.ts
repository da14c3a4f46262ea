/**
 * Settings of machines are desired state with a revision; the gateway to which the machine is connected sends them.
 */
import { defaultSettings, type DeviceSettings, settingNames } from '@slotwise/contract'
import { sql } from 'kysely'

import type { MachineCtx, MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'

/** The settings of a machine: the merchant's, and the defaults for those that the merchant has not set. */
export function settingsIn(row: { settings: unknown }): DeviceSettings {
  const saved = row.settings as Partial<DeviceSettings>
  const known = settingNames.map((name) => [name, saved[name] ?? defaultSettings[name]])
  return Object.fromEntries(known) as DeviceSettings
}

/** Gateways listen to this channel for machines whose settings or merchant have changed. */
export const machineChannel = 'slotwise_machine'

export async function notifyGateways({ tx }: Pick<TenantRef, 'tx'>, ...sns: string[]): Promise<void> {
  await sql`select pg_notify(${machineChannel}, sn) from unnest(${sns}::text[]) sn`.execute(tx)
}

/** The next revision, noted for each of the names. */
const raised = (names: readonly string[]) => ({
  settings_rev: sql<string>`settings_rev + 1`,
  changed_revs: sql<string>`changed_revs ||
    (select coalesce(jsonb_object_agg(name, settings_rev + 1), '{}') from unnest(${names}::text[]) name)`,
})

/** Raises the settings revision for these names and notifies the gateways. Returns the new revision. */
export async function changeSettings(
  { tx, tenantId, deviceId, sn }: MachineRef & { sn: string },
  names: readonly string[],
): Promise<string> {
  const { settings_rev: rev } = await tx
    .updateTable('device')
    .set(raised(names))
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .returning('settings_rev')
    .executeTakeFirstOrThrow()
  await notifyGateways({ tx }, sn)
  return rev
}

/** The same for many machines at once. */
export async function changeSettingsOfAll(
  { tx, tenantId }: TenantRef,
  deviceIds: readonly string[],
  name: string,
): Promise<void> {
  const changed = await tx
    .updateTable('device')
    .set(raised([name]))
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(deviceIds, 'device_id'))
    .returning('sn')
    .execute()
  await notifyGateways({ tx }, ...changed.map(({ sn }) => sn))
}

export type Desired = { settings_rev: string; settings: unknown; type: string; title: string }

/** The settings that a machine should have. Undefined after it has left the merchant. */
export const desiredSettings = ({ tx, tenantId, deviceId }: MachineCtx): Promise<Desired | undefined> =>
  tx
    .selectFrom('device')
    .select(['settings_rev', 'settings', 'type', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('unbound_at', 'is', null)
    .executeTakeFirst()

/**
 * Returns false for a revision that was never sent, or one older than the last that the machine has applied. With new
 * software it may report the same revision again and support other settings.
 */
export async function markApplied(
  { tx, tenantId, deviceId, now }: MachineCtx,
  { rev, unsupported = [] }: { rev: number; unsupported?: readonly string[] },
): Promise<boolean> {
  const cannot = sql<string[]>`${[...new Set(unsupported)].toSorted()}::text[]`
  const row = await tx
    .updateTable('device')
    .set((eb) => ({
      applied_rev: String(rev),
      applied_at: eb.case().when('applied_rev', '<', String(rev)).then(now).else(eb.ref('applied_at')).end(),
      unsupported_settings: cannot,
    }))
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('settings_rev', '>=', String(rev))
    .where((eb) =>
      eb.or([
        eb('applied_rev', '<', String(rev)),
        eb.and([eb('applied_rev', '=', String(rev)), eb('unsupported_settings', '<>', cannot)]),
      ]),
    )
    .returning('device_id')
    .executeTakeFirst()
  return row !== undefined
}
