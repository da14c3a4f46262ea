/** What machines do to the stock of their slots, by their own word. */
import { capabilities, type CommandItem, type MachineType } from '@slotwise/contract'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { changeSettings, desiredSettings, type SlotNews } from '../devices/index.ts'
import * as store from './slot-store.ts'
import {
  adopt,
  bookedFor,
  by,
  forgetHeldBack,
  holdBack,
  latelyTold,
  lostSince,
  type Moved,
  moveRenumbered,
  moveStock,
  type Mover,
  none,
  noteBooked,
  theMachine,
} from './stock-store.ts'
import { askedOf, causesOf, isRearranging, searchSince, totals } from './told.ts'

/**
 * The machine has counted. What changed since its last count, and is not a sale or a command that we know of, is booked
 * as its correction; that it counts otherwise than we do is no reason to change anything. A slot that it names for the
 * first time, and that nobody has counted here, is taken as it says. What is gone from a slot while something is being
 * dispensed from it is what was dispensed, whichever word of the machine comes first; from one that was just tested, it
 * fell out in the test. While its slots may change their numbers, counts compare with nothing, and what they show is
 * held back until it is known whether they did.
 */
export async function correctStock(
  ctx: MachineCtx,
  { moved, first, all, allSince }: SlotNews,
): Promise<void> {
  if (first.length === 0 && moved.length === 0 && !allSince) return
  const told = await latelyTold(ctx)
  const search = allSince && searchSince(told, allSince)
  if (search) return matchMachine(ctx, search)
  if (isRearranging(told, ctx.now)) return holdBack(ctx, moved)
  if (first.length > 0) await meetSlots(ctx, first, all ?? [])
  const slots = new Set(moved.map(({ ch }) => ch))
  const causes = causesOf(told, ctx.now).filter(({ pieces }) => pieces.some(({ ch }) => slots.has(ch)))
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

/** Of what is gone, books at most these pieces with their reason. Answers with what is left to explain. */
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
 * Slots that it names for the first time: those that we lack are added, the others taken as they are. Those of pulses
 * have no size, so that nothing can be in them.
 */
async function meetSlots(ctx: MachineCtx, first: SlotNews['first'], all: readonly number[]): Promise<void> {
  const type = await typeOf(ctx)
  const ours = new Map((await store.readSlots(ctx)).map((slot) => [slot.channel_sn, slot]))
  const missing = all.filter((number) => !ours.has(number))
  const sized = type.moves !== 'pulses'
  if (missing.length > 0) await store.addSlots(ctx, withinType(type, missing, ours.size), '0', { sized })
  if (!sized) return
  await adopt(
    ctx,
    first.filter(({ ch }) => ours.get(ch)?.max === 0),
    first.filter(({ ch }) => ours.get(ch)?.goods_id),
  )
}

const move = (
  ctx: MachineCtx,
  changes: readonly Moved[],
  why: { reason: 'test' | 'machine' | 'remote'; by: Mover; command?: string },
): Promise<Moved[]> => moveStock(ctx, { slots: changes.map(({ ch }) => ch), to: by(changes), ...why })

type Type = { moves?: string; slots: number }

/** What machines of its type can do. One that has left its merchant can do nothing for him. */
async function typeOf(ctx: MachineCtx): Promise<Type> {
  const found = await desiredSettings(ctx)
  return found ? capabilities[found.type as MachineType] : { slots: 0 }
}

/** No more than its type can have, whatever it claims. */
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

/** What a command has left behind, once its machine has told. */
export async function bookResult(ctx: MachineCtx, command: Finished): Promise<void> {
  if (command.op === 'dispense') await bookPieces(ctx, command)
  if (command.op === 'setChannels' && (await hasNamedSlots(ctx, command))) await matchMachine(ctx, command)
  if (command.op === 'resetSlot' && command.state === 'done') await renumber(ctx, command)
}

/**
 * A machine names its slots before it says that it is done. By a broker of somebody's own its words may overtake each
 * other: then the slots are matched, or counts forgotten, when both are here.
 */
const hasNamedSlots = async (ctx: MachineCtx, { created_at: since }: Finished): Promise<boolean> =>
  ((await store.slotsNamedAt(ctx))?.getTime() ?? 0) >= since.getTime()

type Giver = Pick<Finished, 'command_id' | 'account_id' | 'username'>
const giverOf = ({ account_id: id, username }: Giver): Mover => ({
  id,
  username,
})

/** What came out, as far as it was asked for and no count has shown it already. */
async function bookPieces(ctx: MachineCtx, command: Finished): Promise<void> {
  const asked = new Map(askedOf(command).map(({ ch, n }) => [ch, n]))
  const booked = await bookedFor(ctx, [command.command_id])
  // Of one that the machine had not taken by our knowledge, counts were booked as they came.
  const lost =
    command.acknowledged_at === null ? await lostSince(ctx, command.created_at) : new Map<number, number>()
  const out = totals(command.items.filter(({ ok }) => ok))
    .map(({ ch, n }) => ({
      ch,
      n: booked(command.command_id, ch) + (lost.get(ch) ?? 0) - Math.min(n, asked.get(ch) ?? 0),
    }))
    .filter(({ n }) => n < 0)
  if (out.length === 0) return
  const why = { reason: 'remote', by: giverOf(command), command: command.command_id } as const
  await noteBooked(ctx, await move(ctx, out, why))
}

/** The slots that there are now, as far as the machine has named them. */
async function matchMachine(ctx: MachineCtx, command: Giver): Promise<void> {
  const named = (await store.reportedSlots(ctx)).map((report) => report.channel_sn)
  const numbers = withinType(await typeOf(ctx), named)
  if (numbers.length === 0) return
  const gone = (await store.lockSlots(ctx))
    .map((slot) => slot.channel_sn)
    .filter((number) => !numbers.includes(number))
  await moveStock(ctx, {
    slots: gone,
    to: none,
    reason: 'init',
    by: giverOf(command),
    command: command.command_id,
  })
  await store.matchSlots(ctx, numbers, await changeSettings(ctx, ['slots']))
  await forgetHeldBack(ctx)
}

/**
 * Our slots follow the machine's. A number that another slot has kept meanwhile is not given twice; a slot that only the
 * machine had so far becomes ours by its new number.
 */
async function renumber(ctx: MachineCtx, command: Finished): Promise<void> {
  const { slots } = command.args as { slots: { from: number; to: number }[] }
  const ours = new Set((await store.lockSlots(ctx)).map((slot) => slot.channel_sn))
  const moving = new Set(slots.map(({ from }) => from))
  const known = slots.filter(({ from }) => ours.has(from))
  // Counts of the old numbers would be compared with those of the new ones.
  if (await hasNamedSlots(ctx, command)) await forgetHeldBack(ctx)
  else await store.forgetReports(ctx)
  if (known.some(({ to }) => ours.has(to) && !moving.has(to))) return
  const rev = await changeSettings(ctx, ['slots'])
  await moveRenumbered(ctx, known, giverOf(command), command.command_id)
  await store.renumberSlots(ctx, known, rev)
  const others = slots.filter(({ from }) => !ours.has(from)).map(({ to }) => to)
  await store.addSlots(ctx, withinType(await typeOf(ctx), others, ours.size), rev)
}

/** The machine leaves its merchant, and with it what he had in it. */
export async function clearStock(ctx: MachineCtx, who: Mover): Promise<void> {
  await moveStock(ctx, { to: none, reason: 'unbind', by: who })
}
