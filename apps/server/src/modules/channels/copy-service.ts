import {
  capabilities,
  type Channel,
  type channelCalls,
  type List,
  type ParsedInputOf,
} from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { changeSettings, demandRow, machineOf, settingsIn } from '../devices/index.ts'
import { holdGoods } from '../goods/index.ts'
import { beginEdit, finish, listed } from './slot-service.ts'
import * as store from './slot-store.ts'
import { goodsIn, valuesOf } from './slot-values.ts'
import { moveStock, none } from './stock-store.ts'

type Input = ParsedInputOf<(typeof channelCalls)['copyChannels']>

/**
 * Takes over what another machine sells, slot by slot. How many pieces are in them is each machine's own; how many fit,
 * unless it is of the same type.
 */
export async function copyChannels(ctx: Ctx, { sn, from, revs }: Input): Promise<List<Channel>> {
  const source = await demandRow(ctx, from)
  const sold = await store.readSlots(machineOf(ctx, source))
  const held = await holdGoods(
    ctx,
    sold.flatMap((slot) => slot.goods_id ?? []),
  )
  const { row, slots } = await beginEdit(ctx, { sn, revs })
  const [has, had] = [capabilities[row.type], capabilities[source.type]]
  if (had.moves !== has.moves) throw new AppError('notForType')
  const present = new Map(slots.map((slot) => [slot.channel_sn, slot]))
  const models = sold.filter((slot) => present.has(slot.channel_sn))
  const others = models.filter((slot) => slot.goods_id !== present.get(slot.channel_sn)?.goods_id)
  if (!others.every(({ goods_id: id }) => id === null || held.has(id)))
    throw AppError.atField('from', 'unknownGoods')
  const place = machineOf(ctx, row)
  await moveStock(place, {
    slots: others.map((slot) => slot.channel_sn),
    to: none,
    reason: 'copy',
    by: ctx.user,
  })
  const { same_gp, same_pb } = settingsIn(row)
  await store.copySlots(place, models, await changeSettings(place, ['slots']), {
    sizes: row.type === source.type,
    gamePrice: has.game && had.game && !same_gp,
    rate: has.chance && had.chance && !same_pb,
  })
  const numbers = models.map((slot) => slot.channel_sn)
  const before = slots.filter((slot) => numbers.includes(slot.channel_sn))
  const after = (await store.readSlots(place)).filter((slot) => numbers.includes(slot.channel_sn))
  return finish(ctx, row, numbers, {
    call: 'copyChannels',
    before: await soldIn(ctx, before),
    after: { sn, copied_from: from, channel_sn: listed(numbers), ...(await soldIn(ctx, after)) },
  })
}

/** What slots sell, for the audit. */
const soldIn = async (ctx: Ctx, slots: readonly store.SlotRow[]) => ({
  goods: await goodsIn(ctx, slots),
  ...valuesOf(slots, ['price', 'game_price', 'rate', 'max']),
})
