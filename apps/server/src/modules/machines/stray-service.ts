/** Sales of machines that no merchant had at their time, nor has now: kept for the operator. */
import type { Deps } from '../../kernel/ctx.ts'
import { keptDigest } from '../../kernel/message-digest.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { deleteStraysBefore, insertStray } from './stray-queries.ts'

const most = { ofOne: 200, ofAll: 10_000 }

/** Keeps a message as it came. Returns false where too many wait already. Sent again, it is kept once. */
export const keepStray = (
  deps: Deps,
  stray: { sn: string; mid: string; sentTs: number | undefined; payload: Buffer },
): Promise<boolean> =>
  insertStray(deps.db.main, { ...stray, digest: keptDigest(stray.payload), receivedAt: deps.now() }, most)

/** An ended one is known for as long as a machine may send it again. */
const endedDays = 400

export const sweepStrays = ({ db }: Deps, now: Date): Promise<void> =>
  deleteStraysBefore(db.main, daysBefore(now, endedDays))
