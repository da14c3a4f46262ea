/** Work that a person takes and ends: a machine's alert, or a case of a sale. */
import type { Ctx } from './ctx.ts'

export type Work = {
  /** The account that has taken it; null while it is free. */
  taker: string | null
  taken_at: Date | null
  done_at: Date | null
  remarks: string
}

/** The columns of a record that its work changes. */
export const workOf = ({ taker, taken_at, done_at, remarks }: Work): Work => ({
  taker,
  taken_at,
  done_at,
  remarks,
})

/** The change when the caller says that work is done, or takes that back. Done work belongs to the caller if it was free. */
export const ended = (
  ctx: Ctx,
  work: Work,
  { done, remarks }: { done: boolean; remarks: string },
): Partial<Work> => ({
  ...(done && work.taker === null ? { taker: ctx.user.id, taken_at: ctx.now } : {}),
  done_at: done ? (work.done_at ?? ctx.now) : null,
  remarks,
})
