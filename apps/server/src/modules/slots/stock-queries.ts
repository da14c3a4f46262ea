/**
 * The stock of slots: every change locks the slots, updates them and writes a line of the ledger, in one transaction.
 * They are separate statements, because one statement for all three is several times slower on a spread database.
 */
import type { CommandItem, CommandState, StockReason } from '@slotwise/contract'
import { type Expression, sql } from 'kysely'

import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { isOneOf } from '../../kernel/search.ts'
import { crossesLow } from './low-model.ts'
import { renumbered, type Renumbering } from './slot-queries.ts'

type StockRef = MachineRef & { now: Date }
/** The id is null when the machine itself or the operator caused the change. */
export type Mover = { id: string | null; username: string }
export const theMachine: Mover = { id: null, username: '' }

type Move = {
  /** The slots; without it, all slots of the machine. */
  slots?: readonly number[]
  /** The wanted quantity, an expression over columns of `c`. It is limited to what the slot can hold. */
  to: Expression<unknown>
  reason: StockReason
  by: Mover
  command?: string
}

/** Stock that really moved; pieces that did not fit or were not there are not counted. */
export type Moved = { ch: number; n: number }

/**
 * Moves stock. A merchant's move raises the version of the slot, so that concurrent edits are noticed; moves of
 * machines and commands do not.
 */
export const moveStock = async (machine: StockRef, move: Move): Promise<Moved[]> =>
  (await moveWithLine(machine, move)).moved

/** The same, with the number of the last line of the ledger; '0' where nothing moved. */
export async function moveWithLine(
  { tx, tenantId, deviceId, now }: StockRef,
  { slots, to, reason, by, command }: Move,
): Promise<{ moved: Moved[]; lastMove: string }> {
  const step = by === theMachine || command !== undefined ? 0 : 1
  const chosen = slots ? sql`and c.channel_sn = any(${slots}::int[])` : sql``
  const { rows } = await sql<{
    ch: number
    goods: string | null
    before: number
    after: number
    lowLevel: number
  }>`
    select c.channel_sn as ch, c.goods_id as goods, c.quantity as before, c.low_level as "lowLevel",
           case when c.goods_id is null then 0 else greatest(0, least(c.max, (${to})::int)) end as after
      from channel c where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} ${chosen}
     order by c.channel_sn for update`.execute(tx)
  const moved = rows.filter(({ before, after }) => before !== after)
  if (moved.length === 0) return { moved: [], lastMove: '0' }
  const numbers = moved.map(({ ch }) => ch)
  const afters = moved.map(({ after }) => after)
  await sql`
    update channel c set quantity = v.after, rev = c.rev + ${step}
      from unnest(${numbers}::int[], ${afters}::int[]) as v (ch, after)
     where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.channel_sn = v.ch`.execute(tx)
  const lines = await sql<{ move_id: string }>`
    insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, at, account_id, username, command_id)
    select ${tenantId}::bigint, ${deviceId}::bigint, v.ch, v.goods, ${reason}, v.before, v.after, ${now}::timestamptz,
           ${by.id}::bigint, ${by.username}, ${command ?? null}::bigint
      from unnest(${numbers}::int[], ${moved.map(({ goods }) => goods)}::bigint[],
                  ${moved.map(({ before }) => before)}::int[], ${afters}::int[]) as v (ch, goods, before, after)
    returning move_id`.execute(tx)
  if (crossesLow(moved)) lookSoon({ tx, tenantId, now })
  return {
    moved: moved.map(({ ch, before, after }) => ({ ch, n: after - before })),
    lastMove: lastOf(lines.rows.map(({ move_id: id }) => id)),
  }
}

/** The highest of these numbers of the ledger. */
export const lastOf = (moves: readonly string[]): string =>
  String(moves.reduce((last, id) => (BigInt(id) > last ? BigInt(id) : last), 0n))

export const quantity = (value: number) => sql`${value}`
export const full = sql`c.max`
export const none = sql`0`

/** Changes the quantity of each slot by `n` pieces; negative numbers take pieces out. */
export const by = (changes: readonly { ch: number; n: number }[]) => sql`c.quantity + coalesce(
  (select sum(v.n)::int from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as v (ch int, n int)
    where v.ch = c.channel_sn), 0)`

/** Moves the stock in the ledger from old to new numbers, before slots are renumbered. */
export async function moveRenumbered(
  { tx, tenantId, deviceId, now }: StockRef,
  numbers: readonly Renumbering[],
  by: Mover,
  command: string,
): Promise<void> {
  const book = (number: string, before: string, after: string) => sql`
    insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, at, account_id, username, command_id)
    select ${tenantId}::bigint, ${deviceId}::bigint, ${sql.ref(number)}, c.goods_id, 'renumber', ${sql.raw(before)},
           ${sql.raw(after)}, ${now}::timestamptz, ${by.id}::bigint, ${by.username}, ${command}::bigint
      from channel c join ${renumbered(numbers)} on v.from_no = c.channel_sn
     where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.quantity > 0 and v.from_no <> v.to_no
    returning move_id`
  await book('v.from_no', 'c.quantity', '0').execute(tx)
  await book('v.to_no', '0', 'c.quantity').execute(tx)
}

