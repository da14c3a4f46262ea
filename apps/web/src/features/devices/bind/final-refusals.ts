import { errorCodes } from '@slotwise/contract'

import type { bindWords } from './bind-words.ts'

type Word = keyof (typeof bindWords)['en-US']

export type Refusal = {
  title: Word
  text: Word
  /** The machine may be among those that one has already. */
  withDevices?: boolean
}

/** The answers that no other name or store would change, and how each is told. */
export const finalRefusals: Readonly<Record<number, Refusal>> = {
  [errorCodes.unknownDevice]: { title: 'unknownDevice', text: 'unknownText' },
  [errorCodes.boundElsewhere]: { title: 'bindingError', text: 'elsewhere', withDevices: true },
  [errorCodes.noPermission]: { title: 'bindingError', text: 'noPermission' },
}
