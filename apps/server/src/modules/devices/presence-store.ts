import { sql } from 'kysely'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { isOneOf } from '../../kernel/search.ts'

export type State = {
  online: boolean
  since: Date
  boot: string
  status_mid: string | null
  reason: string | null
  rssi: number | null
  heard_at: Date | null
  told_at: Date | null
  untold: boolean
}

export const lockState = ({ tx, tenantId, deviceId }: MachineCtx): Promise<State | undefined> =>
  tx
    .selectFrom('device_state')
    .select(['online', 'since', 'boot', 'status_mid', 'reason', 'rssi', 'heard_at', 'told_at', 'untold'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst()

type Change = Partial<State> & {
  slots_rev?: string
  slots_at?: Date
  off?: boolean
  switched_at?: Date
}

export async function changeState({ tx, tenantId, deviceId }: MachineCtx, change: Change): Promise<void> {
  await tx
    .updateTable('device_state')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** How the machine is, if it is still this merchant's. Holds it there until the end of the transaction. */
export async function stillBound(ctx: MachineCtx): Promise<State | undefined> {
  const state = await lockState(ctx)
  return state?.reason === 'unbound' ? undefined : state
}

/** What a heartbeat told, and when it came. */
export type Heard = {
  device_id: string
  heard_at: Date
  rssi: number
  net: string
  app: string
  android: string
  temperature: number | null
  off: boolean
}

/** Takes in many heartbeats at once. Answers with machines that had been given up for their silence, or are on or off now. */
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
  const { rows } = await sql<{ device_id: string; revived: boolean; switched: boolean }>`
    update device_state s set heard_at = greatest(s.heard_at, v.heard_at), rssi = v.rssi, net = v.net, app = v.app,
           android = v.android, temperature = v.temperature,
           off = case when v.heard_at <= s.switched_at then s.off else v.off end
      from jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) as v (
           device_id bigint, heard_at timestamptz, rssi smallint, net text, app text, android text, temperature smallint, off boolean)
      join device_state before on before.tenant_id = ${tenantId} and before.device_id = v.device_id
     where s.tenant_id = ${tenantId} and s.device_id = v.device_id
     returning s.device_id, s.off <> before.off as switched,
               (not s.online and (s.reason = 'silence' or (s.reason is null and s.boot = 0))) as revived`.execute(
    tx,
  )
  const which = (is: 'revived' | 'switched') => rows.filter((row) => row[is]).map((row) => row.device_id)
  return { revived: which('revived'), switched: which('switched') }
}

/** Always in the same order, so that those who change many at once never wait for each other. */
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

/** Forgets how far a machine has counted. */
export async function countAnew({
  tx,
  tenantId,
  deviceId,
}: Pick<MachineCtx, 'tx' | 'tenantId' | 'deviceId'>) {
  await tx
    .updateTable('device_state')
    .set({ boot: '0', status_mid: null, slots_rev: null })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Machines that count as online and have said nothing since. */
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

/** Machines whose last change the console has not heard of yet. */
export async function untold(tx: Tx, tenantId: string, toldBefore: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('device_state')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where('untold', '=', true)
    .where('told_at', '<', toldBefore)
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

/** A machine that looks for its slots for longer has forgotten to say that it found them. */
const longestSearchMs = 10 * 60_000

export const isInitializing = (state: { initializing_since: Date | null }, now: Date): boolean =>
  (state.initializing_since?.getTime() ?? 0) > now.getTime() - longestSearchMs

/** Whether a machine can be told something now, and whether it is busy with itself. */
export const readiness = ({
  tx,
  tenantId,
  deviceId,
}: Pick<MachineCtx, 'tx' | 'tenantId' | 'deviceId'>): Promise<
  { online: boolean; heard_at: Date | null; initializing_since: Date | null } | undefined
> =>
  tx
    .selectFrom('device_state')
    .select(['online', 'heard_at', 'initializing_since'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    // A machine that leaves its merchant waits for who is telling it something, and the other way round.
    .forShare()
    .executeTakeFirst()
