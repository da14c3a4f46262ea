import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { beginCooldown, beginCooldowns, type Cooldown } from './cooldown-queries.ts'

const seconds: Record<Cooldown, number> = { restart: 60, test: 5, edit: 3 }

/** Refuses a second call of this kind on the machine before its pause is over, and begins a new pause. */
export async function demandPause(ctx: Ctx, deviceId: string, kind: Cooldown): Promise<void> {
  const left = await beginCooldown(ctx, deviceId, kind, seconds[kind])
  if (left > 0) throw new AppError('wait', { seconds: left })
}

/** The same for many machines: begins the pauses and returns the machines that were in none before. */
export const beginPauses = (ctx: Ctx, deviceIds: readonly string[], kind: Cooldown): Promise<Set<string>> =>
  beginCooldowns(ctx, deviceIds, kind, seconds[kind])
