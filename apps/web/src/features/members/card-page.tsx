import { cardOrders, type Card, CardFilter, memberCalls } from '@slotwise/contract'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useCards, useDeleteCard, useLivePoints, useRestoreCard } from './api.ts'
import { useCardColumns } from './card-columns.tsx'
import { CardDrawer } from './card-drawer.tsx'
import { CardForm } from './card-form.tsx'
import { MemberTabs } from './member-tabs.tsx'
import { memberWords } from './member-words.ts'
import { openedBy } from './opened.ts'
import { formatPoints, useWorth } from './points.tsx'

/** Member cards: what is on them, and where they pay. */
export function CardPage() {
  const t = useT(memberWords)
  const worth = useWorth()
  const state = useListState(CardFilter)
  const query = useCards(state)
  useLivePoints()
  const columns = useCardColumns((card) => state.openDrawer(card.card_id))
  const [deleting, setDeleting] = useState<Card>()
  const opened = openedBy(state.drawer)

  const add = <AddButton state={state} label={t('addCard')} />
  return (
    <>
      <ListPage
        name="cards"
        title={t('title')}
        tabs={<MemberTabs current="cards" />}
        action={add}
        tools={
          <ExportButton
            row={memberCalls.exportCard}
            input={{ kind: 'card', condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('searchCards')} hint={t('searchCardsHint')} />}
        state={state}
        query={query}
        columns={columns}
        sort={sortByOrders(cardOrders, state)}
        rowKey={(card) => card.card_id}
        actions={(card) => (
          <RowActions
            name={card.cardno}
            onEdit={() => state.openDrawer(`edit-${card.card_id}`)}
            onDelete={() => setDeleting(card)}
          />
        )}
        empty={{ title: t('noCards'), hint: t('noCardsHint', { worth: worth(1) }), action: add }}
      />
      {opened?.as === 'card' && (
        <CardDrawer
          key={opened.id}
          id={opened.id}
          cards={query}
          onEdit={() => state.openDrawer(`edit-${opened.id}`)}
          onClose={state.closeDrawer}
        />
      )}
      {opened?.as === 'form' && <CardForm id={opened.id} cards={query} onClose={state.closeDrawer} />}
      {deleting && <DeleteCard card={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeleteCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const t = useT(memberWords)
  const { mutateAsync: remove } = useDeleteCard()
  const { mutateAsync: restore } = useRestoreCard()
  const { card_id, cardno, point } = card
  return (
    <DeleteRecord
      title={t('deleteCardTitle', { cardno })}
      confirmLabel={t('deleteCard')}
      remove={() => remove({ cardno })}
      restore={() => restore({ card_id })}
      removed={t('cardDeleted', { cardno })}
      onClose={onClose}
    >
      {t('deleteCardText', { points: formatPoints(point) })}
    </DeleteRecord>
  )
}
