import type { CommandState } from '@slotwise/contract'
import type { CommandOp, SlotResult } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import { runJobAt } from '../../kernel/asked-jobs.ts'
import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { isOneOfTexts } from '../../kernel/search.ts'

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

export const insertCommand = ({ tx, tenantId }: TenantRef, command: NewCommand): Promise<CommandRow> =>
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
  /** Only a command of this machine. */
  device?: string
  from: readonly CommandState[]
  /** `before`: only while it may still be carried out; `due`: only once it has to be decided. */
  before?: Date
  due?: Date
  /** Only if it was sent, because a machine cannot report on a command that was never sent. */
  wasSent?: boolean
  /** Not where this was said as the end of it: the machine's own word counts once. */
  unlessWhy?: string
}

/**
 * The only way in which a command changes: from one of these states, or not at all. When the command ends, a secret
 * in its arguments is deleted.
 */
export async function moveCommand(
  { tx, tenantId }: TenantRef,
  { id, device, from, before, due, wasSent, unlessWhy }: Which,
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
    .where(isOneOfTexts(from, 'state'))
  if (device !== undefined) query = query.where('device_id', '=', device)
  if (before) query = query.where('expires_at', '>', before)
  if (due) query = query.where('due_at', '<=', due)
  if (unlessWhy !== undefined) query = query.where('why', 'is distinct from', unlessWhy)
  if (wasSent) query = query.where('sent_at', 'is not', null)
  return query.returning([...columns, state, items]).executeTakeFirst()
}

export const findCommand = (
  { tx, tenantId, deviceId }: MachineRef,
  id: string,
): Promise<CommandRow | undefined> =>
  tx
    .selectFrom('command')
    .select([...columns, state, items])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('command_id', '=', id)
    .executeTakeFirst()

/** The commands of one machine, the newest first. */
export const historyOf = (
  { tx, tenantId }: TenantRef,
  deviceId: string,
  atMost: number,
): Promise<CommandRow[]> =>
  tx
    .selectFrom('command')
    .select([...columns, state, items])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .orderBy('command_id', 'desc')
    .limit(atMost)
    .execute()

/** Written as in the index of open commands, which is used only then. */
const isOpen = sql<boolean>`state in ('created', 'sent', 'acknowledged')`

/** Commands that have not ended. */
export async function openCommands({ tx, tenantId }: TenantRef, deviceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('command')
    .select('command_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(isOpen)
    .orderBy('command_id')
    .execute()
  return rows.map((row) => row.command_id)
}

/** Whether the machine has an open command of these kinds. */
export async function hasOpen(
  { tx, tenantId, deviceId }: MachineRef,
  ops: readonly CommandOp[],
): Promise<boolean> {
  const row = await tx
    .selectFrom('command')
    .select('command_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(isOpen)
    .where(isOneOfTexts(ops, 'op'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The latest time to decide an open command; undefined when it has ended. */
export async function dueOf({ tx, tenantId }: TenantRef, id: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('command')
    .select('due_at')
    .where('tenant_id', '=', tenantId)
    .where('command_id', '=', id)
    .where(isOpen)
    .executeTakeFirst()
  return row?.due_at
}

export const dueTask = 'command-due'

/** Queues a check for that time, which the worker runs even if this process ends. */
export const lookAgainAt = (ref: TenantRef, id: string, moment: Date): Promise<void> =>
  runJobAt(ref, dueTask, { command: id }, moment)

/** Commands of the machine that no gateway has sent yet and that are still valid, the oldest first. */
export async function unsentCommands({ tx, tenantId, deviceId }: MachineRef, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('command')
    .select('command_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('state', '=', 'created')
    .where('expires_at', '>', now)
    .orderBy('command_id')
    .execute()
  return rows.map((row) => row.command_id)
}

/** Gateways listen to this channel for commands to send. */
export const commandChannel = 'slotwise_command'

export async function callGateways({ tx, tenantId }: TenantRef, sn: string, id: string): Promise<void> {
  await sql`select pg_notify(${commandChannel}, ${`${tenantId} ${sn} ${id}`})`.execute(tx)
}

export const deleteCommandsBefore = (
  { tx, tenantId }: TenantRef,
  created: Date,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('command')
      .where('tenant_id', '=', tenantId)
      .where('command_id', 'in', (eb) =>
        eb
          .selectFrom('command')
          .select('command_id')
          .where('tenant_id', '=', tenantId)
          .where('created_at', '<', created)
          .limit(atMost),
      ),
  )
