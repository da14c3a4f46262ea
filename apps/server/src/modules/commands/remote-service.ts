/** What the merchant has a machine do. */
import {
  capabilities,
  type channelCalls,
  type CommandStep,
  type deviceCalls,
  type ParsedInputOf,
} from '@slotwise/contract'
import type { CommandArgs, CommandOp } from '@slotwise/machine-protocol'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { reportedSlots, slotNumbers } from '../channels/index.ts'
import { type Cooldown, demandPause, demandRow, type DeviceRow, machineOf } from '../devices/index.ts'
import { giveCommand, stepOf } from './service.ts'
import { findCommand } from './store.ts'

type Calls = typeof deviceCalls & typeof channelCalls
type Input<Name extends keyof Calls> = ParsedInputOf<Calls[Name]>

/** A pulse is a short blow to a relay. */
const pulse = { widthMs: 50, gapMs: 100 } as const

type Order<Op extends CommandOp> = {
  call: string
  op: Op
  args: CommandArgs<Op>
  attach?: string
  /** What the audit keeps of it. */
  told: Record<string, unknown>
  cooldown?: Exclude<Cooldown, 'edit'>
}

async function tell<Op extends Exclude<CommandOp, 'rotateKey'>>(
  ctx: Ctx,
  row: DeviceRow,
  { call, op, args, attach = '', told, cooldown }: Order<Op>,
): Promise<CommandStep> {
  const by = { id: ctx.user.id, username: ctx.user.username }
  const step = await giveCommand(machineOf(ctx, row), { op, args, attach, by })
  // Whoever cannot be told has not been: the pause begins with what is on its way.
  if (cooldown) await demandPause(ctx, row.device_id, cooldown)
  await audit(ctx, {
    call,
    object: 'device',
    objectId: row.device_id,
    after: { sn: row.sn, title: row.title, ...told },
  })
  return step
}

async function demandSlots(
  ctx: Ctx,
  row: DeviceRow,
  numbers: readonly number[],
  path: string,
): Promise<void> {
  const known = await slotNumbers(machineOf(ctx, row))
  for (const number of numbers)
    if (!known.has(number)) throw AppError.atField(path, 'unknownSlot', { number })
}

export async function remoteOuting(
  ctx: Ctx,
  { sn, goods, attach }: Input<'remoteOuting'>,
): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  const call = 'remoteOuting'
  await demandSlots(
    ctx,
    row,
    goods.map((line) => line.channel_sn),
    'goods',
  )
  if (capabilities[row.type].moves === 'pulses') {
    const args = { pulses: goods[0]?.count ?? 1, ...pulse }
    return tell(ctx, row, { call, op: 'dispense', args, attach, told: { pulses: args.pulses } })
  }
  const items = goods.map((line) => ({ ch: line.channel_sn, n: line.count }))
  const told = { channel_sn: items.map(({ ch, n }) => `${ch} × ${n}`).join(', ') }
  return tell(ctx, row, { call, op: 'dispense', args: { items }, attach, told })
}

export async function testOut(ctx: Ctx, { sn, road, attach }: Input<'testOut'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  if (capabilities[row.type].moves === 'pulses') throw new AppError('notForType')
  await demandSlots(ctx, row, road, 'road')
  const items = road.map((ch) => ({ ch, n: 1 }))
  const told = { channel_sn: road.join(', ') }
  return tell(ctx, row, { call: 'testOut', op: 'testOut', args: { items }, attach, told, cooldown: 'test' })
}

export async function switchLED(ctx: Ctx, { sn, setting, attach }: Input<'switchLED'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  if (!capabilities[row.type].lamp) throw new AppError('notForType')
  const { on, color, brightness, style } = setting
  const told = { lamp_ctrl: on, lamp_color: color, lamp_brightness: brightness, lamp_style: style }
  return tell(ctx, row, { call: 'switchLED', op: 'led', args: setting, attach, told })
}

export async function power(ctx: Ctx, { sn, dev, motion, attach }: Input<'power'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  const common = { call: 'power', attach, told: { dev, motion } }
  if (motion === 'restart')
    return tell(ctx, row, { ...common, op: 'restart', args: { part: dev }, cooldown: 'restart' })
  return tell(ctx, row, { ...common, op: 'power', args: { part: dev, on: motion === 'on' } })
}

export async function refreshSetting(
  ctx: Ctx,
  { sn, setting }: Input<'refreshSetting'>,
): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  return tell(ctx, row, {
    call: 'refreshSetting',
    op: 'refreshSetting',
    args: {},
    attach: setting,
    told: {},
  })
}

export async function setChannelNum(
  ctx: Ctx,
  { sn, channel_num: count }: Input<'setChannelNum'>,
): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  const { moves, slots: max } = capabilities[row.type]
  if (moves === 'pulses') throw new AppError('notForType')
  if (count > max) throw AppError.atField('channel_num', 'channelNumOfType', { max })
  return tell(ctx, row, {
    call: 'setChannelNum',
    op: 'setChannels',
    args: { count },
    told: { channel_num: count },
  })
}

/**
 * Other numbers for slots, of those that the machine has. Nobody gets one that another keeps; a number that is only in
 * our books may be taken by a slot that is not in them.
 */
export async function resetId(ctx: Ctx, { sn, channel: wanted }: Input<'resetId'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  if (capabilities[row.type].moves === 'pulses') throw new AppError('notForType')
  const place = machineOf(ctx, row)
  const ours = await slotNumbers(place)
  const reported = new Set((await reportedSlots(place)).map((slot) => slot.channel_sn))
  const there = reported.size > 0 ? reported : ours
  const channel = wanted.filter(({ from, to }) => from !== to)
  if (channel.length === 0) throw AppError.atField('channel', 'chooseSlot')
  const unknown = channel.find(({ from }) => !there.has(from))
  if (unknown) throw AppError.atField('channel', 'unknownSlot', { number: unknown.from })
  const moving = new Set(channel.map(({ from }) => from))
  const isTaken = ({ from, to }: { from: number; to: number }): boolean =>
    !moving.has(to) && (there.has(to) || (ours.has(to) && ours.has(from)))
  const taken = channel.find(isTaken)
  if (taken) throw AppError.atField('channel', 'channelTaken', { number: taken.to })
  const told = { channel_sn: channel.map(({ from, to }) => `${from} → ${to}`).join(', ') }
  return tell(ctx, row, { call: 'resetId', op: 'resetSlot', args: { slots: channel }, told })
}

export async function getCommand(ctx: Ctx, { sn, command }: Input<'getCommand'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  const found = await findCommand(machineOf(ctx, row), command)
  if (!found) throw new AppError('notFound')
  return stepOf(found)
}
