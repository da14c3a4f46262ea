import { bankCardCalls } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { call } from '../../../lib/client.ts'
import { createDraftSaver, type DraftState } from './draft-saver.ts'

/** Saves drafts of this form. What is not saved yet is saved when the form closes or the window is hidden. */
export function useDraftSaving() {
  const client = useQueryClient()
  const [state, setState] = useState<DraftState>('unchanged')
  const [saver] = useState(() =>
    createDraftSaver({
      onState: setState,
      save: async (draft) => {
        await call(bankCardCalls.saveBankDraft, { draft }, { quiet: true })
        client.setQueryData([bankCardCalls.getBankDraft.path, {}], { draft })
      },
    }),
  )
  useEffect(() => {
    // A phone that opens its camera may end the page behind it.
    const hide = (): void => {
      if (document.visibilityState === 'hidden') void saver.flush()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      void saver.flush()
    }
  }, [saver])
  return { saver, state }
}
