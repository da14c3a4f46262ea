import { type Access, type BankCard, bankCardFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { useBankName } from '../../entities/bank-card/bank-name.ts'
import { BankCardStateTag } from '../../entities/bank-card/card-state.tsx'
import { useT } from '../../lib/i18n.tsx'
import { Can } from '../../ui/can.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { bankCardWords } from './bank-card-words.ts'

export function useBankCardColumns(onOpen: (card: BankCard) => void): Column<BankCard>[] {
  const t = useT(bankCardWords)
  const field = useT(bankCardFieldWords)
  const bankName = useBankName()
  return [
    {
      key: 'mch_name',
      title: field('mch_name'),
      cell: (card) => (
        <button type="button" className="sw-text-button" onClick={() => onOpen(card)}>
          {card.mch_name}
        </button>
      ),
    },
    {
      key: 'account',
      title: t('account'),
      cell: (card) => (
        <span className="sw-bank-card-account">
          {bankName(card)}
          <small className="sw-figures">{card.acct_no}</small>
        </span>
      ),
    },
    { key: 'acct_name', title: field('acct_name'), cell: ({ acct_name: name }) => name },
    {
      key: 'state',
      title: field('state'),
      text: true,
      width: 160,
      cell: (card) => (
        <span className="sw-bank-card-state">
          <BankCardStateTag state={card.state} />
          {card.reason !== '' && <small>{card.reason}</small>}
        </span>
      ),
    },
    { key: 'used', title: t('usedBy'), extra: 'narrow', cell: (card) => <UsedBy card={card} /> },
    {
      key: 'state_at',
      title: t('stateAt'),
      extra: 'narrow',
      cell: ({ state_at: at }) => <Instant at={at} />,
    },
    { key: 'person', title: field('person'), extra: true, cell: ({ person }) => person },
    { key: 'email', title: field('email'), extra: true, cell: ({ email }) => <code>{email}</code> },
    { key: 'username', title: field('username'), extra: true, cell: ({ username }) => username },
  ]
}

/** How many stores and machines the card is the payout account of. Leads to them, where the user may see them. */
export function UsedBy({ card }: { card: BankCard }) {
  const t = useT(bankCardWords)
  const { merchant_id: id, store_count: stores, device_count: devices } = card
  if (stores + devices === 0) return t('usedByNone')
  return (
    <span className="sw-bank-card-uses">
      {stores > 0 && (
        <LinkTo access="store.manage" to={`/region?tab=stores&merchant_id=${id}`}>
          {t('usedByStores', { count: stores })}
        </LinkTo>
      )}
      {devices > 0 && (
        <LinkTo access="device.manage" to={`/device?merchant_id=${id}`}>
          {t('usedByDevices', { count: devices })}
        </LinkTo>
      )}
    </span>
  )
}

function LinkTo({ access, to, children }: { access: Access; to: string; children: string }) {
  return (
    <Can access={access} otherwise={<span>{children}</span>}>
      <Link className="sw-link" to={to}>
        {children}
      </Link>
    </Can>
  )
}
