/**
 * Two machines with one number end each other's connection: each one that connects ends that of the other, which connects
 * again. The server sees one machine that connects again and again. A bad line can look the same, so both are named.
 */
import type { MachineCtx } from '../../kernel/ctx.ts'
import { after, minuteMs } from '../../kernel/moments.ts'
import { changeState, type State } from './state-queries.ts'

/** A machine whose line breaks comes back less often: after a break it waits, and longer each time. */
const windowMs = 5 * minuteMs
const mostComings = 6

/** How long a machine is shown as contested after it last was. */
const shownMs = 10 * minuteMs

export const isContested = ({ contested_at: at }: Pick<State, 'contested_at'>, now: Date): boolean =>
  at !== null && after(at, shownMs) > now

/** Counts a connection. Returns whether there were too many within some minutes, and whether that is news. */
export async function countComing(
  ctx: MachineCtx,
  known: State,
): Promise<{ contested: boolean; isNews: boolean }> {
  const isWithin = known.comings_since !== null && after(known.comings_since, windowMs) > ctx.now
  const comings = isWithin ? Math.min(known.comings + 1, 1_000) : 1
  const contested = comings >= mostComings
  await changeState(ctx, {
    comings,
    ...(isWithin ? {} : { comings_since: ctx.now }),
    ...(contested ? { contested_at: ctx.now } : {}),
  })
  const isNews = contested && !isContested(known, ctx.now)
  if (isNews)
    ctx.deps.log.warn(
      { sn: ctx.sn, comings, since: known.comings_since },
      'a machine connects again and again: two machines have its number, or its line is bad',
    )
  return { contested, isNews }
}
