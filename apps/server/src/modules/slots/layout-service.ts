/** The layout of a machine that another machine takes over: what its slots sell, without their stock. */
import { capabilities, type MachineType } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { changeSettings, type DeviceRow, machineOf, settingsIn } from '../devices/index.ts'
import * as queries from './slot-queries.ts'
import { titlesIn } from './slot-values.ts'

/** A slot of the machine that takes the layout over. `most` is what it can hold, where the machine has reported it. */
export type RoomOfSlot = { channel_sn: number; max: number; most: number | undefined }
type TargetMachine = { type: MachineType; slots: readonly RoomOfSlot[] }

/** The slots of a bound machine. */
export async function roomsOf(ctx: Ctx, row: DeviceRow): Promise<RoomOfSlot[]> {
  const machine = machineOf(ctx, row)
  const reports = new Map((await queries.reportedSlots(machine)).map((one) => [one.channel_sn, one.max]))
  return (await queries.lockSlots(machine)).map(({ channel_sn: number, max }) => {
    const most = reports.get(number)
    return { channel_sn: number, max, most: most === 0 ? undefined : most }
  })
}

/** What of a machine's layout fits another one, and what does not. */
export async function layoutFor(ctx: Ctx, row: DeviceRow, { type, slots }: TargetMachine) {
  const [had, has] = [capabilities[row.type], capabilities[type]]
  const own = await queries.readSlots(machineOf(ctx, row))
  const isAlike = had.moves === has.moves
  const rooms = new Map(slots.map((room) => [room.channel_sn, room]))
  const models = own.flatMap((slot) => {
    const room = rooms.get(slot.channel_sn)
    return room && isAlike ? [{ ...slot, max: sizeIn(slot.max, room, row.type === type) }] : []
  })
  const sizes = new Map(own.map((slot) => [slot.channel_sn, slot.max]))
  const lost = own.filter((slot) => slot.goods_id !== null && !(isAlike && rooms.has(slot.channel_sn)))
  const titles = await titlesIn(ctx, lost)
  const { same_gp, same_pb } = settingsIn(row)
  const hasGoods = models.filter((slot) => slot.goods_id !== null)
  return {
    models,
    isAlike,
    /** What all slots of a machine share, also those that the old one does not have. */
    shared: {
      ...(same_gp && had.game && has.game ? { game_price: own[0]?.game_price ?? null } : {}),
      ...(same_pb && had.chance && has.chance ? { rate: own[0]?.rate ?? null } : {}),
    },
    lostSlots: lost.map(({ channel_sn }) => ({ channel_sn, goods: titles.get(channel_sn) ?? '' })),
    smaller: hasGoods.flatMap(({ channel_sn, max }) => {
      const before = sizes.get(channel_sn) ?? 0
      return max < before ? [{ channel_sn, max: before, most: max }] : []
    }),
    lostTerms: [
      ...(!has.game && hasGoods.some((slot) => slot.game_price !== null) ? ['game_price' as const] : []),
      ...(!has.chance && hasGoods.some((slot) => slot.rate !== null) ? ['rate' as const] : []),
    ],
  }
}

/** Machines of the same type hold the same; another one holds what it has reported, as far as it has. */
function sizeIn(max: number, { max: present, most }: RoomOfSlot, isSameType: boolean): number {
  if (!isSameType && present > 0) return present
  return most === undefined ? max : Math.min(max, most)
}

export type Layout = Awaited<ReturnType<typeof layoutFor>>

/** Gives a machine the layout. Its slots keep their stock, which is none. */
export async function takeLayout(
  ctx: Ctx,
  to: DeviceRow,
  { models, lostTerms, shared }: Layout,
): Promise<void> {
  const machine = machineOf(ctx, to)
  const has = capabilities[to.type]
  const rev = await changeSettings(machine, ['slots'])
  await queries.copySlots(machine, models, rev, {
    sizes: true,
    gamePrice: has.game && !lostTerms.includes('game_price'),
    rate: has.chance && !lostTerms.includes('rate'),
  })
  if (Object.keys(shared).length > 0) await queries.changeSlots(machine, undefined, shared, rev)
}
