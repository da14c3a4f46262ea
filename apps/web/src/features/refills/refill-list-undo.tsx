import type { RefillKind, RefillList } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useUndoRefill } from '../../entities/refill/api.ts'
import { useT } from '../../lib/i18n.tsx'
import { UndoLine } from '../../ui/undo-line.tsx'
import { refillListWords } from './refill-list-words.ts'

type Undos = RefillList['undos']

const lineWords = {
  fill: 'undoLine',
  empty: 'undoEmptyLine',
  visit: 'undoVisitLine',
  count: 'undoCountLine',
} as const satisfies Record<RefillKind, string>

const undoWords = {
  fill: 'undo',
  empty: 'undoEmpty',
  visit: 'undo',
  count: 'undoCount',
} as const satisfies Record<RefillKind, string>

/** What the caller has filled, emptied or taken over from a count in the last hour: the last one, and the earlier ones on request. */
export function UndoRefills({ undos }: { undos: Undos }) {
  const t = useT(refillListWords)
  const [isOpen, setOpen] = useState(false)
  const [last, ...earlier] = undos
  if (!last) return null
  return (
    <>
      <UndoRefill key={last.refill} undo={last} />
      {isOpen && earlier.map((undo) => <UndoRefill key={undo.refill} undo={undo} />)}
      {!isOpen && earlier.length > 0 && (
        <Button type="link" className="sw-refill-earlier" onClick={() => setOpen(true)}>
          {t('undoEarlier', { count: earlier.length })}
        </Button>
      )}
    </>
  )
}

function UndoRefill({ undo: { refill, kind, pieces, devices, at } }: { undo: Undos[number] }) {
  const t = useT(refillListWords)
  const undo = useUndoRefill()
  return (
    <UndoLine
      at={at}
      text={(time) => t(lineWords[kind], { devices, pieces, time })}
      label={t(undoWords[kind])}
      undo={() => undo(refill)}
    />
  )
}
