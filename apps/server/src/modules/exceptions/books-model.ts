/** How our books and a provider's statement are compared. Nothing here reads the database. */
import { addDays, type CaseReason, dayOf } from '@slotwise/contract'

import { statementOffsetMinutes } from '../../kernel/statement-days.ts'

/** A line of a statement that is to be stored. */
export type Line = {
  kind: 'pay' | 'refund'
  merchantOrder: string
  refundNo: string
  txn: string
  amount: number
  at: Date
}

/**
 * A payment by our books. `asked` is null where we have no such order, `paid` where it was not paid. `refunding`: the
 * provider is being asked.
 */
export type Ours = { asked: number | null; paid: number | null; refunded: number; refunding: boolean }
/** The same by statements. `paid` is null where none has it. */
export type Theirs = { paid: number | null; refunded: number }
/** Whether the statements would have it if the provider knew of it. */
export type Certain = { paid: boolean; refunded: boolean }

export type Difference = { reason: CaseReason; amount: number }

/** How the two books differ; undefined where they agree, or where the provider's statement may still come. */
export function differenceOf(ours: Ours, theirs: Theirs, certain: Certain): Difference | undefined {
  if (theirs.paid !== null && ours.paid === null) {
    const left = theirs.paid - theirs.refunded
    // A payment that the provider has given back again needs no booking here.
    if (left === 0) return undefined
    // An order is not paid by another amount than its own.
    if (ours.asked !== null && ours.asked !== theirs.paid)
      return { reason: 'amount_differs', amount: Math.abs(theirs.paid - ours.asked) }
    return { reason: 'missing_here', amount: left }
  }
  if (theirs.paid === null && ours.paid !== null && certain.paid)
    return { reason: 'missing_there', amount: ours.paid }
  if (theirs.paid !== null && ours.paid !== null && theirs.paid !== ours.paid)
    return { reason: 'amount_differs', amount: Math.abs(theirs.paid - ours.paid) }
  const more = theirs.refunded - ours.refunded
  if (more > 0 && !ours.refunding) return { reason: 'refund_differs', amount: more }
  if (more < 0 && certain.refunded) return { reason: 'refund_differs', amount: -more }
  return undefined
}

/** Clocks, and the time that a notice takes, may move a payment over midnight. */
export const edgeMs = 2 * 3_600_000

/** Whether the statements of all days are known to which something between these moments may belong. */
export function isCovered(since: Date, until: Date, known: ReadonlySet<string>): boolean {
  const last = dayOf(new Date(until.getTime() + edgeMs), statementOffsetMinutes)
  let day = dayOf(new Date(since.getTime() - edgeMs), statementOffsetMinutes)
  for (; day <= last; day = addDays(day, 1)) if (!known.has(day)) return false
  return true
}
