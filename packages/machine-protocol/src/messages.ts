import { z } from 'zod'

import { text, words } from './text.ts'

import { commandArgs, SlotNo } from './commands.ts'
import { faultCodes } from './faults.ts'
import { maxPieces, maxSlots } from './limits.ts'
import { slipOutcomes, slipReasons } from './slips.ts'
import { type DownName, type UpName, upNames } from './topics.ts'

const Id = text(64, 1)
/** The name of a request for an order. */
export const RequestId = Id
const Cents = z.number().int().min(0).max(100_000_000)
const Count = z.number().int().min(0).max(9_999)
const Rev = z.number().int().min(0)
const Fault = z.enum(faultCodes)
/** The controller's own name for a fault, above all for one that the protocol does not name. */
const Raw = words(200).optional()
/** So that a machine that counts up, and has begun anywhere below it, never comes to the end of the numbers. */
const mostBoot = 2 ** 52

/** The result for some pieces of a slot: whether they came out. */
export const SlotResult = z.object({
  ch: SlotNo,
  n: z.number().int().min(1).max(100).optional(),
  ok: z.boolean(),
  fault: Fault.optional(),
  raw: Raw,
})
export type SlotResult = z.infer<typeof SlotResult>
const SlotResults = z.array(SlotResult).max(maxSlots)

const Piece = z.object({ ch: SlotNo, n: z.number().int().min(1).max(100) })

/**
 * Cash of a customer, in cents: what stays in the machine, what it gave back because goods did not come out, and what it
 * gave as change.
 */
export const Cash = z.object({ kept: Cents, returned: Cents.optional(), changed: Cents.optional() })
export type Cash = z.infer<typeof Cash>

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
    boot: z.number().int().min(0).max(mostBoot),
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
    client: z.enum(['wechat', 'alipay', 'gkash', 'coin', 'bill', 'card', 'gift', 'ezcard']),
    amount: Cents,
    items: z
      .array(SlotResult.required({ n: true }))
      .max(maxSlots)
      .refine((items) => items.reduce((sum, { n }) => sum + n, 0) <= maxPieces),
    result: z.enum(['delivered', 'failed', 'won', 'lost', 'part']),
    tookMs: z.number().int().min(0).max(3_600_000).optional(),
    /** With `coin` and `bill`. */
    cash: Cash.optional(),
  }),
  /**
   * Asks for an order, or gives one up: the machine gives nothing for it from then on. `card` is the number of a member's
   * card, `coupon` the code that the customer shows. A voucher (`pay` is `gift`) says itself what it is for, so its order
   * may name no slots.
   */
  order: z.union([
    z.object({ reqId: Id, cancel: z.literal(true) }),
    z
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
  ]),
  /** Settings of this revision are in force; or the progress of the search for slots; never both. */
  config: z.union([
    z
      .object({
        rev: Rev,
        init: z.undefined().optional(),
        /** Keys that the machine does not have, or of which it cannot do the value. */
        unsupported: z.array(text(60, 1)).max(100).optional(),
      })
      .transform(({ rev, unsupported }) => ({ rev, ...(unsupported === undefined ? {} : { unsupported }) })),
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

/** The two kinds of `order` from machines. */
export type OrderCancel = Extract<UpMessage<'order'>, { cancel: true }>
export type OrderRequest = Exclude<UpMessage<'order'>, OrderCancel>

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
    /** With `waiting`: when the order ends, by the server's clock. */
    until: z.number().int().min(0).optional(),
    /**
     * Whether the customer gets the money back without asking for it: with `waiting` and `paid` if nothing comes out, with
     * `closed` if it was paid, or will be.
     */
    refunds: z.boolean().optional(),
    /** Of an order that is paid by a voucher: what the machine gives. */
    items: z.array(Piece).max(maxSlots).optional(),
    /** `closed`: the order has ended; the machine gives nothing for it unless it was told that it is paid. */
    state: z.enum(['waiting', 'paid', 'refused', 'closed']),
    why: words(200).optional(),
    /** With `closed`: codes for the screen, for what did not come out and is not refunded. */
    vouchers: z.array(text(64, 1)).max(maxSlots).optional(),
    difficulty: z.enum(['test', 'easy', 'entry', 'normal', 'hard', 'extreme']).optional(),
  }),
  /** A message was not as the protocol says. `mid` is empty where it could not be read. */
  error: z.object({
    mid: text(64),
    type: z.enum(upNames),
    field: text(200),
    reason: z.enum(slipReasons),
    outcome: z.enum(slipOutcomes),
  }),
} as const satisfies Record<DownName, z.ZodType>

export type DownMessage<Name extends DownName> = z.output<(typeof downMessages)[Name]>
export type Command = DownMessage<'cmd'>

/** Strong, moderate or weak, as the console shows it. */
export function signalOf(rssi: number): 'strong' | 'moderate' | 'weak' {
  if (rssi >= -67) return 'strong'
  return rssi >= -85 ? 'moderate' : 'weak'
}
