/**
 * Books machines as filled up, many at once, and takes refills back, also those of a machine's page and of a visit. Machines that cannot be filled now are left out and
 * named, so that one of them does not stop the others. An undo takes back the pieces that were added, as far as they are
 * still there; a slot that was counted or filled again since is left alone, because its stock is what was found there.
 */
import {
  capabilities,
  errorCodes,
  maxRefillSlots,
  type ParsedInputOf,
  type Refill,
  type refillCalls,
  type RefillRefusal,
  type RefillSlotChoice,
  type RefillUndone,
  type UndoRefusal,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { present } from '../../kernel/present.ts'
import { beginPauses, type DeviceRow, devicesByIds, machineOf, placedDevices } from '../devices/index.ts'
import { isInitializing, lockInOrder, tellStore } from '../presence/index.ts'
import { changedSince, lockStock, missingByDevice, moveLocked, type StockedSlot } from '../slots/index.ts'
import * as queries from './list-queries.ts'

type Input<Name extends keyof typeof refillCalls> = ParsedInputOf<(typeof refillCalls)[Name]>

/** A locked slot, and how many pieces come in; fewer than 0 go out. */
type Move = { slot: StockedSlot; pieces: number }

const idOf = ({ slot }: Move): string => slot.device_id
const sumOf = (moves: readonly Move[]): number => moves.reduce((sum, { pieces }) => sum + Math.abs(pieces), 0)
const keyOf = (slot: { device_id: string; channel_sn: number }): string =>
  `${slot.device_id} ${slot.channel_sn}`

/** The machines that the call asks for and that something is missing in. Those without room are not touched. */
async function askedDevices(
  ctx: Ctx,
  { sns, condition = {}, slots: choice }: Input<'refillDevices'>,
): Promise<{ ids: string[]; uncounted: string[] }> {
  const devices = await placedDevices(ctx, sns ? { sns } : condition)
  if (sns && devices.length < new Set(sns).size) throw new AppError('notFound')
  const counts = ({ type }: (typeof devices)[number]): boolean => capabilities[type].moves !== 'pulses'
  const missing = await missingByDevice(
    ctx,
    devices.filter(counts).map((device) => device.device_id),
    choice,
  )
  const slots = [...missing.values()].reduce((sum, one) => sum + one.slots, 0)
  if (slots > maxRefillSlots) throw new AppError('tooManySlots', { max: maxRefillSlots })
  const others = devices.filter((device) => !counts(device)).map((device) => device.device_id)
  // Machines that sell pulses hold no pieces. A filter passes over them; the answer lists those that the call names.
  return { ids: [...missing.keys()], uncounted: sns ? others : [] }
}

/** Locks the machines before their slots, as every other path does. Returns those that the caller still sees. */
async function lockAll(ctx: Ctx, ids: readonly string[]) {
  await lockInOrder(ctx.tx, ctx.tenant.id, ids)
  const devices = new Map((await devicesByIds(ctx, ids)).map((row) => [row.device_id, row]))
  return { devices, slots: await lockStock(ctx, [...devices.keys()]) }
}

const isWanted = (choice: RefillSlotChoice, slot: StockedSlot): boolean =>
  slot.goods_id !== null &&
  slot.enabled &&
  slot.quantity < slot.max &&
  (choice === 'all' || slot.quantity <= slot.low_level)

export async function refillDevices(ctx: Ctx, input: Input<'refillDevices'>): Promise<Refill> {
  const { ids, uncounted } = await askedDevices(ctx, input)
  const { devices, slots } = await lockAll(ctx, [...ids, ...uncounted])
  const wanted = slots
    .filter((slot) => !uncounted.includes(slot.device_id) && isWanted(input.slots, slot))
    .map((slot) => ({ slot, pieces: slot.max - slot.quantity }))
  const isBusy = (id: string): boolean => isInitializing(present(devices, id), ctx.now)
  const machines = [...new Set(wanted.map(idOf))]
  const free = await beginPauses(
    ctx,
    machines.filter((id) => !isBusy(id)),
    'edit',
  )
  const refused: { id: string; reason: RefillRefusal }[] = [
    ...uncounted.filter((id) => devices.has(id)).map((id) => ({ id, reason: 'type' as const })),
    ...machines
      .filter((id) => !free.has(id))
      .map((id) => ({ id, reason: isBusy(id) ? ('busy' as const) : ('wait' as const) })),
  ]
  const moves = wanted.filter((move) => free.has(idOf(move)))
  const [first] = refused
  if (moves.length === 0) throw first ? errorOf[first.reason]() : new AppError('nothingToFill')
  const lastMove = await write(ctx, devices, moves, 'refillDevices')
  const refill = await queries.insertRefill(ctx, {
    kind: 'fill',
    slots: moves.map(({ slot, pieces }) => ({ ...slot, goods_id: slot.goods_id ?? '', pieces })),
    lastMove,
  })
  return {
    refill,
    ...figuresOf(moves),
    refused: refused.map(({ id, reason }) => {
      const { sn, title } = present(devices, id)
      return { sn, title, reason, rcode: errorCodes[errorOf[reason]().code] }
    }),
  }
}

const errorOf: Record<RefillRefusal, () => AppError> = {
  busy: () => new AppError('busy'),
  wait: () => new AppError('wait', { seconds: 3 }),
  type: () => new AppError('notForType'),
}

const figuresOf = (moves: readonly Move[]) => ({
  pieces: sumOf(moves),
  slots: moves.length,
  devices: new Set(moves.map(idOf)).size,
})

/** Moves the stock, tells the consoles, has alerts follow, and audits each machine. Returns the last line of the ledger. */
async function write(
  ctx: Ctx,
  devices: ReadonlyMap<string, DeviceRow>,
  moves: readonly Move[],
  call: 'refillDevices' | 'undoRefill',
): Promise<string> {
  const ref = { ...refOf(ctx), now: ctx.now }
  const reason = call === 'undoRefill' ? 'unfill' : 'fill'
  const lastMove = await moveLocked(
    ref,
    moves.map(({ slot, pieces }) => ({ ...slot, before: slot.quantity, after: slot.quantity + pieces })),
    reason,
    ctx.user,
  )
  lookSoon(ref)
  const byMachine = [...Map.groupBy(moves, idOf)]
  for (const [id, these] of byMachine) {
    const row = present(devices, id)
    const numbers = these.map(({ slot }) => slot.channel_sn)
    await tellStore(machineOf(ctx, row), row.store_id, {
      kind: 'slots',
      data: { sn: row.sn, slots: numbers },
    })
  }
  await audit(
    ctx,
    ...byMachine.map(([id, these]) => ({
      call,
      object: 'device' as const,
      objectId: id,
      after: {
        sn: present(devices, id).sn,
        reason,
        channel_sn: these.map(({ slot }) => slot.channel_sn).join(', '),
        pieces: sumOf(these),
      },
    })),
  )
  return lastMove
}

/** Whether a person at the machine counted the slot since. A count that equals the books writes no line of the ledger. */
function isCountedSince(
  { counted_at: counted }: StockedSlot,
  { countedAt }: queries.Added,
  at: Date,
): boolean {
  // A visit is a count itself, which may hold for a moment long before it was booked.
  if (countedAt !== undefined) return counted?.getTime() !== countedAt?.getTime()
  return counted !== null && counted >= at
}

/** Pieces that an undo leaves on the books. */
type Left = queries.Added & { reason: UndoRefusal }

export async function undoRefill(ctx: Ctx, { refill: id }: Input<'undoRefill'>): Promise<RefillUndone> {
  const done = await queries.lockRefill(ctx, id)
  if (!done) throw new AppError('notFound')
  const { devices, slots } = await lockAll(ctx, [...new Set(done.added.map((one) => one.device_id))])
  // A machine that has left the caller's scope is not mentioned.
  const added = done.added.filter((one) => devices.has(one.device_id))
  if (added.length === 0) throw new AppError('notFound')
  const now = new Map(slots.map((slot) => [keyOf(slot), slot]))
  const changed = new Set((await changedSince(ctx, added, done)).map(keyOf))
  const moves: Move[] = []
  const left: Left[] = []
  for (const one of added) {
    const slot = now.get(keyOf(one))
    if (isInitializing(present(devices, one.device_id), ctx.now)) left.push({ ...one, reason: 'busy' })
    else if (
      !slot ||
      slot.goods_id !== one.goods_id ||
      changed.has(keyOf(one)) ||
      isCountedSince(slot, one, done.at)
    )
      left.push({ ...one, reason: 'changed' })
    else {
      // Pieces that were taken out come back as far as the slot has room for them.
      const pieces =
        one.pieces > 0
          ? -Math.min(one.pieces, slot.quantity)
          : Math.min(-one.pieces, Math.max(0, slot.max - slot.quantity))
      if (pieces !== 0) moves.push({ slot, pieces })
      const rest = Math.abs(one.pieces) - Math.abs(pieces)
      if (rest > 0) left.push({ ...one, pieces: rest, reason: one.pieces > 0 ? 'sold' : 'changed' })
    }
  }
  if (moves.length === 0)
    throw new AppError(left.every(({ reason }) => reason === 'busy') ? 'busy' : 'changedMeanwhile')
  // A machine that is only busy can be undone later.
  await queries.markUndone(
    ctx,
    id,
    left.filter(({ reason }) => reason === 'busy'),
  )
  await write(ctx, devices, moves, 'undoRefill')
  const restored = sumOf(moves.filter(({ pieces }) => pieces > 0))
  const { pieces, ...figures } = figuresOf(moves)
  return { ...figures, pieces: pieces - restored, restored, left: named(devices, left) }
}

/** One entry for each machine and reason. */
const named = (devices: ReadonlyMap<string, DeviceRow>, left: readonly Left[]): RefillUndone['left'] =>
  [...Map.groupBy(left, ({ device_id: id, reason }) => `${id} ${reason}`).values()].flatMap((these) => {
    const [first] = these
    if (!first) return []
    const { sn, title } = present(devices, first.device_id)
    return {
      sn,
      title,
      channel_sn: these.map((one) => one.channel_sn),
      pieces: these.reduce((sum, one) => sum + Math.abs(one.pieces), 0),
      reason: first.reason,
    }
  })
