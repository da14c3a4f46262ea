import { errorCodes } from '../kernel/errors.ts'
import { refusalWords } from './command-words.ts'
import type { CommandStep } from './live.ts'

export type Refusal = keyof (typeof refusalWords)['en-US']
export const isRefusal = (why: string | null): why is Refusal =>
  why !== null && Object.hasOwn(refusalWords['en-US'], why)

/** What one tells a technician: the number of the failure, and the machine's own name for it. */
export const codeOf = ({ fault, why }: Pick<CommandStep, 'fault' | 'why'>): string =>
  [errorCodes.commandFailed, fault ?? (isRefusal(why) ? why : '')].filter(Boolean).join(' · ')
