import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'

import { CallError, isHandledElsewhere } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import '../form-drawer.css'
import { Alert } from '../plain/alert.tsx'
import { uiWords } from '../ui-words.ts'
import { useUnsavedGuard } from '../unsaved-guard.tsx'
import { useFocusReturn } from '../use-focus-return.ts'
import { useIsPhone } from '../use-media.ts'

type ImportDrawerProps = {
  title: string
  /** The import whose preview is shown; undefined while a sheet is chosen. */
  shown: { import: string; changes: number; applyLabel: string } | undefined
  apply: (id: string) => Promise<unknown>
  /** What `apply` may ask first. */
  question: ReactNode
  isApplying: boolean
  /** Forgets the preview, so that another sheet can be chosen. */
  forget: () => void
  onClose: () => void
  /** The preview, or the choice of a sheet. */
  children: (chooseAgain: () => void) => ReactNode
}

/** An import in two steps: a sheet is chosen and its preview shown, and nothing has changed yet; then it is applied. */
export function ImportDrawer(props: ImportDrawerProps) {
  const { title, shown, apply, question: asked, isApplying, forget, onClose, children } = props
  const ui = useT(uiWords)
  const isPhone = useIsPhone()
  const [refusal, setRefusal] = useState<string>()
  useFocusReturn()
  // After a refusal there is nothing left to lose.
  const isPending = shown !== undefined && shown.changes > 0 && refusal === undefined
  const { requestLeave, leaveSaved, question } = useUnsavedGuard(isPending, onClose)
  const run = async (id: string): Promise<void> => {
    setRefusal(undefined)
    try {
      await apply(id)
      leaveSaved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isHandledElsewhere(error)) setRefusal(error.message)
    }
  }
  const chooseAgain = (): void => {
    setRefusal(undefined)
    forget()
  }
  return (
    <Drawer
      open
      rootClassName="sw-import-drawer"
      title={title}
      size={isPhone ? '100%' : shown ? 960 : 520}
      onClose={requestLeave}
      footer={
        <div className="sw-form-drawer-buttons">
          <Button onClick={requestLeave}>{ui('cancel')}</Button>
          {shown && (
            <Button
              type="primary"
              loading={isApplying}
              disabled={shown.changes === 0}
              onClick={() => void run(shown.import)}
            >
              {shown.applyLabel}
            </Button>
          )}
        </div>
      }
    >
      {refusal !== undefined && <Alert tone="error">{refusal}</Alert>}
      {children(chooseAgain)}
      {asked}
      {question}
    </Drawer>
  )
}
