import { errorCodes } from '@slotwise/contract'

import type { bindWords } from './bind-words.ts'

type Word = keyof (typeof bindWords)['en-US']

export type Refusal = {
  title: Word
  text: Word
  /** Offers the list of devices, because the machine may already belong to the merchant. */
  withDevices?: boolean
}

/** The answers that another name or store would not change, and their texts. */
export const finalRefusals: Readonly<Record<number, Refusal>> = {
  [errorCodes.unknownDevice]: { title: 'unknownDevice', text: 'unknownText' },
  [errorCodes.boundElsewhere]: { title: 'bindingError', text: 'elsewhere', withDevices: true },
  [errorCodes.needsNewSecret]: { title: 'bindingError', text: 'needsNewSecret' },
  [errorCodes.noPermission]: { title: 'bindingError', text: 'noPermission' },
}
