import { useT } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'
import { isOfflineError } from '../lib/query.ts'
import { uiWords } from './ui-words.ts'
import { focusPage } from './use-focus-return.ts'

/**
 * Shows that something was done, with an undo button for as long as the notice stays. It outlives the dialog. The undo
 * call shows its own failures; without a network, undo is offered again.
 */
export function useUndoNotice(): (text: string, undo: () => Promise<unknown>) => void {
  const t = useT(uiWords)
  return function offer(text, undo) {
    const run = (): void => {
      // The notice disappears, and its button with the focus.
      focusPage()
      void undo().then(
        () => notify('success', t('restored')),
        (error: unknown) => {
          if (isOfflineError(error)) offer(text, undo)
        },
      )
    }
    notify('success', text, { action: { label: t('undo'), run } })
  }
}
