import type { DeviceSlip, historyCalls, ParsedInputOf } from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { bindingsOf } from '../devices/index.ts'
import { slipsOf } from '../presence/index.ts'

type Input = ParsedInputOf<(typeof historyCalls)['getDevSlips']>

const atMost = 50

/** What was wrong with the messages of a machine, for those who mend its firmware. */
export async function getDevSlips(ctx: Ctx, { sn }: Input): Promise<{ data: DeviceSlip[] }> {
  const bindings = await bindingsOf(ctx, sn)
  if (bindings.length === 0) throw new AppError('notFound')
  const rows = await slipsOf(refOf(ctx), bindings, atMost)
  return {
    data: rows.map(({ name, field, reason, outcome, count, last_at: last }) => ({
      type: name,
      field,
      reason,
      outcome,
      count: Number(count),
      last_at: last.toISOString(),
    })),
  }
}
