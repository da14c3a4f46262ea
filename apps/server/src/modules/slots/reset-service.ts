import type { List, ParsedInputOf, ResetChannel, slotCalls } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { demandRow, machineOf } from '../devices/index.ts'
import { readSlots, reportedSlots } from './slot-queries.ts'
import { titlesIn } from './slot-values.ts'

type Input = ParsedInputOf<(typeof slotCalls)['getResetC']>

/** The slot numbers of the machine, beside ours. */
export async function getResetC(ctx: Ctx, { sn }: Input): Promise<List<ResetChannel>> {
  const machine = machineOf(ctx, await demandRow(ctx, sn))
  const ours = await titlesIn(ctx, await readSlots(machine))
  const reported = new Set((await reportedSlots(machine)).map((report) => report.channel_sn))
  const data = [...new Set([...ours.keys(), ...reported])]
    .toSorted((a, b) => a - b)
    .map((number) => ({
      channel_sn: number,
      ours: ours.has(number),
      reported: reported.has(number),
      goods: ours.get(number) ?? null,
    }))
  return { data, count: data.length }
}
