import { type GoodsSlot, slotFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Money } from '../../ui/money.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'

export function useGoodsSlotColumns(): Column<GoodsSlot>[] {
  const t = useT(goodsSlotWords)
  const field = useT(slotFieldWords)
  return [
    { key: 'device', sortBy: 'device', title: t('device'), cell: (slot) => <SlotLink slot={slot} /> },
    { key: 'channel_sn', title: field('channel_sn'), align: 'right', cell: (slot) => slot.channel_sn },
    {
      key: 'store',
      sortBy: 'store',
      title: t('store'),
      text: true,
      width: 110,
      cell: (slot) => slot.store_name,
    },
    {
      key: 'price',
      sortBy: 'price',
      title: field('price'),
      align: 'right',
      money: true,
      cell: ({ price }) => (price === null ? null : <Money cents={price} />),
    },
    {
      key: 'quantity',
      sortBy: 'quantity',
      title: field('quantity'),
      align: 'right',
      cell: ({ counts, quantity, max }) => (counts ? `${quantity} / ${max}` : null),
    },
    { key: 'enabled', title: field('enabled'), cell: ({ enabled }) => t(enabled ? 'yes' : 'no') },
    { key: 'state', title: t('state'), cell: (slot) => <SlotStateTag slot={slot} /> },
  ]
}

/** Leads to the slot at its machine. */
function SlotLink({ slot: { sn, title, channel_sn: number } }: { slot: GoodsSlot }) {
  const t = useT(goodsSlotWords)
  const name = title || sn
  return (
    <Link
      className="sw-link"
      to={`/device/${sn}?tab=slots&open=slot-${number}`}
      aria-label={t('slotNamed', { name, number })}
    >
      {name}
    </Link>
  )
}

type StateWord = 'applied' | 'waiting' | 'waitingOffline' | 'absent' | 'busy'
const tones: Record<StateWord, StatusTone> = {
  applied: 'good',
  waiting: 'busy',
  waitingOffline: 'attention',
  absent: 'bad',
  busy: 'busy',
}

/** What the machine has made of the slot's settings. */
function SlotStateTag({ slot: { state, online, busy } }: { slot: GoodsSlot }) {
  const t = useT(goodsSlotWords)
  const word: StateWord = busy ? 'busy' : state === 'waiting' && !online ? 'waitingOffline' : state
  return <StatusTag tone={tones[word]}>{t(word)}</StatusTag>
}
