import { payClientWords, statisticsFieldWords } from '@slotwise/contract'
import { Popover } from 'antd'
import type { CSSProperties, ReactNode } from 'react'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import { Money } from '../../ui/money.tsx'
import { overviewWords } from './overview-words.ts'
import { barOf, type ChannelShare } from './rank-figures.ts'

import './rank-list.css'

export type RankRow = {
  key: string
  name: string
  /** The name with its link, where the user may open what it names. */
  title: ReactNode
  /** Small, below the name. */
  note: ReactNode
  income: number
  /** What the tooltip says; none where it is not known. */
  shares?: ChannelShare[]
}

/** Places by income, the longest bar first. */
export function RankList({ rows, label }: { rows: RankRow[]; label: string }) {
  const most = Math.max(...rows.map(({ income }) => income))
  return (
    <ol className="sw-rank" aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <div>
            <span className="sw-rank-name">{row.title}</span>
            <small>{row.note}</small>
          </div>
          <RankIncome row={row} />
          <span
            className="sw-bar"
            aria-hidden="true"
            style={{ '--share': `${barOf(row.income, most)}%` } as CSSProperties}
          />
        </li>
      ))}
    </ol>
  )
}

/** The amount; its tooltip says what came by which payment, on hover and on focus. */
function RankIncome({ row: { name, income, shares } }: { row: RankRow }) {
  const t = useT(overviewWords)
  if (!shares || shares.length === 0) return <Money cents={income} />
  return (
    <Popover
      trigger={['hover', 'focus']}
      placement="topRight"
      title={name}
      content={<Shares shares={shares} label={t('byPayment', { name })} />}
    >
      <button type="button" className="sw-text-button sw-rank-income">
        <Money cents={income} />
        <span className="sw-visually-hidden">{t('byPayment', { name })}</span>
      </button>
    </Popover>
  )
}

function Shares({ shares, label }: { shares: ChannelShare[]; label: string }) {
  const t = useT(overviewWords)
  const field = useT(statisticsFieldWords)
  return (
    <table className="sw-shares" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('payment')}</th>
          <th scope="col">{field('income')}</th>
          <th scope="col">{field('refund')}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ client, income, refund }) => (
          <tr key={client}>
            <th scope="row">{client === 'others' ? t('othersPaid') : <PayClientTag client={client} />}</th>
            <td>
              <Money cents={income} />
            </td>
            <td>
              <Money cents={refund} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The names of the columns that a ranking has for each payment. */
export function useClientColumns() {
  const t = useT(overviewWords)
  const client = useT(payClientWords)
  return (one: Parameters<typeof client>[0], what: 'income' | 'refund'): string =>
    t(what === 'income' ? 'incomeOf' : 'refundOf', { client: client(one) })
}
