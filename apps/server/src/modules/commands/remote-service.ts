/** The commands that a merchant gives to a machine. */
import {
  type AuditedCall,
  capabilities,
  type CommandStep,
  type commandCalls,
  type ParsedInputOf,
} from '@slotwise/contract'
import type { CommandArgs, CommandOp } from '@slotwise/machine-protocol'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Cooldown, demandPause, demandRow, type DeviceRow, machineOf } from '../devices/index.ts'
import { reportedSlots, slotNumbers } from '../slots/index.ts'
import { giveCommand, stepOf } from './command-service.ts'
import { findCommand } from './command-queries.ts'

type Calls = typeof commandCalls
type Input<Name extends keyof Calls> = ParsedInputOf<Calls[Name]>

/** A pulse is a short signal to a relay. */
const pulse = { widthMs: 50, gapMs: 100 } as const

type Order<Op extends CommandOp> = {
  call: AuditedCall
  op: Op
  args: CommandArgs<Op>
  attach?: string
  /** What the audit records. */
  audited: Record<string, unknown>
  cooldown?: Exclude<Cooldown, 'edit'>
}

async function give<Op extends Exclude<CommandOp, 'rotateKey'>>(
  ctx: Ctx,
  row: DeviceRow,
  { call, op, args, attach = '', audited, cooldown }: Order<Op>,
): Promise<CommandStep> {
  const by = { id: ctx.user.id, username: ctx.user.username }
  const step = await giveCommand(machineOf(ctx, row), { op, args, attach, by })
  // After the command was given, so that a refusal for an offline machine begins no pause.
  if (cooldown) await demandPause(ctx, row.device_id, cooldown)
  await audit(ctx, {
    call,
    object: 'device',
    objectId: row.device_id,
    after: { sn: row.sn, title: row.title, ...audited },
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
    return give(ctx, row, { call, op: 'dispense', args, attach, audited: { pulses: args.pulses } })
  }
  const items = goods.map((line) => ({ ch: line.channel_sn, n: line.count }))
  const audited = { channel_sn: items.map(({ ch, n }) => `${ch} × ${n}`).join(', ') }
  return give(ctx, row, { call, op: 'dispense', args: { items }, attach, audited })
}

export async function testOut(ctx: Ctx, { sn, road, attach }: Input<'testOut'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  if (capabilities[row.type].moves === 'pulses') throw new AppError('notForType')
  await demandSlots(ctx, row, road, 'road')
  const items = road.map((ch) => ({ ch, n: 1 }))
  const audited = { channel_sn: road.join(', ') }
  return give(ctx, row, {
    call: 'testOut',
    op: 'testOut',
    args: { items },
    attach,
    audited,
    cooldown: 'test',
  })
}

export async function switchLED(ctx: Ctx, { sn, setting, attach }: Input<'switchLED'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  if (!capabilities[row.type].lamp) throw new AppError('notForType')
  const { on, color, brightness, style } = setting
  const audited = { lamp_ctrl: on, lamp_color: color, lamp_brightness: brightness, lamp_style: style }
  return give(ctx, row, { call: 'switchLED', op: 'led', args: setting, attach, audited })
}

export async function power(ctx: Ctx, { sn, dev, motion, attach }: Input<'power'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  const common = { call: 'power', attach, audited: { dev, motion } } as const
  if (motion === 'restart')
    return give(ctx, row, { ...common, op: 'restart', args: { part: dev }, cooldown: 'restart' })
  return give(ctx, row, { ...common, op: 'power', args: { part: dev, on: motion === 'on' } })
}

export async function refreshSetting(
  ctx: Ctx,
  { sn, setting }: Input<'refreshSetting'>,
): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  return give(ctx, row, {
    call: 'refreshSetting',
    op: 'refreshSetting',
    args: setting === '' ? {} : { setting },
    attach: setting,
    audited: {},
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
  return give(ctx, row, {
    call: 'setChannelNum',
    op: 'setChannels',
    args: { count },
    audited: { channel_num: count },
  })
}

/**
 * Renumbers slots that the machine has. Refuses a number that another slot keeps; a number that only our records have
 * may go to a slot that only the machine has.
 */
export async function resetId(ctx: Ctx, { sn, channel: wanted }: Input<'resetId'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  if (capabilities[row.type].moves === 'pulses') throw new AppError('notForType')
  const machine = machineOf(ctx, row)
  const ours = await slotNumbers(machine)
  const reported = new Set((await reportedSlots(machine)).map((slot) => slot.channel_sn))
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
  const audited = { channel_sn: channel.map(({ from, to }) => `${from} → ${to}`).join(', ') }
  return give(ctx, row, { call: 'resetId', op: 'resetSlot', args: { slots: channel }, audited })
}

export async function getCommand(ctx: Ctx, { sn, command }: Input<'getCommand'>): Promise<CommandStep> {
  const row = await demandRow(ctx, sn)
  const found = await findCommand(machineOf(ctx, row), command)
  if (!found) throw new AppError('notFound')
  return stepOf(found)
}
