import type { channelCalls, List, ParsedInputOf, ResetChannel } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { demandRow, machineOf } from '../devices/index.ts'
import { readSlots, reportedSlots } from './slot-store.ts'
import { titlesIn } from './slot-values.ts'

type Input = ParsedInputOf<(typeof channelCalls)['getResetC']>

/** The numbers of slots as the machine has them, beside ours. */
export async function getResetC(ctx: Ctx, { sn }: Input): Promise<List<ResetChannel>> {
  const place = machineOf(ctx, await demandRow(ctx, sn))
  const ours = await titlesIn(ctx, await readSlots(place))
  const reported = new Set((await reportedSlots(place)).map((report) => report.channel_sn))
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
