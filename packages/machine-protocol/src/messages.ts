import { z } from 'zod'

import { text, words } from './text.ts'

import { commandArgs, SlotNo } from './commands.ts'
import { faultCodes } from './faults.ts'
import { maxSlots } from './limits.ts'
import type { DownName, UpName } from './topics.ts'

const Id = text(64, 1)
const Cents = z.number().int().min(0).max(100_000_000)
const Count = z.number().int().min(0).max(9_999)
const Rev = z.number().int().min(0)
const Fault = z.enum(faultCodes)

/** The result for some pieces of a slot: whether they came out. */
export const SlotResult = z.object({
  ch: SlotNo,
  n: z.number().int().min(1).max(100).optional(),
  ok: z.boolean(),
  fault: Fault.optional(),
})
export type SlotResult = z.infer<typeof SlotResult>
const SlotResults = z.array(SlotResult).max(maxSlots)

const Piece = z.object({ ch: SlotNo, n: z.number().int().min(1).max(100) })

export const SlotReport = z.object({
  ch: SlotNo,
  qty: Count,
  max: Count,
  state: z.enum(['ok', 'off', 'fault']),
  fault: Fault.optional(),
})
export type SlotReport = z.infer<typeof SlotReport>

/** Messages from machines. */
export const upMessages = {
  /**
   * Sent first after connecting and last before disconnecting; also the last will. `boot` grows with every connection.
   */
  status: z.object({
    state: z.enum(['online', 'offline']),
    boot: z.number().int().min(0),
    reason: words(40).optional(),
  }),
  heartbeat: z.object({
    /** Signal strength in dBm. */
    rssi: z.number().min(-150).max(0),
    net: z.enum(['wifi', '2g', '3g', '4g', '5g', 'ethernet']),
    app: words(40),
    android: words(40),
    /** Seconds since the start. */
    uptime: z.number().int().min(0),
    /** Degrees Celsius inside. */
    temp: z.number().min(-80).max(150).optional(),
    /** True when switched off: the machine sells nothing. */
    off: z.boolean().optional(),
  }),
  /** The contents of the slots: all of them (`full`), or those that changed. `rev` grows with every change. */
  slots: z.object({ rev: Rev, full: z.boolean(), slots: z.array(SlotReport).max(maxSlots) }),
  sale: z.object({
    saleId: Id,
    orderNo: Id.optional(),
    client: z.enum(['wechat', 'alipay', 'gkash', 'coin', 'bill', 'remote', 'card', 'gift', 'ezcard']),
    amount: Cents,
    items: z.array(SlotResult.required({ n: true })).max(maxSlots),
    result: z.enum(['delivered', 'failed', 'won', 'lost', 'part']),
    tookMs: z.number().int().min(0).max(3_600_000),
  }),
  /**
   * Asks for an order. `card` is the number of a member's card, `coupon` the code that the customer shows. A voucher
   * (`pay` is `gift`) says itself what it is for, so its order may name no slots.
   */
  order: z
    .object({
      reqId: Id,
      items: z.array(Piece).max(maxSlots),
      pay: z.enum(['wechat', 'alipay', 'gkash', 'card', 'gift']),
      card: text(64).optional(),
      coupon: text(64).optional(),
      voucher: text(64).optional(),
      kind: z.enum(['buy', 'game']),
    })
    .refine(({ items, pay }) => items.length > 0 || pay === 'gift', { path: ['items'] }),
  /** Settings of this revision are in force; or the progress of the search for slots; never both. */
  config: z.union([
    z.object({ rev: Rev, init: z.undefined().optional() }).transform(({ rev }) => ({ rev })),
    z
      .object({
        rev: z.undefined().optional(),
        init: z.enum(['running', 'done']),
        slots: z.number().int().min(0).max(maxSlots),
      })
      .transform(({ init, slots }) => ({ init, slots })),
  ]),
  /** A fault began or, with `active` false, ended. `raw` is the controller's own name for it. */
  fault: z.object({
    code: Fault,
    ch: SlotNo.optional(),
    raw: words(200),
    active: z.boolean(),
  }),
  ack: z.object({ id: Id, accepted: z.boolean(), why: words(200).optional() }),
  /** Progress of a command with several pieces, for users who watch it. */
  progress: z.object({ id: Id, items: SlotResults }),
  /** `dup`: the command was carried out before, and this repeats its result. */
  result: z.object({
    id: Id,
    ok: z.boolean(),
    items: SlotResults,
    fault: Fault.optional(),
    why: words(200).optional(),
    dup: z.boolean().optional(),
  }),
} as const satisfies Record<UpName, z.ZodType>

export type UpMessage<Name extends UpName> = z.output<(typeof upMessages)[Name]>

const commandOf = <Op extends keyof typeof commandArgs>(op: Op) =>
  z.object({
    id: Id,
    op: z.literal(op),
    args: commandArgs[op],
    /** Server time at which the command was given, and for how many milliseconds it is valid. */
    at: z.number().int(),
    ttl: z.number().int().min(1),
  })

/** Messages to machines. */
export const downMessages = {
  /** The server's time, in answer to the message `mid`. */
  time: z.object({ now: z.number().int(), mid: text(64) }),
  cmd: z.discriminatedUnion('op', [
    commandOf('dispense'),
    commandOf('testOut'),
    commandOf('led'),
    commandOf('power'),
    commandOf('restart'),
    commandOf('refreshSetting'),
    commandOf('setChannels'),
    commandOf('resetSlot'),
    commandOf('rotateKey'),
  ]),
  config: z.object({ rev: Rev, settings: z.record(z.string(), z.unknown()) }),
  order: z.object({
    reqId: Id,
    orderNo: Id,
    qr: text(2_000).optional(),
    amount: Cents,
    discount: Cents.optional(),
    /** Of an order that is paid by a voucher: what the machine gives. */
    items: z.array(Piece).max(maxSlots).optional(),
    state: z.enum(['waiting', 'paid', 'refused']),
    why: words(200).optional(),
    difficulty: z.enum(['test', 'easy', 'entry', 'normal', 'hard', 'extreme']).optional(),
  }),
} as const satisfies Record<DownName, z.ZodType>

export type DownMessage<Name extends DownName> = z.output<(typeof downMessages)[Name]>
export type Command = DownMessage<'cmd'>

/** Strong, moderate or weak, as the console shows it. */
export function signalOf(rssi: number): 'strong' | 'moderate' | 'weak' {
  if (rssi >= -67) return 'strong'
  return rssi >= -85 ? 'moderate' : 'weak'
}
