/** How reports and results of machines change the stock of their slots. */
import { capabilities, type CommandItem, type MachineType } from '@slotwise/contract'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { changeSettings, desiredSettings } from '../devices/index.ts'
import { forgetSlotReports, slotsNamedAt } from '../presence/index.ts'
import { lossesSince } from './loss-queries.ts'
import { believable } from './machine-count.ts'
import * as queries from './slot-queries.ts'
import {
  adopt,
  bookedFor,
  by,
  forgetHeldBack,
  holdBack,
  recentCommands,
  type Moved,
  moveRenumbered,
  moveStock,
  type Mover,
  none,
  noteBooked,
  theMachine,
} from './stock-queries.ts'
import { askedOf, causesOf, isRearranging, searchSince, totals } from './recent-commands.ts'

/**
 * What a report says of the stock: pieces that came or went for an unknown reason, and slots reported for the first
 * time.
 */
export type SlotNews = {
  moved: { ch: number; n: number }[]
  first: { ch: number; qty: number; max: number }[]
  /** When the machine reported all of its slots before; given when this report contains all. */
  allSince?: Date
  /** All slots of the machine, when it reports them for the first time. */
  all?: number[]
}

/**
 * Corrects our stock by a count of the machine.
 *
 * - Only changes since its last count are booked, not a difference to our stock. What no command explains is booked as
 *   the machine's correction.
 * - A slot that it names for the first time, and that has no line in the ledger, gets the machine's quantity.
 * - Pieces that are gone from a slot while a command dispenses from it are booked for that command, whether the count
 *   or the result comes first; pieces gone after a test are booked for the test.
 * - While slots may be getting other numbers, counts are not compared. Their changes are held back until the command
 *   has ended.
 */
export async function correctStock(
  ctx: MachineCtx,
  { moved, first, all, allSince }: SlotNews,
): Promise<void> {
  if (first.length === 0 && moved.length === 0 && !allSince) return
  const recent = await recentCommands(ctx)
  const search = allSince && searchSince(recent, allSince)
  if (search) return matchMachine(ctx, search)
  if (isRearranging(recent, ctx.now)) return holdBack(ctx, moved)
  if (first.length > 0) await meetSlots(ctx, first, all ?? [])
  const slots = new Set(moved.map(({ ch }) => ch))
  const causes = causesOf(recent, ctx.now).filter(({ pieces }) => pieces.some(({ ch }) => slots.has(ch)))
  const booked = await bookedFor(
    ctx,
    causes.map(({ command }) => command.command_id),
  )
  let rest: readonly Moved[] = moved
  for (const { command, reason, pieces } of causes) {
    const missing = pieces.map(({ ch, n }) => ({ ch, n: n - booked(command.command_id, ch) }))
    rest = await bookFallen(ctx, rest, missing, { reason, command })
  }
  if (rest.length > 0) await move(ctx, rest, { reason: 'machine', by: theMachine })
}

/**
 * Books at most these pieces of those that are gone, with their reason. Returns the rest that is still to explain.
 */
async function bookFallen(
  ctx: MachineCtx,
  moved: readonly Moved[],
  pieces: readonly Moved[],
  { reason, command }: { reason: 'test' | 'remote'; command: Giver },
): Promise<Moved[]> {
  const most = new Map(pieces.map(({ ch, n }) => [ch, n]))
  const fell = moved
    .map(({ ch, n }) => ({ ch, n: -Math.min(Math.max(0, -n), Math.max(0, most.get(ch) ?? 0)) }))
    .filter(({ n }) => n < 0)
  if (fell.length > 0) await move(ctx, fell, { reason, by: giverOf(command), command: command.command_id })
  const gone = new Map(fell.map(({ ch, n }) => [ch, n]))
  return moved.map(({ ch, n }) => ({ ch, n: n - (gone.get(ch) ?? 0) })).filter(({ n }) => n !== 0)
}

/**
 * Handles slots that the machine reports for the first time: missing ones are added, the others get the machine's
 * figures. Slots of pulses get no size, because they hold nothing.
 */
async function meetSlots(ctx: MachineCtx, first: SlotNews['first'], all: readonly number[]): Promise<void> {
  const type = await typeOf(ctx)
  const ours = new Map((await queries.readSlots(ctx)).map((slot) => [slot.channel_sn, slot]))
  const missing = all.filter((number) => !ours.has(number))
  const sized = type.moves !== 'pulses'
  if (missing.length > 0) await queries.addSlots(ctx, withinType(type, missing, ours.size), '0', { sized })
  if (!sized) return
  await adopt(
    ctx,
    first.filter(({ ch }) => ours.get(ch)?.max === 0),
    first
      .filter(({ ch }) => ours.get(ch)?.goods_id)
      .map(({ ch, qty, max }) => ({ ch, max, qty: believable(qty, max) })),
  )
}

const move = (
  ctx: MachineCtx,
  changes: readonly Moved[],
  why: { reason: 'test' | 'machine' | 'remote'; by: Mover; command?: string },
): Promise<Moved[]> => moveStock(ctx, { slots: changes.map(({ ch }) => ch), to: by(changes), ...why })

type Type = { moves?: string; slots: number }

/** The capabilities of the machine's type; no slots once it has left its merchant. */
async function typeOf(ctx: MachineCtx): Promise<Type> {
  const found = await desiredSettings(ctx)
  return found ? capabilities[found.type as MachineType] : { slots: 0 }
}

