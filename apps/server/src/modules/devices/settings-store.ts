/** What machines should be like: desired state, counted, and sent by whichever gateway has the machine. */
import { defaultSettings, type DeviceSettings, settingNames } from '@slotwise/contract'
import { sql } from 'kysely'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { machineChannel, tellGateways } from './registry-store.ts'

/** The settings of a machine: those of its merchant, and ours where he has said nothing. */
export function settingsIn(row: { settings: unknown }): DeviceSettings {
  const saved = row.settings as Partial<DeviceSettings>
  const known = settingNames.map((name) => [name, saved[name] ?? defaultSettings[name]])
  return Object.fromEntries(known) as DeviceSettings
}

type Place = Pick<MachineCtx, 'tx' | 'tenantId' | 'deviceId' | 'sn'>

/** Something that the machine has to know has changed. Answers with the revision that says so. */
export async function changeSettings(
  { tx, tenantId, deviceId, sn }: Place,
  names: readonly string[],
): Promise<string> {
  const { settings_rev: rev } = await tx
    .updateTable('device')
    .set({
      settings_rev: sql<string>`settings_rev + 1`,
      changed_revs: sql<string>`changed_revs ||
        (select coalesce(jsonb_object_agg(name, settings_rev + 1), '{}') from unnest(${names}::text[]) name)`,
    })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .returning('settings_rev')
    .executeTakeFirstOrThrow()
  await tellGateways(tx, sn)
  return rev
}

/** The same on many machines at once. */
export async function changeSettingsOfAll(
  { tx, tenantId }: Pick<Place, 'tx' | 'tenantId'>,
  deviceIds: readonly string[],
  name: string,
): Promise<void> {
  await sql`
    with changed as (
      update device set settings_rev = settings_rev + 1,
             changed_revs = changed_revs || jsonb_build_object(${name}::text, settings_rev + 1)
       where tenant_id = ${tenantId} and device_id = any(${deviceIds}::bigint[])
      returning sn)
    select pg_notify(${machineChannel}, sn) from changed`.execute(tx)
}

export type Desired = { settings_rev: string; settings: unknown; type: string; title: string }

/** The settings that a machine should have. Undefined once it is somebody else's. */
export const desiredSettings = ({ tx, tenantId, deviceId }: MachineCtx): Promise<Desired | undefined> =>
  tx
    .selectFrom('device')
    .select(['settings_rev', 'settings', 'type', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('unbound_at', 'is', null)
    .executeTakeFirst()
