/** The commands that a merchant can send to a machine. */
import { z } from 'zod'

import { Sign, text } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Brightness, LampColor, LampStyle } from '../devices/settings.ts'
import { Sn } from '../kernel/sn.ts'
import { ChannelSn, maxChannels, Road } from '../slots/numbers.ts'

export const Attach = text(200).default('')
const signed = { sn: Sn, sign: Sign }

export const TestOut = z.strictObject({ ...signed, road: Road, attach: Attach })
export const SwitchLed = z.strictObject({
  ...signed,
  setting: z.strictObject({
    on: z.boolean(),
    color: LampColor.optional(),
    brightness: Brightness.optional(),
    style: LampStyle.optional(),
  }),
  attach: Attach,
})
/** A larger command would keep a machine busy for an hour. */
const maxPieces = 200

export const RemoteOuting = z.strictObject({
  ...signed,
  /** A pulse machine gives this many pulses. */
  goods: z
    .array(
      z.strictObject({
        channel_sn: ChannelSn,
        count: z.int({ error: 'v:count' }).min(1, { error: 'v:countZero' }).max(100, { error: 'v:count' }),
      }),
    )
    .min(1, { error: 'v:chooseSlot' })
    .max(maxChannels)
    .refine((lines) => new Set(lines.map((line) => line.channel_sn)).size === lines.length, {
      error: 'v:slotTwice',
    })
    .refine((lines) => lines.reduce((sum, { count }) => sum + count, 0) <= maxPieces, {
      error: 'v:tooManyPieces',
    }),
  attach: Attach,
})
export const powerParts = ['machine', 'android'] as const
export const powerMotions = ['restart', 'off', 'on'] as const
export const Power = z.strictObject({
  ...signed,
  dev: z.enum(powerParts),
  motion: z.enum(powerMotions),
  attach: Attach,
})
/** `setting` names the setting to refresh, as the machine calls it; empty for all of them. */
export const RefreshSetting = z.strictObject({ ...signed, setting: text(200).default('') })
export const SetChannelNum = z.strictObject({
  ...signed,
  channel_num: z
    .int({ error: 'v:channelNum' })
    .min(1, { error: 'v:channelNum' })
    .max(maxChannels, { error: 'v:channelNum' }),
})

type Renumbering = { from?: number; to?: number }[]
const isOnce = (numbers: (number | undefined)[]): boolean => new Set(numbers).size === numbers.length
export const ResetId = z
  .strictObject({
    sn: Sn,
    sign: Sign,
    channel: z
      .array(z.strictObject({ from: ChannelSn, to: ChannelSn }))
      .min(1, { error: 'v:chooseSlot' })
      .max(maxChannels),
  })
  .check(
    always<{ channel?: Renumbering }>(
      ({ channel = [] }) => isOnce(channel.map(({ to }) => to)) && isOnce(channel.map(({ from }) => from)),
      'channel',
      'v:channelTwice',
    ),
  )
