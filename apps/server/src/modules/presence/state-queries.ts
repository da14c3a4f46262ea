import { silenceSeconds } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { MachineCtx, MachineRef } from '../../kernel/ctx.ts'
import type { Db, Tx } from '../../kernel/db.ts'
import { isOneOf } from '../../kernel/search.ts'
import { noteTemperatures } from './temperature-queries.ts'

export type State = {
  online: boolean
  since: Date
  boot: string
  reason: string | null
  rssi: number | null
  heard_at: Date | null
  lost_at: Date | null
  told_at: Date | null
  comings: number
  comings_since: Date | null
  contested_at: Date | null
  untold: boolean
  unbound_at: Date | null
}

export const lockState = ({ tx, tenantId, deviceId }: MachineCtx): Promise<State | undefined> =>
  tx
    .selectFrom('device_state')
    .select([
      'online',
      'since',
      'boot',
      'reason',
      'rssi',
      'heard_at',
      'lost_at',
      'told_at',
      'untold',
      'unbound_at',
    ])
    .select(['comings', 'comings_since', 'contested_at'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst()

type Change = Partial<State> & { off?: boolean; switched_at?: Date }

export async function changeState({ tx, tenantId, deviceId }: MachineCtx, change: Change): Promise<void> {
  await tx
    .updateTable('device_state')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** The state of the machine, if it is still bound to this merchant. Locks it until the transaction ends. */
export async function stillBound(ctx: MachineCtx): Promise<State | undefined> {
  const state = await lockState(ctx)
  return state?.unbound_at ? undefined : state
}

/** The content of a heartbeat, and when it came. */
export type Heard = {
  device_id: string
  heard_at: Date
  /** What the heartbeat did not say stays as it was. */
  rssi: number | null
  net: string | null
  app: string | null
  android: string | null
  temperature: number | null
  off: boolean
}

/** Of an online machine `s` nothing was heard for too long before `v`, and no gateway was there to note it. */
const isGap = sql`s.online and s.heard_at < v.silent_since`

const silenceMs = silenceSeconds * 1_000

/**
 * Stores many heartbeats at once. Returns the machines that had been set offline for their silence, and those that
 * were switched on or off.
 */
export async function takeHeard(
  tx: Tx,
  tenantId: string,
  heard: readonly Heard[],
): Promise<{ revived: string[]; switched: string[] }> {
  await lockInOrder(
    tx,
    tenantId,
    heard.map((one) => one.device_id),
  )
  // A statement of a spread database must not compute times with intervals.
  const moments = heard.map((one) => ({ ...one, silent_since: new Date(one.heard_at.getTime() - silenceMs) }))
  const { rows } = await sql<{ device_id: string; revived: boolean; switched: boolean }>`
    update device_state s set heard_at = greatest(s.heard_at, v.heard_at),
           lost_at = case when ${isGap} then s.heard_at else s.lost_at end,
           since = case when ${isGap} then v.heard_at else s.since end,
           rssi = coalesce(v.rssi, s.rssi), net = coalesce(v.net, s.net), app = coalesce(v.app, s.app),
           android = coalesce(v.android, s.android), temperature = v.temperature,
           off = case when v.heard_at <= s.switched_at then s.off else v.off end
      from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as v (
           device_id bigint, heard_at timestamptz, silent_since timestamptz, rssi smallint, net text, app text, android text, temperature real, off boolean)
      join device_state before on before.tenant_id = ${tenantId} and before.device_id = v.device_id
     where s.tenant_id = ${tenantId} and s.device_id = v.device_id
     returning s.device_id, s.off <> before.off as switched,
               (not s.online and (s.reason = 'silence' or (s.reason is null and s.boot = 0))) as revived`.execute(
    tx,
  )
  await noteTemperatures({ tx, tenantId }, heard)
  const which = (is: 'revived' | 'switched') => rows.filter((row) => row[is]).map((row) => row.device_id)
  return { revived: which('revived'), switched: which('switched') }
}

/** Locks states always in the same order, so that concurrent changes of many never deadlock. */
export async function lockInOrder(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('device_state')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'device_id'))
    .orderBy('device_id')
    .forUpdate()
    .execute()
}

/** Resets the counters that a machine's messages are compared with. */
export async function resetCounters({ tx, tenantId, deviceId }: MachineRef): Promise<void> {
  await tx
    .updateTable('device_state')
    .set({ boot: '0', slots_rev: null })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Online machines without a message since `limit`. */
export async function silentSince(tx: Tx, tenantId: string, limit: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('device_state')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where('online', '=', true)
    .where('heard_at', '<', limit)
    .execute()
  return rows.map((row) => row.device_id)
}

/** Machines whose last change has not been sent to the console yet. */
export async function statesToAnnounce(tx: Tx, tenantId: string, lastSentBefore: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('device_state')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where('untold', '=', true)
    .where('told_at', '<', lastSentBefore)
    .execute()
  return rows.map((row) => row.device_id)
}

/** Serial numbers of machines that are still bound. */
export async function snsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('device')
    .select(['device_id', 'sn'])
    .where('tenant_id', '=', tenantId)
    .where('unbound_at', 'is', null)
    .where(isOneOf(ids, 'device_id'))
    .execute()
  return new Map(rows.map((row) => [row.device_id, row.sn]))
}

/** A search that takes longer counts as over, because its end was not reported. */
const longestSearchMs = 10 * 60_000

export const isInitializing = (state: { initializing_since: Date | null }, now: Date): boolean =>
  (state.initializing_since?.getTime() ?? 0) > now.getTime() - longestSearchMs

/** Whether a machine can be sent a command now, and whether it is busy with itself. */
export const readiness = ({
  tx,
  tenantId,
  deviceId,
}: MachineRef): Promise<
  { online: boolean; heard_at: Date | null; initializing_since: Date | null } | undefined
> =>
  tx
    .selectFrom('device_state')
    .select(['online', 'heard_at', 'initializing_since'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    // Unbinding waits until the command is stored, and the other way round.
    .forShare()
    .executeTakeFirst()

/** What is known of the connection of a machine, also of one that has left its merchant. */
export const connectionOf = ({
  tx,
  tenantId,
  deviceId,
}: MachineRef): Promise<
  Pick<State, 'online' | 'since' | 'heard_at' | 'lost_at' | 'unbound_at'> | undefined
> =>
  tx
    .selectFrom('device_state')
    .select(['online', 'since', 'heard_at', 'lost_at', 'unbound_at'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()

/** The initial state of a machine that was just bound: never heard of. */
export async function beginState({ tx, tenantId, deviceId }: MachineRef, now: Date): Promise<void> {
  await tx
    .insertInto('device_state')
    .values({ tenant_id: tenantId, device_id: deviceId, since: now })
    .execute()
}

/** Ends the state of an unbound machine: it is offline, and its faults end, because no report will end them. */
export async function endState({ tx, tenantId, deviceId }: MachineRef, now: Date): Promise<void> {
  await tx
    .updateTable('device_fault')
    .set({ cleared_at: now })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('cleared_at', 'is', null)
    .execute()
  await tx
    .updateTable('device_state')
    .set({ online: false, since: now, reason: 'unbound', unbound_at: now })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Merchants with machines. */
export async function merchantsWithMachines(db: Db['main']): Promise<string[]> {
  const rows = await db
    .selectFrom('machine')
    .select('tenant_id')
    .distinct()
    .where('tenant_id', 'is not', null)
    .execute()
  return rows.flatMap((row) => row.tenant_id ?? [])
}

/** When the merchant got the machine. */
export async function boundAt({ tx, tenantId, deviceId }: MachineRef): Promise<Date> {
  const { bound_at: at } = await tx
    .selectFrom('device')
    .select('bound_at')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return at
}

/** The store of a machine; it decides who receives the machine's events. */
export async function storeOf({ tx, tenantId, deviceId }: MachineCtx): Promise<string | null> {
  const row = await tx
    .selectFrom('device')
    .select('store_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.store_id ?? null
}
