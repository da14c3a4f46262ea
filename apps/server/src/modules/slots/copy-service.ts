import { capabilities, type ParsedInputOf, type slotCalls } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { changeSettings, demandRow, machineOf, settingsIn } from '../devices/index.ts'
import { holdGoods } from '../goods/index.ts'
import { beginEdit, finish, listed, type Slots } from './slot-service.ts'
import * as queries from './slot-queries.ts'
import { goodsIn, valuesOf } from './slot-values.ts'
import { moveStock, none } from './stock-queries.ts'

type Input = ParsedInputOf<(typeof slotCalls)['copyChannels']>

/**
 * Takes over what another machine sells, slot by slot. Quantities stay each machine's own; so do sizes, unless both
 * machines are of the same type.
 */
export async function copyChannels(ctx: Ctx, { sn, from, revs }: Input): Promise<Slots> {
  const source = await demandRow(ctx, from)
  const sold = await queries.readSlots(machineOf(ctx, source))
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
  const machine = machineOf(ctx, row)
  await moveStock(machine, {
    slots: others.map((slot) => slot.channel_sn),
    to: none,
    reason: 'copy',
    by: ctx.user,
  })
  const { same_gp, same_pb } = settingsIn(row)
  await queries.copySlots(machine, models, await changeSettings(machine, ['slots']), {
    sizes: row.type === source.type,
    gamePrice: has.game && had.game && !same_gp,
    rate: has.chance && had.chance && !same_pb,
  })
  const numbers = models.map((slot) => slot.channel_sn)
  const before = slots.filter((slot) => numbers.includes(slot.channel_sn))
  const after = (await queries.readSlots(machine)).filter((slot) => numbers.includes(slot.channel_sn))
  return finish(ctx, row, numbers, {
    call: 'copyChannels',
    before: await soldIn(ctx, before),
    after: { sn, copied_from: from, channel_sn: listed(numbers), ...(await soldIn(ctx, after)) },
  })
}

/** What slots sell, for the audit. */
const soldIn = async (ctx: Ctx, slots: readonly queries.SlotRow[]) => ({
  goods: await goodsIn(ctx, slots),
  ...valuesOf(slots, ['price', 'game_price', 'rate', 'max']),
})