/** Limits the slots to as many as the type can have, whatever the machine reports. */
const withinType = (type: Type, numbers: readonly number[], besides = 0): number[] =>
  numbers.slice(0, Math.max(0, type.slots - besides))

export type Finished = {
  command_id: string
  op: string
  args: unknown
  state: string
  username: string
  account_id: string | null
  created_at: Date
  acknowledged_at: Date | null
  items: readonly CommandItem[]
}

/** Books the effects of a command, after its result has arrived. */
export async function bookResult(ctx: MachineCtx, command: Finished): Promise<void> {
  if (command.op === 'dispense') await bookPieces(ctx, command)
  if (command.op === 'setChannels' && (await hasNamedSlots(ctx, command))) await matchMachine(ctx, command)
  if (command.op === 'resetSlot' && command.state === 'done') await renumber(ctx, command)
}

/**
 * A machine reports its slots before the result of the command. With an external broker the two may overtake each
 * other: then the slots are matched, or the counts forgotten, when both have arrived.
 */
const hasNamedSlots = async (ctx: MachineCtx, { created_at: since }: Finished): Promise<boolean> =>
  ((await slotsNamedAt(ctx))?.getTime() ?? 0) >= since.getTime()

type Giver = Pick<Finished, 'command_id' | 'account_id' | 'username'>
const giverOf = ({ account_id: id, username }: Giver): Mover => ({
  id,
  username,
})

/** Books the pieces that came out, as far as they were ordered and no count has shown them already. */
async function bookPieces(ctx: MachineCtx, command: Finished): Promise<void> {
  const asked = new Map(askedOf(command).map(({ ch, n }) => [ch, n]))
  const booked = await bookedFor(ctx, [command.command_id])
  const fell = totals(command.items.filter(({ ok }) => ok))
  // If the machine had not acknowledged the command, counts were booked without it as they came.
  const lost =
    command.acknowledged_at === null
      ? await lostSince(ctx, fell, command.created_at)
      : new Map<number, number>()
  const out = fell
    .map(({ ch, n }) => ({
      ch,
      n: booked(command.command_id, ch) + (lost.get(ch) ?? 0) - Math.min(n, asked.get(ch) ?? 0),
    }))
    .filter(({ n }) => n < 0)
  if (out.length === 0) return
  const why = { reason: 'remote', by: giverOf(command), command: command.command_id } as const
  await noteBooked(ctx, await move(ctx, out, why))
}

/** Pieces by slot that counts have shown missing since then for an unknown reason. */
async function lostSince(
  ctx: MachineCtx,
  slots: readonly { ch: number }[],
  since: Date,
): Promise<Map<number, number>> {
  const { deviceId } = ctx
  const losses = await lossesSince(
    ctx,
    slots.map(({ ch }) => ({ deviceId, ch, since })),
    ['machine'],
  )
  return new Map(totals(losses).map(({ ch, n }) => [ch, n]))
}

/** Matches our slots with those that the machine has reported. */
async function matchMachine(ctx: MachineCtx, command: Giver): Promise<void> {
  const named = (await queries.reportedSlots(ctx)).map((report) => report.channel_sn)
  const numbers = withinType(await typeOf(ctx), named)
  if (numbers.length === 0) return
  const gone = (await queries.lockSlots(ctx))
    .map((slot) => slot.channel_sn)
    .filter((number) => !numbers.includes(number))
  await moveStock(ctx, {
    slots: gone,
    to: none,
    reason: 'init',
    by: giverOf(command),
    command: command.command_id,
  })
  await queries.matchSlots(ctx, numbers, await changeSettings(ctx, ['slots']))
  // An empty slot that is gone is not low any more.
  lookSoon(ctx)
  await forgetHeldBack(ctx)
}

/**
 * Renumbers our slots like the machine's. Nothing is renumbered when a number is kept by another slot; a slot that
 * only the machine had so far is added with its new number.
 */
async function renumber(ctx: MachineCtx, command: Finished): Promise<void> {
  const { slots } = command.args as { slots: { from: number; to: number }[] }
  const ours = new Set((await queries.lockSlots(ctx)).map((slot) => slot.channel_sn))
  const moving = new Set(slots.map(({ from }) => from))
  const known = slots.filter(({ from }) => ours.has(from))
  // Counts of the old numbers must not be compared with those of the new ones.
  if (await hasNamedSlots(ctx, command)) await forgetHeldBack(ctx)
  else await forgetReports(ctx)
  if (known.some(({ to }) => ours.has(to) && !moving.has(to))) return
  const rev = await changeSettings(ctx, ['slots'])
  await moveRenumbered(ctx, known, giverOf(command), command.command_id)
  await queries.renumberSlots(ctx, known, rev)
  const others = slots.filter(({ from }) => !ours.has(from)).map(({ to }) => to)
  await queries.addSlots(ctx, withinType(await typeOf(ctx), others, ours.size), rev)
}

async function forgetReports(ctx: MachineCtx): Promise<void> {
  await queries.deleteReports(ctx)
  await forgetSlotReports(ctx)
}

/** Books out the stock of a machine that leaves its merchant. */
export async function clearStock(ctx: MachineCtx, who: Mover): Promise<void> {
  await moveStock(ctx, { to: none, reason: 'unbind', by: who })
}
