import type { BankDraft } from '@slotwise/contract'

/**
 * Saves what a form holds after a pause in typing. One save at a time, so that an earlier one never arrives after a
 * later one. A failed save is tried again with the next change, or when the form is left.
 */
export type DraftState = 'unchanged' | 'waiting' | 'saved' | 'failed'

export type DraftSaver = {
  change: (draft: BankDraft) => void
  /** Saves at once what is not saved yet. Returns false when that failed. */
  flush: () => Promise<boolean>
  /** Deletes the draft. Changes that are not saved yet are dropped. */
  forget: () => Promise<boolean>
}

type Setup = {
  save: (draft: BankDraft | null) => Promise<unknown>
  onState: (state: DraftState) => void
  pauseMs?: number
}

export function createDraftSaver({ save, onState, pauseMs = 800 }: Setup): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Undefined when everything is saved; null deletes the draft.
  let unsaved: BankDraft | null | undefined
  let sending: Promise<boolean> | undefined

  const send = async (): Promise<boolean> => {
    while (unsaved !== undefined) {
      const draft = unsaved
      unsaved = undefined
      try {
        await save(draft)
      } catch {
        // A later change replaces the one that failed.
        unsaved ??= draft
        onState('failed')
        return false
      }
    }
    onState('saved')
    return true
  }
  const flush = (): Promise<boolean> => {
    clearTimeout(timer)
    if (sending === undefined && unsaved === undefined) return Promise.resolve(true)
    sending ??= send().finally(() => void (sending = undefined))
    return sending
  }
  return {
    change: (draft) => {
      unsaved = draft
      onState('waiting')
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), pauseMs)
    },
    flush,
    forget: () => {
      unsaved = null
      return flush()
    },
  }
}
