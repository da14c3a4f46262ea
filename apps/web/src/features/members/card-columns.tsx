import { type Card, memberFieldWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { NamesInShort } from '../../ui/names-in-short.tsx'
import { memberWords } from './member-words.ts'
import { Points } from './points.tsx'

export function useCardColumns(onOpen: (card: Card) => void): Column<Card>[] {
  const field = useT(memberFieldWords)
  return [
    {
      key: 'cardno',
      sortBy: 'cardno',
      title: field('cardno'),
      cell: (card) => (
        <button type="button" className="sw-text-button sw-figures" onClick={() => onOpen(card)}>
          {card.cardno}
        </button>
      ),
    },
    {
      key: 'nickname',
      sortBy: 'nickname',
      title: field('nickname'),
      cell: (card) => card.nickname,
      text: true,
      width: 140,
    },
    {
      key: 'point',
      sortBy: 'point',
      title: field('point'),
      align: 'right',
      cell: (card) => <Points value={card.point} />,
    },
    {
      key: 'device',
      title: field('device'),
      text: true,
      width: 200,
      cell: (card) => <ValidAt card={card} />,
    },
    { key: 'note', title: field('note'), cell: (card) => card.note, text: true, width: 180, extra: 'narrow' },
    {
      key: 'last_visit',
      sortBy: 'last_visit',
      title: field('last_visit'),
      cell: ({ last_visit: last }) => last && <Instant at={last} />,
    },
    {
      key: 'visits',
      sortBy: 'visits',
      title: field('visits'),
      align: 'right',
      extra: 'middle',
      cell: (card) => <Points value={card.visits} />,
    },
    {
      key: 'spent',
      sortBy: 'spent',
      title: field('spent'),
      align: 'right',
      money: true,
      extra: 'middle',
      cell: (card) => <Money cents={card.spent} />,
    },
    { key: 'openid', title: field('openid'), cell: (card) => card.openid, extra: true },
    {
      key: 'create_at',
      title: field('create_at'),
      extra: true,
      cell: (card) => <Instant at={card.create_at} />,
    },
  ]
}

/** The machines at which a card pays. */
export function ValidAt({ card: { device_names: names } }: { card: Card }) {
  const t = useT(memberWords)
  const field = useT(memberFieldWords)
  return (
    <NamesInShort names={names} none={field('allDevices')} several={(values) => t('someDevices', values)} />
  )
}
