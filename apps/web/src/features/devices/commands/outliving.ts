/** What of commands and their refusals is still there when the page is loaded anew, until somebody removes it. */
import { CommandStep, powerMotions, powerParts } from '@slotwise/contract'
import { z } from 'zod'

import { CallError, callErrorKinds } from '../../../lib/client.ts'
import { type Commands, noCommands } from './command-state.ts'
import type { Outliving } from './kept.ts'

/** A command of which nobody knows whether it was given: the mark by which it is known again, and what it asked for. */
const LostCommand = z.object({ mark: z.string(), asked: z.array(z.int()) })
export type LostCommand = z.infer<typeof LostCommand>

/** What the server refused or could not do, or did not answer. */
export type Setback = { error: CallError; lost?: LostCommand | undefined }

const SavedSetback = z.object({
  message: z.string(),
  kind: z.enum(callErrorKinds),
  rcode: z.int(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  requestId: z.string().optional(),
  lost: LostCommand.optional(),
})

export const outlivingSetback: Outliving<Setback | null> = {
  save: (setback) => {
    if (setback === null) return undefined
    const { message, kind, rcode, errors, requestId } = setback.error
    return { message, kind, rcode, errors, requestId, lost: setback.lost }
  },
  load: (saved) => {
    const { data } = SavedSetback.safeParse(saved)
    return data && { error: new CallError(data.message, data), lost: data.lost }
  },
}

const SavedCommands = z.array(
  z.object({
    step: CommandStep,
    asked: z.array(z.int()),
    power: z.object({ dev: z.enum(powerParts), motion: z.enum(powerMotions) }).optional(),
  }),
)

/** What has worked needs no message that stays. */
export const outlivingCommands: Outliving<Commands> = {
  save: ({ mine }) => {
    const open = mine.filter(({ step }) => step.state !== 'done')
    return open.length === 0 ? undefined : open
  },
  load: (saved) => {
    const { data } = SavedCommands.safeParse(saved)
    return data && { ...noCommands, mine: data }
  },
}
