import { refusalWords } from './words.ts'
import { commandErrors } from './errors.ts'
import type { CommandStep } from './step.ts'

export type Refusal = keyof (typeof refusalWords)['en-US']
export const isRefusal = (why: string | null): why is Refusal =>
  why !== null && Object.hasOwn(refusalWords['en-US'], why)

/** The failure code to tell a technician: its number, and the machine's own name for it. */
export const codeOf = ({ fault, why }: Pick<CommandStep, 'fault' | 'why'>): string =>
  [commandErrors.codes.commandFailed, fault ?? (isRefusal(why) ? why : '')].filter(Boolean).join(' · ')
