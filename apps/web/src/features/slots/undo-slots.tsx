import type { SlotUndo } from '@slotwise/contract'
import type { z } from 'zod'

import { useUndoGoodsSlots } from '../../entities/slot/goods-slots.ts'
import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { useT } from '../../lib/i18n.tsx'
import { UndoLine } from '../../ui/undo-line.tsx'

/** Offers to undo the reader's last change of slots for as long as the server keeps it. */
export function UndoSlots({ undo: { change, slots: count, at } }: { undo: z.infer<typeof SlotUndo> }) {
  const t = useT(goodsSlotWords)
  const undo = useUndoGoodsSlots()
  return (
    <UndoLine
      at={at}
      text={(time) => t('undoLine', { count, time })}
      label={t('undo')}
      undo={() => undo(change)}
    />
  )
}
