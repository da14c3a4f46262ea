import { z } from 'zod'

import { text } from './text.ts'

import { maxSlots } from './limits.ts'

/** The number of a slot. */
export const SlotNo = z.number().int().min(1).max(9_999)

const Piece = z.object({ ch: SlotNo, n: z.number().int().min(1).max(100) })
/** Each slot once. */
const Pieces = z
  .array(Piece)
  .min(1)
  .max(maxSlots)
  .refine((pieces) => new Set(pieces.map(({ ch }) => ch)).size === pieces.length)

const Pulses = z.object({
  pulses: z.number().int().min(1).max(1_000),
  widthMs: z.number().int().min(1).max(10_000),
  gapMs: z.number().int().min(1).max(10_000),
})

/** Which computer of the machine: the controller of motors and lamps, or the one behind the screen. */
const Part = z.enum(['machine', 'android'])

/** What a machine can be told to do, and with what. */
export const commandArgs = {
  /** Give out goods. A pulse machine gets pulses instead of pieces. */
  dispense: z.union([z.object({ items: Pieces }), Pulses]),
  /** Turn the motors of slots, one after the other, to see whether they work. */
  testOut: z.object({ items: Pieces }),
  led: z.object({
    on: z.boolean(),
    color: text(20).optional(),
    brightness: z.number().int().min(0).max(100).optional(),
    style: text(20).optional(),
  }),
  power: z.object({ part: Part, on: z.boolean() }),
  restart: z.object({ part: Part }),
  /** Apply the settings once more, also those that are in force. */
  refreshSetting: z.object({}),
  /** Have this many slots. The machine looks for them, which takes a minute or two. */
  setChannels: z.object({ count: z.number().int().min(1).max(maxSlots) }),
  /** Give slots other numbers, all at once. */
  resetSlot: z.object({
    slots: z
      .array(z.object({ from: SlotNo, to: SlotNo }))
      .min(1)
      .max(maxSlots),
  }),
  /** Forget the merchant: his settings, his goods, what is on show. */
  unbind: z.object({}),
  /** Log in with this secret from the next connection on; the old one works until then. */
  rotateKey: z.object({ secret: text(128, 16) }),
} as const

export type CommandOp = keyof typeof commandArgs
export const commandOps = Object.keys(commandArgs) as [CommandOp, ...CommandOp[]]
export type CommandArgs<Op extends CommandOp> = z.infer<(typeof commandArgs)[Op]>

/** Whether something moves: nobody wants that to happen late. */
export const movesSomething = (op: CommandOp): boolean => op === 'dispense' || op === 'testOut'

/** The pieces that a command asks for, slot by slot; none where it asks for something else. */
export const askedPieces = (args: unknown): { ch: number; n: number }[] =>
  ((args ?? {}) as { items?: { ch: number; n: number }[] }).items ?? []
