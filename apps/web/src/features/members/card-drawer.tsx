import { type Card, type List, memberCalls, memberFieldWords, type PointMove } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { useOne } from '../../lib/query.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { DataCards, DataTable, RowsSkeleton } from '../../ui/data-table.tsx'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListBody } from '../../ui/list-frame.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { useInsideState } from '../../ui/use-inside-state.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { usePoints } from './api.ts'
import { ValidAt } from './card-columns.tsx'
import { memberWords } from './member-words.ts'
import './members.css'
import { usePointColumns } from './point-columns.tsx'
import { formatPoints, Points, useWorth } from './points.tsx'

type CardDrawerProps = {
  id: string
  cards: UseQueryResult<List<Card>, CallError>
  onEdit: () => void
  onClose: () => void
}

const idOf = ({ card_id: id }: Card): string => id

/** One card with its points ledger. */
export function CardDrawer({ id, cards, onEdit, onClose }: CardDrawerProps) {
  const t = useT(memberWords)
  const worth = useWorth()
  const asked = { id, idOf, shown: cards }
  const alone = useOne(memberCalls.getCardList, id, isElsewhere(asked))
  const { row } = useEditedRow({ ...asked, alone, onMissing: onClose })
  // The lists may know a newer balance than the row that was taken when the drawer opened.
  const card =
    [...(cards.data?.data ?? []), ...(alone.data?.data ?? [])].find((one) => idOf(one) === id) ?? row
  if (!card) return null
  return (
    <DetailDrawer title={t('detail')} width={720} onClose={onClose}>
      <header className="sw-card-head">
        <div>
          <p className="sw-detail-amount">{t('balanceIs', { points: formatPoints(card.point) })}</p>
          <p className="sw-card-worth">{t('worth', { amount: worth(card.point) })}</p>
        </div>
        <Button type="primary" onClick={onEdit}>
          {t('editOrTopUp')}
        </Button>
      </header>
      <CardFacts card={card} />
      <section aria-labelledby="card-ledger">
        <h3 id="card-ledger">{t('ledger')}</h3>
        <Ledger card={card.card_id} />
      </section>
    </DetailDrawer>
  )
}

function CardFacts({ card }: { card: Card }) {
  const t = useT(memberWords)
  const field = useT(memberFieldWords)
  const titled = useMoneyTitle()
  const search = new URLSearchParams({ q: card.openid || card.cardno })
  return (
    <Facts className="sw-member-facts" label={t('facts')}>
      <Fact name={field('cardno')}>
        <Copyable text={card.cardno} label={field('cardno')} />
      </Fact>
      <Fact name={field('nickname')}>
        {card.nickname || t('noName')}
        <small>
          <Link className="sw-link" to={`/member?${search}`}>
            {t('showMember')}
          </Link>
        </small>
      </Fact>
      <Fact name={field('device')}>
        <ValidAt card={card} />
      </Fact>
      <Fact name={titled(field('spent'))}>
        <Money cents={card.spent} />
      </Fact>
      <Fact name={field('visits')}>
        <Points value={card.visits} />
      </Fact>
      {card.last_visit !== null && (
        <Fact name={field('last_visit')}>
          <Instant at={card.last_visit} />
        </Fact>
      )}
      {card.openid !== '' && <Fact name={field('openid')}>{card.openid}</Fact>}
      {card.note !== '' && <Fact name={field('note')}>{card.note}</Fact>}
    </Facts>
  )
}

/** Each sale and refund leads to its bill. */
function Ledger({ card }: { card: string }) {
  const t = useT(memberWords)
  const isPhone = useIsPhone()
  const state = useInsideState()
  const query = usePoints({ card, place: state.place, size: state.size })
  const columns = usePointColumns()
  const Rows = isPhone ? DataCards<PointMove> : DataTable<PointMove>
  return (
    <ListBody<PointMove>
      state={state}
      query={query}
      empty={{ title: t('noMoves'), hint: t('noMovesHint') }}
      skeleton={<RowsSkeleton columns={columns.length} rows={state.size} cards={isPhone} />}
    >
      {(moves) => (
        <Rows
          label={t('ledger')}
          columns={columns}
          rows={moves}
          rowKey={({ move }) => move}
          busy={query.isFetching}
        />
      )}
    </ListBody>
  )
}
