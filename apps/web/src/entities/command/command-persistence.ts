/** The parts of commands and their refusals that survive a reload, until the user dismisses them. */
import { CommandStep, powerMotions, powerParts } from '@slotwise/contract'
import { z } from 'zod'

import { CallError, callErrorKinds } from '../../lib/client.ts'
import { type Commands, noCommands } from './command-state.ts'
import type { Persistence } from './use-retained-state.ts'

/** A command that may or may not have been given: the mark to recognise it by, and the slots it asked for. */
const LostCommand = z.object({ mark: z.string(), asked: z.array(z.int()) })
export type LostCommand = z.infer<typeof LostCommand>

/** A call that the server refused, failed, or did not answer. */
export type Setback = { error: CallError; lost?: LostCommand | undefined }

const SavedSetback = z.object({
  message: z.string(),
  kind: z.enum(callErrorKinds),
  rcode: z.int(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  requestId: z.string().optional(),
  lost: LostCommand.optional(),
})

export const setbackPersistence: Persistence<Setback | null> = {
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

/** Done commands are left out, because a success needs no lasting message. */
export const commandPersistence: Persistence<Commands> = {
  save: ({ mine }) => {
    const open = mine.filter(({ step }) => step.state !== 'done')
    return open.length === 0 ? undefined : open
  },
  load: (saved) => {
    const { data } = SavedCommands.safeParse(saved)
    return data && { ...noCommands, mine: data }
  },
}
