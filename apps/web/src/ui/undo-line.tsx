import { Button } from 'antd'
import { useRef, useState } from 'react'

import { useSession } from '../lib/session.ts'
import { formatInstant } from './instant.tsx'
import { Alert } from './plain/alert.tsx'
import './undo-line.css'
import { focusPage } from './use-focus-return.ts'

type UndoLineProps = {
  /** When it was done. */
  at: string
  /** What was done, at this time of the day. */
  text: (time: string) => string
  label: string
  /** Shows its own failure. */
  undo: () => Promise<unknown>
}

/** Offers to undo the reader's last change for as long as the server keeps it. */
export function UndoLine({ at, text, label, undo }: UndoLineProps) {
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const [isBusy, setIsBusy] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const run = async (): Promise<void> => {
    const dialog = line.current?.closest('[role=dialog]')
    setIsBusy(true)
    try {
      await undo()
      // The line disappears, and its button with the focus. A dialog around it keeps the focus by itself.
      if (!dialog) focusPage()
    } catch {
      setIsBusy(false)
    }
  }
  return (
    <div ref={line} className="sw-undo-line">
      <Alert tone="info">
        {text(formatInstant(at, offset).slice(11))}{' '}
        <Button size="small" loading={isBusy} onClick={() => void run()}>
          {label}
        </Button>
      </Alert>
    </div>
  )
}
