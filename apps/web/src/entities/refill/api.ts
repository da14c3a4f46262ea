import {
  joinNames,
  type Refill,
  refillCalls,
  type RefillRefusal,
  type RefillUndone,
  type UndoRefusal,
} from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useCall, useChange } from '../../lib/query.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { focusPage } from '../../ui/use-focus-return.ts'
import { slotReads } from '../device/api.ts'
import type { AskedList } from './keep-route.ts'
import { refillWords } from './refill-words.ts'

export const refillListInput = ({ filter, page, size }: AskedList) => ({
  pageNum: page,
  pageSize: size,
  condition: filter,
})

export const useRefillList = (asked: AskedList) =>
  useCall(refillCalls.getRefillList, refillListInput(asked), { inline: true })

export const useRefillDevices = () =>
  useChange(refillCalls.refillDevices, { refreshes: slotReads, inline: true })

/** Longer lists of machines are cut. */
const namedAtMost = 3

/** The first few lines, and how many machines the others are of. */
function useInShort(): <Line extends { sn: string }>(
  lines: readonly Line[],
  text: (line: Line) => string,
) => string {
  const t = useT(refillWords)
  const locale = useLocale()
  return (lines, text) => {
    const first = lines.slice(0, namedAtMost)
    const named = new Set(first.map(({ sn }) => sn))
    const more = new Set(lines.map(({ sn }) => sn).filter((sn) => !named.has(sn))).size
    return joinNames(locale, [...first.map(text), ...(more > 0 ? [t('more', { count: more })] : [])])
  }
}

const whyWords = {
  busy: 'whyBusy',
  wait: 'whyWait',
  type: 'whyType',
} as const satisfies Record<RefillRefusal, string>

/** Says what was filled or emptied, and offers to undo it. `refill` is null where nothing moved. */
export function useTellUndoable(): (text: string, refill: string | null) => void {
  const ui = useT(uiWords)
  const undo = useUndoRefill()
  return (text, refill) => {
    const run = (): void => {
      // The notice disappears, and its button with the focus.
      focusPage()
      // The call shows its own failure.
      if (refill !== null) void undo(refill).catch(() => undefined)
    }
    notify('success', text, refill === null ? {} : { action: { label: ui('undo'), run } })
  }
}

/** Says what was filled, offers to undo it, and names the machines that were left out. */
export function useTellRefilled(): (answer: Refill) => void {
  const t = useT(refillWords)
  const tell = useTellUndoable()
  const inShort = useInShort()
  return ({ refill, pieces, devices, refused }) => {
    tell(t('filled', { devices, pieces }), refill)
    if (refused.length === 0) return
    const second = inShort(refused, ({ title, sn, reason }) =>
      t('line', { name: title || sn, why: t(whyWords[reason]) }),
    )
    notify('warning', t('refused', { count: refused.length }), { second, stays: true })
  }
}

const leftWords = {
  sold: 'leftSold',
  changed: 'leftChanged',
  busy: 'whyBusy',
} as const satisfies Record<UndoRefusal, string>

/** Undoes a refill, and says what was taken back and what was not. */
export function useUndoRefill(): (refill: string) => Promise<void> {
  const t = useT(refillWords)
  const locale = useLocale()
  const inShort = useInShort()
  const { mutateAsync } = useChange(refillCalls.undoRefill, {
    refreshes: [...slotReads, refillCalls.getRefillMachine],
  })
  const tell = ({ pieces, restored, left }: RefillUndone): void => {
    const word = restored === 0 ? 'undone' : pieces === 0 ? 'putBack' : 'undoneBoth'
    notify('success', t(word, { pieces, restored }))
    if (left.length === 0) return
    const second = inShort(left, ({ title, sn, channel_sn: numbers, reason }) =>
      t('leftLine', {
        name: title || sn,
        slots: joinNames(locale, numbers.map(String)),
        why: t(leftWords[reason]),
      }),
    )
    const all = left.reduce((sum, one) => sum + one.pieces, 0)
    notify('warning', t('left', { pieces: all }), { second, stays: true })
  }
  return async (refill) => tell(await mutateAsync({ refill }))
}
