import type { CommandState } from '@slotwise/contract'
import type { CommandOp, SlotResult } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'

/** One merchant's commands, in a transaction of his. */
export type Place = { tx: Tx; tenantId: string }

export type CommandRow = {
  command_id: string
  device_id: string
  sn: string
  op: string
  args: unknown
  attach: string
  state: CommandState
  account_id: string | null
  username: string
  created_at: Date
  expires_at: Date
  due_at: Date
  acknowledged_at: Date | null
  finished_at: Date | null
  fault: string | null
  why: string | null
  items: SlotResult[]
}

const columns = [
  'command_id',
  'device_id',
  'sn',
  'op',
  'args',
  'attach',
  'account_id',
  'username',
  'created_at',
  'expires_at',
  'due_at',
  'acknowledged_at',
  'finished_at',
  'fault',
  'why',
] as const
const state = sql<CommandState>`state`.as('state')
const items = sql<SlotResult[]>`items`.as('items')

type NewCommand = Pick<CommandRow, 'device_id' | 'sn' | 'op' | 'args' | 'attach' | 'username'> & {
  account_id: string | null
  created_at: Date
  expires_at: Date
  due_at: Date
}

export const insertCommand = ({ tx, tenantId }: Place, command: NewCommand): Promise<CommandRow> =>
  tx
    .insertInto('command')
    .values({ ...command, tenant_id: tenantId, args: JSON.stringify(command.args) })
    .returning([...columns, state, items])
    .executeTakeFirstOrThrow()

type Change = {
  state: CommandState
  due_at?: Date
  sent_at?: Date
  acknowledged_at?: Date
  finished_at?: Date | null
  fault?: string | null
  why?: string | null
  items?: readonly SlotResult[]
}

type Which = {
  id: string
  /** Only one of this machine. */
  device?: string
  from: readonly CommandState[]
  /** Only while it may still be carried out, or once it has to be decided. */
  before?: Date
  due?: Date
  /** A machine cannot know of what never left. */
  wasSent?: boolean
}

/**
 * The one way a command changes: from one of these states, or not at all. What nobody may read later goes with the end.
 */
export async function moveCommand(
  { tx, tenantId }: Place,
  { id, device, from, before, due, wasSent }: Which,
  { items: results, ...change }: Change,
): Promise<CommandRow | undefined> {
  let query = tx
    .updateTable('command')
    .set({
      ...change,
      ...(results ? { items: JSON.stringify(results) } : {}),
      ...(change.finished_at
        ? { args: sql<string>`case when op = 'rotateKey' then '{}'::jsonb else args end` }
        : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('command_id', '=', id)
    .where('state', 'in', from)
  if (device !== undefined) query = query.where('device_id', '=', device)
  if (before) query = query.where('expires_at', '>', before)
  if (due) query = query.where('due_at', '<=', due)
  if (wasSent) query = query.where('sent_at', 'is not', null)
  return query.returning([...columns, state, items]).executeTakeFirst()
}

export const findCommand = (
  { tx, tenantId, deviceId }: Place & { deviceId: string },
  id: string,
): Promise<CommandRow | undefined> =>
  tx
    .selectFrom('command')
    .select([...columns, state, items])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('command_id', '=', id)
    .executeTakeFirst()

/** Of one machine, the newest first. */
export const historyOf = ({ tx, tenantId }: Place, deviceId: string, atMost: number): Promise<CommandRow[]> =>
  tx
    .selectFrom('command')
    .select([...columns, state, items])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .orderBy('command_id', 'desc')
    .limit(atMost)
    .execute()

/** Those that have not ended. */
export async function openCommands({ tx, tenantId }: Place, deviceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('command')
    .select('command_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('state', 'in', ['created', 'sent', 'acknowledged'])
    .orderBy('command_id')
    .execute()
  return rows.map((row) => row.command_id)
}

/** Whether the machine has one of these to do. */
export async function hasOpen(
  { tx, tenantId, deviceId }: Pick<MachineCtx, 'tx' | 'tenantId' | 'deviceId'>,
  ops: readonly CommandOp[],
): Promise<boolean> {
  const row = await tx
    .selectFrom('command')
    .select('command_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('state', 'in', ['created', 'sent', 'acknowledged'])
    .where('op', 'in', ops)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** When an open one has to be decided at the latest; undefined when it has ended. */
export async function dueOf({ tx, tenantId }: Place, id: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('command')
    .select('due_at')
    .where('tenant_id', '=', tenantId)
    .where('command_id', '=', id)
    .where('state', 'in', ['created', 'sent', 'acknowledged'])
    .executeTakeFirst()
  return row?.due_at
}

export const dueTask = 'command-due'

/** Has somebody look at it then, whatever becomes of this process. */
export async function lookAgainAt({ tx, tenantId }: Place, id: string, moment: Date): Promise<void> {
  const payload = JSON.stringify({ tenant: tenantId, command: id })
  await sql`select enqueue_at(${dueTask}, ${payload}::json, ${`${dueTask}:${tenantId}:${id}`}, ${moment})`.execute(
    tx,
  )
}

/** What gateways listen to: a command waits to be sent. */
export const commandChannel = 'slotwise_command'

export async function callGateways({ tx, tenantId }: Place, sn: string, id: string): Promise<void> {
  await sql`select pg_notify(${commandChannel}, ${`${tenantId} ${sn} ${id}`})`.execute(tx)
}
