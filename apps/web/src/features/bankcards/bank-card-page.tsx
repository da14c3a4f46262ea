import {
  type BankCard,
  bankCardCalls,
  BankCardFilter,
  bankCardFieldWords,
  bankCardPageSize,
  bankCardStates,
  bankCardStateWords,
} from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { notify } from '../../lib/notices.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch, SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useBankCards, useBankDraft, useLiveCards, useWithdrawBank } from './api.ts'
import './bank-cards.css'
import { useBankCardColumns } from './bank-card-columns.tsx'
import { bankCardWords } from './bank-card-words.ts'
import { mayWithdraw, nextAction } from './card-actions.ts'
import { CardDrawer } from './card-drawer.tsx'
import { type Opened, openedBy } from './opened.ts'

/** The form loads a calendar and the names of banks, which the list does not need. */
const IntakeDrawer = lazyDialog(async () => (await import('./intake/intake-drawer.tsx')).IntakeDrawer)

/** The bank cards that the merchant handed in, and how far their review is. */
export function BankCardPage() {
  const t = useT(bankCardWords)
  const field = useT(bankCardFieldWords)
  const stateName = useT(bankCardStateWords)
  const state = useListState(BankCardFilter, bankCardPageSize)
  const query = useBankCards(state)
  useLiveCards()
  const columns = useBankCardColumns((card) => state.openDrawer(card.merchant_id))
  const [withdrawing, setWithdrawing] = useState<BankCard>()
  const opened = openedBy(state.drawer)

  const add = <AddButton state={state} label={t('add')} />
  return (
    <>
      <ListPage
        name="bank_cards"
        title={t('title')}
        action={add}
        search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
        filters={
          <SelectFilter
            label={field('state')}
            value={state.filter.state}
            options={bankCardStates.map((value) => ({ value, label: stateName(value) }))}
            onChange={(chosen) => state.setFilter({ state: chosen })}
          />
        }
        tools={
          <ExportButton
            row={bankCardCalls.exportBank}
            input={{ condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        bar={state.drawer === undefined && <UnfinishedDraft onGoOn={state.openDrawer} />}
        state={state}
        query={query}
        columns={columns}
        rowKey={(card) => card.merchant_id}
        actions={(card) => (
          <CardActions card={card} onOpen={state.openDrawer} onWithdraw={() => setWithdrawing(card)} />
        )}
        empty={{ title: t('noCards'), hint: t('noCardsHint'), action: add }}
      />
      <OpenedDrawer
        opened={opened}
        cards={query}
        onOpen={state.openDrawer}
        onWithdraw={setWithdrawing}
        onClose={state.closeDrawer}
      />
      {withdrawing && (
        <Withdraw
          card={withdrawing}
          onWithdrawn={() => state.drawer !== undefined && state.closeDrawer()}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </>
  )
}

type OpenedDrawerProps = {
  opened: Opened | undefined
  cards: ReturnType<typeof useBankCards>
  onOpen: (name: string) => void
  onWithdraw: (card: BankCard) => void
  onClose: () => void
}

function OpenedDrawer({ opened, cards, onOpen, onWithdraw, onClose }: OpenedDrawerProps) {
  if (!opened) return null
  if (opened.as === 'card')
    return <CardDrawer key={opened.id} {...{ cards, onOpen, onWithdraw, onClose }} id={opened.id} />
  return (
    <IntakeDrawer
      key={`${opened.as} ${opened.id ?? ''}`}
      {...{ cards, onClose }}
      cardId={opened.id}
      photosOnly={opened.as === 'photos'}
    />
  )
}

type CardActionsProps = { card: BankCard; onOpen: (name: string) => void; onWithdraw: () => void }

/** What can be done with a card next. Accessible names contain the card's. */
function CardActions({ card, onOpen, onWithdraw }: CardActionsProps) {
  const t = useT(bankCardWords)
  const next = nextAction(card)
  const button = (text: string, run: () => void, danger = false) => (
    <button
      type="button"
      className={danger ? 'sw-text-button is-danger' : 'sw-text-button'}
      aria-label={`${text}: ${card.mch_name}`}
      onClick={run}
    >
      {text}
    </button>
  )
  return (
    <div className="sw-row-actions">
      {next
        ? button(t(next.word), () => onOpen(next.opens))
        : button(t('view'), () => onOpen(card.merchant_id))}
      {mayWithdraw(card) && button(t('withdraw'), onWithdraw, true)}
    </div>
  )
}

/** A form that was left before its end. Its photos are found at the card itself. */
function UnfinishedDraft({ onGoOn }: { onGoOn: (name: string) => void }) {
  const t = useT(bankCardWords)
  const draft = useBankDraft().data?.draft
  if (!draft || draft.step > 1) return null
  const card = draft.values['merchant_id']
  return (
    <Alert
      tone="info"
      second={
        <Button size="small" onClick={() => onGoOn(card ? `send-${card}` : 'add')}>
          {t('goOn')}
        </Button>
      }
    >
      {t('draftWaits')}
    </Alert>
  )
}

type WithdrawProps = { card: BankCard; onWithdrawn: () => void; onClose: () => void }

function Withdraw({ card, onWithdrawn, onClose }: WithdrawProps) {
  const t = useT(bankCardWords)
  const { mutateAsync } = useWithdrawBank()
  return (
    <ConfirmDelete
      title={t('withdrawTitle', { name: card.mch_name })}
      confirmLabel={t('withdrawCard')}
      onConfirm={async () => {
        await mutateAsync({ merchant_id: card.merchant_id })
        notify('success', t('withdrawn'))
        onWithdrawn()
      }}
      onClose={onClose}
    >
      {t('withdrawText')}
    </ConfirmDelete>
  )
}
