import type { channelCalls, List, ParsedInputOf, ResetChannel } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { goodsNamed } from '../goods/index.ts'
import { demandRow, machineOf } from '../devices/index.ts'
import { readSlots, reportedSlots } from './slot-store.ts'

type Input = ParsedInputOf<(typeof channelCalls)['getResetC']>

/** The numbers of slots as the machine has them, beside ours. */
export async function getResetC(ctx: Ctx, { sn }: Input): Promise<List<ResetChannel>> {
  const place = machineOf(ctx, await demandRow(ctx, sn))
  const ours = new Map((await readSlots(place)).map((slot) => [slot.channel_sn, slot]))
  const reported = new Set((await reportedSlots(place)).map((report) => report.channel_sn))
  const goods = await goodsNamed(
    ctx,
    [...ours.values()].flatMap((slot) => slot.goods_id ?? []),
  )
  const data = [...new Set([...ours.keys(), ...reported])]
    .toSorted((a, b) => a - b)
    .map((number) => ({
      channel_sn: number,
      ours: ours.has(number),
      reported: reported.has(number),
      goods: goods.get(ours.get(number)?.goods_id ?? '')?.title ?? null,
    }))
  return { data, count: data.length }
}
