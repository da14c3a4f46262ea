import { isDeepStrictEqual } from 'node:util'

import {
  capabilities,
  type ParsedInputOf,
  type refillCalls,
  type RefillMachine,
  visitDays,
  type VisitResult,
} from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { demandRow } from '../devices/index.ts'
import { bookVisit, lockMachine, slotsOf, type StatedSlot } from '../slots/index.ts'
import { insertRefill } from './list-queries.ts'
import { claimVisit, findVisit, keepResult } from './visit-queries.ts'

type Input<Name extends keyof typeof refillCalls> = ParsedInputOf<(typeof refillCalls)[Name]>

export async function getRefillMachine(ctx: Ctx, { sn }: Input<'getRefillMachine'>): Promise<RefillMachine> {
  const row = await demandRow(ctx, sn)
  const holdsPieces = capabilities[row.type].moves !== 'pulses'
  const slots = holdsPieces ? (await slotsOf(ctx, row)).data : []
  return { sn, title: row.title, store: row.store_name, at: ctx.now.toISOString(), slots }
}

/**
 * Books a visit once. A visit that is booked already is answered as it was the first time, to its author alone, even if
 * the author may no longer see the machine: the answer holds nothing but what became of the author's own statements.
 */
export async function sendRefillVisit(ctx: Ctx, input: Input<'sendRefillVisit'>): Promise<VisitResult> {
  const known = await bookedBefore(ctx, input)
  if (known) return known
  const { visit, sn, slots: stated } = input
  // Visits are kept for longer than this, so that a visit that is forgotten cannot be booked again either.
  const readAt = new Date(Math.min(Date.parse(input.read_at), ctx.now.getTime()))
  if (readAt < daysBefore(ctx.now, visitDays)) throw new AppError('visitTooOld', { days: visitDays })
  const { row, slots } = await lockMachine(ctx, sn)
  if (capabilities[row.type].moves === 'pulses') throw new AppError('notForType')
  if (!(await claimVisit(ctx, { visit, deviceId: row.device_id, sn, readAt, slots: stated }))) {
    const other = await bookedBefore(ctx, input)
    if (!other) throw new AppError('repeatedDifferently')
    return other
  }
  const booked = await bookVisit(ctx, { row, slots }, { readAt, stated: momentsOf(ctx, readAt, stated) })
  const refill = booked.refilled.slots.length === 0 ? null : await insertRefill(ctx, booked.refilled)
  const result = { visit, at: ctx.now.toISOString(), slots: booked.slots, refill }
  await keepResult(ctx, result)
  return result
}

async function bookedBefore(
  ctx: Ctx,
  { visit, sn, slots }: Input<'sendRefillVisit'>,
): Promise<VisitResult | undefined> {
  const known = await findVisit(ctx, visit)
  if (!known) return undefined
  const isSame = isDeepStrictEqual(statementsOf(known.slots), statementsOf(slots))
  if (known.accountId !== ctx.user.id || known.sn !== sn || !isSame) throw new AppError('repeatedDifferently')
  ctx.audited = true
  return { refill: null, ...known.result }
}

/** The statements about slots without their age, which grows each time that the phone sends the visit again. */
const statementsOf = (slots: Input<'sendRefillVisit'>['slots']) =>
  slots.map(({ channel_sn: number, seen, set }) => ({ number, seen, set }))

/** Limits the time of a statement to between reading the slots and sending, because the clock of a phone may be wrong. */
const momentsOf = ({ now }: Ctx, readAt: Date, stated: Input<'sendRefillVisit'>['slots']): StatedSlot[] =>
  stated.map(({ ago_ms: ago, ...slot }) => ({
    ...slot,
    at: new Date(Math.max(readAt.getTime(), now.getTime() - ago)),
  }))