/** Records changes that are booked by messages of machines and that their next counts will show. */
export async function noteBookedAt(
  { tx, tenantId }: TenantRef,
  changes: readonly (Moved & { deviceId: string })[],
): Promise<void> {
  await sql`
    update slot_report r set booked = r.booked + v.n
      from (select device_id, ch, sum(n)::int as n
              from unnest(${changes.map(({ deviceId }) => deviceId)}::bigint[], ${changes.map(({ ch }) => ch)}::int[],
                          ${changes.map(({ n }) => n)}::int[]) as x (device_id, ch, n)
             group by device_id, ch) v
     where r.tenant_id = ${tenantId} and r.device_id = v.device_id and r.channel_sn = v.ch`.execute(tx)
}

/** The same for one machine. */
export const noteBooked = (machine: StockRef, changes: readonly Moved[]): Promise<void> =>
  noteBookedAt(
    machine,
    changes.map((change) => ({ ...change, deviceId: machine.deviceId })),
  )

/** Leaves a change that a count has shown unbooked, so that the next compared count shows it again. */
export const holdBack = (machine: StockRef, changes: readonly Moved[]): Promise<void> =>
  noteBooked(
    machine,
    changes.map(({ ch, n }) => ({ ch, n: -n })),
  )

/** Drops held-back changes, so that the last counts hold as they are. */
export async function forgetHeldBack({ tx, tenantId, deviceId }: StockRef): Promise<void> {
  await tx
    .updateTable('slot_report')
    .set({ booked: 0 })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('booked', '<>', 0)
    .execute()
}

type Counted = { ch: number; qty: number; max: number }

/** Takes over the sizes of slots, and the quantities of those without a line in the ledger. */
export async function adopt(
  machine: StockRef,
  sizes: readonly Counted[],
  counts: readonly Counted[],
): Promise<void> {
  const { tx, tenantId, deviceId } = machine
  if (sizes.length > 0) {
    await sql`update channel c set max = v.max, rev = c.rev + 1
        from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as v (ch int, max int)
       where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.channel_sn = v.ch and c.max = 0
         and v.max > 0`.execute(tx)
    // A slot is low only when its size is known.
    lookSoon(machine)
  }
  if (counts.length === 0) return
  const { rows: counted } = await sql<{ ch: number }>`
    select ch from unnest(${counts.map(({ ch }) => ch)}::int[]) ch
     where exists (select from stock_move m
                    where m.tenant_id = ${tenantId} and m.device_id = ${deviceId} and m.channel_sn = ch)`.execute(
    tx,
  )
  const known = new Set(counted.map(({ ch }) => ch))
  const fresh = counts.filter(({ ch }) => !known.has(ch)).map(({ ch, qty }) => ({ ch, n: qty }))
  if (fresh.length > 0)
    await moveStock(machine, {
      slots: fresh.map(({ ch }) => ch),
      to: by(fresh),
      reason: 'machine',
      by: theMachine,
    })
}

/** A command that may explain a change in a count. */
export type RecentCommand = {
  command_id: string
  account_id: string | null
  username: string
  op: string
  state: CommandState
  args: unknown
  created_at: Date
  sent_at: Date | null
  acknowledged_at: Date | null
  finished_at: Date | null
  items: readonly CommandItem[]
}

/** Commands that move pieces, or slots. */
const relevantOps = ['dispense', 'testOut', 'resetSlot', 'setChannels']
/** Older commands cannot explain a count. */
const mostRecent = 20

/** The newest first. Read with every count that changes something, so it uses a partial index and stops early. */
export const recentCommands = ({ tx, tenantId, deviceId }: StockRef): Promise<RecentCommand[]> =>
  tx
    .selectFrom('command')
    .select(['command_id', 'account_id', 'username', 'op', 'args', 'created_at', 'sent_at'])
    .select(['acknowledged_at', 'finished_at', sql<CommandState>`state`.as('state')])
    .select(sql<CommandItem[]>`items`.as('items'))
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`op in (${sql.join(relevantOps.map((op) => sql.lit(op)))})`)
    .orderBy('command_id', 'desc')
    .limit(mostRecent)
    .execute()

/** Pieces that have been booked for commands already, by slot. */
export async function bookedFor(
  { tx, tenantId }: StockRef,
  commands: readonly string[],
): Promise<(command: string, slot: number) => number> {
  if (commands.length === 0) return () => 0
  const rows = await tx
    .selectFrom('stock_move')
    .select(['command_id', 'channel_sn', sql<number>`sum(before - after)::int`.as('n')])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(commands, 'command_id'))
    .groupBy(['command_id', 'channel_sn'])
    .execute()
  const booked = new Map(rows.map((row) => [`${row.command_id} ${row.channel_sn}`, row.n]))
  return (command, slot) => booked.get(`${command} ${slot}`) ?? 0
}
