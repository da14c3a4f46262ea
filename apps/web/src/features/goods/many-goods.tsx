/** Changing and deleting several goods at once, and undoing it. */
import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import {
  type Goods,
  type GoodsChange,
  type GoodsRefusal,
  type GoodsUndo,
  joinNames,
} from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { Selection } from '../../ui/selection.ts'
import { UndoLine } from '../../ui/undo-line.tsx'
import { focusPage } from '../../ui/use-focus-return.ts'
import { useDeleteManyGoods, useUndoGoods } from './api.ts'
import { goodsWords } from './goods-words.ts'

type ManyBarProps = { selection: Selection<Goods>; onEdit: () => void; onDelete: () => void }

/** The actions on the chosen goods. */
export function ManyBar({ selection, onEdit, onDelete }: ManyBarProps) {
  const t = useT(goodsWords)
  return (
    <SelectionBar selection={selection} text={t('chosenGoods', { count: selection.chosen.length })}>
      <Button type="primary" icon={<EditOutlined aria-hidden="true" />} onClick={onEdit}>
        {t('editChosen')}
      </Button>
      <Button danger icon={<DeleteOutlined aria-hidden="true" />} onClick={onDelete}>
        {t('deleteChosen')}
      </Button>
    </SelectionBar>
  )
}

const whyWords = {
  changed: 'whyChanged',
  slots: 'whySlots',
  elsewhere: 'whyElsewhere',
  vouchers: 'whyVouchers',
} as const satisfies Record<GoodsRefusal, string>

/** Longer lists of goods are cut. */
const namedAtMost = 3

/** Undoes a change and says how many goods are as before. */
function useUndo(): (change: string) => Promise<void> {
  const t = useT(goodsWords)
  const { mutateAsync } = useUndoGoods()
  return async (change) => {
    const { count, left } = await mutateAsync({ change })
    notify('success', t('manyUndone', { count }), left > 0 ? { second: t('manyUndoneLeft', { left }) } : {})
  }
}

/** Says what was done, offers to undo it, and names the goods that were left as they are. */
export function useTellMany(): (text: 'manyChanged' | 'manyDeleted', answer: GoodsChange) => void {
  const t = useT(goodsWords)
  const locale = useLocale()
  const undo = useUndo()
  return (text, { change, count, refused }) => {
    const run = (): void => {
      // The notice disappears, and its button with the focus.
      focusPage()
      // The call shows its own failure.
      void undo(change).catch(() => undefined)
    }
    notify('success', t(text, { count }), { action: { label: t('undoMany'), run } })
    if (refused.length === 0) return
    const lines = refused
      .slice(0, namedAtMost)
      .map(({ title, reason }) => t('manyRefusedLine', { name: title, why: t(whyWords[reason]) }))
    const more = refused.length - lines.length
    const second = [...lines, ...(more > 0 ? [t('manyRefusedMore', { count: more })] : [])]
    notify('warning', t('manyRefused', { count: refused.length }), {
      second: joinNames(locale, second),
      stays: true,
    })
  }
}

/** Says that goods were saved, and offers to undo what can be. */
export function useTellSaved(): (before: Goods, saved: Goods & { change: string | null }) => void {
  const t = useT(goodsWords)
  const undo = useUndo()
  return (before, { change, ...saved }) => {
    if (change === null) return notify('success', t('saved'))
    const run = (): void => {
      focusPage()
      void undo(change).catch(() => undefined)
    }
    notify('success', t('saved'), { action: { label: t(undoLabel(before, saved)), run } })
  }
}

const sameIn = (a: Goods, b: Goods, names: readonly (keyof Goods)[]): boolean =>
  names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))

/** Name, code and pictures stay when an edit is undone, so the button says that only the price comes back. */
const undoLabel = (before: Goods, saved: Goods): 'undoMany' | 'undoListPrice' =>
  !sameIn(before, saved, ['title', 'code', 'images']) || sameIn(before, saved, ['tags', 'description'])
    ? 'undoListPrice'
    : 'undoMany'

type DeleteManyProps = { goods: readonly Goods[]; onDeleted: () => void; onClose: () => void }

/** Goods in slots are named after the others were deleted, because only the server knows all slots. */
export function DeleteMany({ goods, onDeleted, onClose }: DeleteManyProps) {
  const t = useT(goodsWords)
  const locale = useLocale()
  const { mutateAsync } = useDeleteManyGoods()
  const tellMany = useTellMany()
  const [asked] = useState(goods)
  const names = asked.slice(0, 5).map(({ title }) => title)
  return (
    <ConfirmDelete
      title={t('manyDeleteTitle', { count: asked.length })}
      confirmLabel={t('deleteChosen')}
      onConfirm={async () => {
        const chosen = asked.map(({ goods_id, rev }) => ({ goods_id, rev }))
        tellMany('manyDeleted', await mutateAsync({ goods: chosen }))
        onDeleted()
      }}
      onClose={onClose}
    >
      <p>
        {joinNames(locale, names)}
        {asked.length > names.length && ' …'}
      </p>
      <p>{t('manyDeleteText')}</p>
    </ConfirmDelete>
  )
}

const undoneWords = {
  edit: 'undoEdited',
  delete: 'undoDeleted',
  import: 'undoImported',
} as const satisfies Record<GoodsUndo['kind'], string>

/** Offers to undo the reader's last change for as long as the server keeps it. */
export function UndoGoodsLine({ undo: { change, kind, count, at } }: { undo: GoodsUndo }) {
  const t = useT(goodsWords)
  const undo = useUndo()
  return (
    <UndoLine
      at={at}
      text={(time) => t(undoneWords[kind], { count, time })}
      label={t(kind === 'import' ? 'undoListPrices' : 'undoMany')}
      undo={() => undo(change)}
    />
  )
}
