import { joinNames, type Member, memberFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { memberWords } from './member-words.ts'
import { Points } from './points.tsx'

export function useMemberColumns(): Column<Member>[] {
  const field = useT(memberFieldWords)
  return [
    { key: 'nickname', title: field('nickname'), cell: (member) => <CardsLink member={member} /> },
    {
      key: 'cards',
      title: field('cards'),
      text: true,
      width: 220,
      cell: (member) => <CardNumbers member={member} />,
    },
    {
      key: 'point',
      title: field('point'),
      align: 'right',
      cell: (member) => <Points value={member.point} />,
    },
    {
      key: 'spend',
      sortBy: 'spend',
      title: field('spent'),
      align: 'right',
      money: true,
      cell: (member) => <Money cents={member.spend} />,
    },
    {
      key: 'visits',
      sortBy: 'visits',
      title: field('visits'),
      align: 'right',
      cell: (member) => <Points value={member.visits} />,
    },
    {
      key: 'last_visit',
      sortBy: 'last_visit',
      title: field('last_visit'),
      cell: ({ last_visit: last }) => last && <Instant at={last} />,
    },
    { key: 'openid', title: field('openid'), cell: (member) => member.openid, extra: 'middle' },
  ]
}

/** The person leads to the cards. */
function CardsLink({ member: { openid, nickname, cards } }: { member: Member }) {
  const t = useT(memberWords)
  const name = nickname || t('noName')
  const of = openid === '' ? { cardno: cards[0] ?? '' } : { openid }
  return (
    <Link
      className="sw-link"
      to={`/card?${new URLSearchParams(of)}`}
      aria-label={t('cardsOf', { name: nickname || (cards[0] ?? '') })}
    >
      {name}
    </Link>
  )
}

const numbersShown = 3

function CardNumbers({ member: { cards, card_count: count } }: { member: Member }) {
  const t = useT(memberWords)
  const locale = useLocale()
  const shown = cards.slice(0, numbersShown)
  const more = count - shown.length
  return (
    <span className="sw-card-numbers">
      {joinNames(locale, shown)}
      {more > 0 && ` ${t('moreCards', { count: locale === 'en-US' ? more : count })}`}
    </span>
  )
}
