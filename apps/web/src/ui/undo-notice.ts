import { useT } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'
import { isOfflineError } from '../lib/query.ts'
import { uiWords } from './messages/messages.ts'
import { focusPage } from './use-focus-return.ts'

/**
 * Tells that something was done, with the way back for as long as the notice stands. It outlives the dialog that
 * asked; a failure of the way back is told by the call itself. Without a network the way back is offered again.
 */
export function useUndoNotice(): (text: string, undo: () => Promise<unknown>) => void {
  const t = useT(uiWords)
  return function offer(text, undo) {
    const run = (): void => {
      // The notice goes with its button.
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
