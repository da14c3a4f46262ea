import {
  goodsCalls,
  type GoodsSlotList,
  type GoodsSlotNarrowing,
  type GoodsSlotsChange,
  joinNames,
  slotCalls,
  type SlotRefusal,
  undoableIn,
} from '@slotwise/contract'
import type { z } from 'zod'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useCall, useChange } from '../../lib/query.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { focusPage } from '../../ui/use-focus-return.ts'
import { slotReads } from '../device/api.ts'
import { goodsSlotWords } from './goods-slot-words.ts'

type Asked = { filter: z.input<typeof GoodsSlotNarrowing>; page: number; size: number }

/** The slots that hold some goods. */
export const useGoodsSlots = (goodsId: string, { filter, page, size }: Asked) =>
  useCall(
    slotCalls.getGoodsSlots,
    { pageNum: page, pageSize: size, condition: { goods_id: goodsId, ...filter } },
    { inline: true },
  )

/** The prices in the slots, as one price or a span. */
export const pricesIn = ({
  min_price: min,
  max_price: max,
}: Pick<GoodsSlotList, 'min_price' | 'max_price'>) =>
  min === max
    ? { price: min, min_price: null, max_price: null }
    : { price: null, min_price: min, max_price: max }

/** Goods show in how many slots they are. */
const refreshes = [...slotReads, goodsCalls.getGoods, slotCalls.getSlotImportUndo]

export const useSetGoodsSlots = () => useChange(slotCalls.setGoodsSlots, { refreshes, inline: true })

export const useApplyListPrices = () => useChange(slotCalls.applyListPrices, { refreshes, inline: true })

/** Undoes a change and says how many slots have their former values again. */
export function useUndoGoodsSlots(): (change: string) => Promise<void> {
  const t = useT(goodsSlotWords)
  const { mutateAsync } = useChange(slotCalls.undoGoodsSlots, { refreshes })
  const tellRefused = useTellRefused()
  return async (change) => {
    const answer = await mutateAsync({ change })
    notify('success', t('undone', { count: answer.slots }))
    tellRefused(answer)
  }
}

/** Says what was changed, offers to undo it, and names the machines that were left out. */
export function useTellChanged(): (answer: GoodsSlotsChange) => void {
  const t = useT(goodsSlotWords)
  const ui = useT(uiWords)
  const undo = useUndoGoodsSlots()
  const tellRefused = useTellRefused()
  return (answer) => {
    const { change, slots: count } = answer
    const run = (): void => {
      // The notice disappears, and its button with the focus.
      focusPage()
      // The call shows its own failure.
      if (change !== null) void undo(change).catch(() => undefined)
    }
    notify('success', t('changed', { count }), change === null ? {} : { action: { label: ui('undo'), run } })
    tellRefused(answer)
  }
}

/** Says that slots of a machine were saved, and offers to undo it, or of an edit of several fields prices and rate alone. */
export function useTellEdited(): (
  answer: { change: string | null },
  edit: Parameters<typeof undoableIn>[0],
) => void {
  const t = useT(goodsSlotWords)
  const tellSaved = useTellSaved()
  return ({ change }, edit) => {
    const given = Object.values(edit).filter((value) => value !== undefined)
    const undone = undoableIn(edit)
    const isWhole = undone.length === given.length
    tellSaved(t('saved'), { change, isWhole, hasRate: undone.includes('rate') })
  }
}

type Undoable = {
  change: string | null
  /** Whether the undo gives back all that was saved, or prices and rate alone. */
  isWhole: boolean
  hasRate: boolean
}

/** Says that something was saved, and offers to undo what it changed in slots. */
export function useTellSaved(): (text: string, undoable: Undoable) => void {
  const t = useT(goodsSlotWords)
  const ui = useT(uiWords)
  const undo = useUndoGoodsSlots()
  return (text, { change, isWhole, hasRate }) => {
    if (change === null) return notify('success', text)
    const run = (): void => {
      focusPage()
      void undo(change).catch(() => undefined)
    }
    const label = isWhole ? ui('undo') : t(hasRate ? 'undoTerms' : 'undoPrice')
    notify('success', text, { action: { label, run } })
  }
}

const whyWords = {
  busy: 'whyBusy',
  wait: 'whyWait',
  changed: 'whyChanged',
  type: 'whyType',
  stock: 'whyStock',
} as const satisfies Record<SlotRefusal, string>

/** Longer lists of machines are cut. */
const namedAtMost = 3

function useTellRefused(): (answer: GoodsSlotsChange) => void {
  const t = useT(goodsSlotWords)
  const locale = useLocale()
  return ({ refused }) => {
    if (refused.length === 0) return
    const count = refused.reduce((sum, { channel_sn: numbers }) => sum + numbers.length, 0)
    const lines = refused
      .slice(0, namedAtMost)
      .map(({ title, sn, reason }) => t('refusedLine', { name: title || sn, why: t(whyWords[reason]) }))
    const named = new Set(refused.slice(0, namedAtMost).map(({ sn }) => sn))
    const more = new Set(refused.map(({ sn }) => sn).filter((sn) => !named.has(sn))).size
    const second = [...lines, ...(more > 0 ? [t('refusedMore', { count: more })] : [])]
    notify('warning', t('refused', { count }), { second: joinNames(locale, second), stays: true })
  }
}
