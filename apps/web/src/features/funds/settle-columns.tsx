import { fundFieldWords, type Settle } from '@slotwise/contract'

import { useBankName } from '../../entities/bank-card/bank-name.ts'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { fundWords } from './fund-words.ts'
import { SettleStateTag } from './settle-state.tsx'
import '../../ui/two-lines.css'

/** The days whose money a settlement holds. */
export const periodOf = ({ first_day: first, last_day: last }: Settle): string =>
  first === last ? first : `${first} – ${last}`

export function useSettleColumns(onOpen: (settle: Settle) => void): Column<Settle>[] {
  const t = useT(fundWords)
  const field = useT(fundFieldWords)
  const bankName = useBankName()
  return [
    {
      key: 'date',
      title: t('dateAndNo'),
      cell: (settle) => (
        <span className="sw-two-lines">
          <button
            type="button"
            className="sw-text-button sw-figures"
            aria-label={t('open', { settle: settle.settle })}
            onClick={() => onOpen(settle)}
          >
            {settle.date}
          </button>
          <small className="sw-figures">{settle.settle}</small>
        </span>
      ),
    },
    {
      key: 'amount',
      title: field('amount'),
      align: 'right',
      money: true,
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      key: 'status',
      title: field('status'),
      text: true,
      width: 140,
      cell: ({ status, why }) => (
        <span className="sw-two-lines sw-settle-state">
          <SettleStateTag status={status} />
          {why !== '' && <small>{why}</small>}
          {why === '' && status === 'settling' && <small>{t('settlingHint')}</small>}
        </span>
      ),
    },
    {
      key: 'merchant_id',
      title: field('merchant_id'),
      text: true,
      width: 150,
      cell: (settle) => (
        <span className="sw-two-lines">
          {settle.stort_name}
          <small className="sw-figures">{settle.acct_no_encry}</small>
        </span>
      ),
    },
    { key: 'bank', title: field('bank'), text: true, width: 110, extra: true, cell: bankName },
    {
      key: 'acct_name',
      title: field('acct_name'),
      text: true,
      width: 110,
      extra: true,
      cell: ({ acct_name: name }) => name,
    },
    {
      key: 'period',
      title: t('period'),
      cell: (settle) => <span className="sw-figures">{periodOf(settle)}</span>,
    },
    {
      key: 'count',
      title: field('count'),
      align: 'right',
      cell: ({ count }) => <span className="sw-figures">{count.toLocaleString('en-US')}</span>,
    },
    {
      key: 'done_at',
      title: field('done_at'),
      extra: 'narrow',
      cell: ({ done_at: at }) => at && <Instant at={at} />,
    },
  ]
}
