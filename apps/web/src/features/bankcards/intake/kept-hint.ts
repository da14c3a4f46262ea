import type { BankCard } from '@slotwise/contract'
import { createContext, useContext } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { intakeWords } from './intake-words.ts'
import type { keptNumbers } from './intake-values.ts'

/** The card that is sent again; undefined for a new one. */
export const SentAgain = createContext<BankCard | undefined>(undefined)

/** Says which number stays when its field is left empty; undefined for a new card. */
export function useKeptHint(): (name: (typeof keptNumbers)[number]) => string | undefined {
  const t = useT(intakeWords)
  const card = useContext(SentAgain)
  return (name) => card && t('keepNumber', { masked: card[name] })
}
