import { z } from 'zod'

import { text } from './text.ts'

import { maxSlots } from './limits.ts'

/** The number of a slot. */
export const SlotNo = z.number().int().min(1).max(9_999)

const Piece = z.object({ ch: SlotNo, n: z.number().int().min(1).max(100) })
/** Each slot may occur once. */
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

/** Which computer of the machine: the controller of motors and lamps, or the one that drives the screen. */
const Part = z.enum(['machine', 'android'])

/** The commands of a machine, and their arguments. */
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
  /** Apply the settings once more, although they are in force: the one named, or all. */
  refreshSetting: z.object({ setting: text(200).optional() }),
  /** Set the number of slots. The machine then searches for them, which takes a minute or two. */
  setChannels: z.object({ count: z.number().int().min(1).max(maxSlots) }),
  /** Give slots other numbers, all of them in one step. */
  resetSlot: z.object({
    slots: z
      .array(z.object({ from: SlotNo, to: SlotNo }))
      .min(1)
      .max(maxSlots),
  }),
  /** Log in with this secret from the next connection on; the old one works until then. */
  rotateKey: z.object({ secret: text(128, 16) }),
} as const

export type CommandOp = keyof typeof commandArgs
export const commandOps = Object.keys(commandArgs) as [CommandOp, ...CommandOp[]]
export type CommandArgs<Op extends CommandOp> = z.infer<(typeof commandArgs)[Op]>

/** Whether the command moves goods: such a command must not be carried out late. */
export const movesSomething = (op: CommandOp): boolean => op === 'dispense' || op === 'testOut'

/** Commands by which slots come, go or get other numbers. */
export const rearrangingOps = ['setChannels', 'resetSlot'] as const satisfies readonly CommandOp[]
export const rearrangesSlots = (op: string): boolean => (rearrangingOps as readonly string[]).includes(op)

/** For how long after it was given a machine may begin a command. */
export const commandLifeSeconds = (op: CommandOp): number => (movesSomething(op) ? 10 : 30)

/** The pieces that a command asks for, slot by slot; empty for commands without pieces. */
export const askedPieces = (args: unknown): { ch: number; n: number }[] =>
  ((args ?? {}) as { items?: { ch: number; n: number }[] }).items ?? []
