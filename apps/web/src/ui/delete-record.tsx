import type { ReactNode } from 'react'

import { ConfirmDelete } from './confirm-delete.tsx'
import { useUndoNotice } from './undo-notice.ts'

type DeleteRecordProps = {
  title: string
  confirmLabel: string
  /** Says what goes with it. */
  children: ReactNode
  /** Why the server will most likely refuse, if the page knows. */
  obstacle?: string | undefined
  remove: () => Promise<unknown>
  restore: () => Promise<unknown>
  /** What the notice says, which offers to undo it. */
  removed: string
  onClose: () => void
}

/** Asks, deletes a record, and offers to bring it back. */
export function DeleteRecord({ remove, restore, removed, ...question }: DeleteRecordProps) {
  const tellUndoable = useUndoNotice()
  return (
    <ConfirmDelete
      {...question}
      onConfirm={async () => {
        await remove()
        tellUndoable(removed, restore)
      }}
    />
  )
}
