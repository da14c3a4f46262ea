import { formatRate, type Referrer, referrerFieldWords, type ReferrerTotal } from '@slotwise/contract'
import { Link } from 'react-router'

import '../../ui/two-lines.css'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Money } from '../../ui/money.tsx'
import { referrerWords } from './referrer-words.ts'
import { RegionNames } from './region-names.tsx'

type Columns = { total: ReferrerTotal | undefined; onOpen: (referrer: Referrer) => void }

/** The rates of the month, in the order of its days. */
const ratesOf = ({ parts, commission }: Referrer): string =>
  (parts.length > 0 ? parts.map((part) => part.commission) : [commission])
    .filter((rate, i, all) => rate !== all[i - 1])
    .map(formatRate)
    .join(' → ')

export function useReferrerColumns({ total, onOpen }: Columns): Column<Referrer>[] {
  const t = useT(referrerWords)
  const field = useT(referrerFieldWords)
  return [
    {
      key: 'name',
      sortBy: 'name',
      title: field('name'),
      cell: (one) => (
        <span className="sw-two-lines">
          <button
            type="button"
            className="sw-text-button"
            title={t('statement', { name: one.name })}
            onClick={() => onOpen(one)}
          >
            {one.name}
          </button>
          {one.deleted && <small>{t('isDeleted')}</small>}
        </span>
      ),
      ...(total ? { sum: field('total') } : {}),
    },
    { key: 'number', title: field('number'), cell: (one) => one.number, extra: 'narrow' },
    {
      key: 'region',
      title: field('region'),
      text: true,
      width: 140,
      cell: (one) => <RegionNames of={one.parts.at(-1) ?? one} />,
    },
    {
      key: 'commission',
      sortBy: 'commission',
      title: field('commission'),
      align: 'right',
      cell: (one) => ratesOf(one),
    },
    {
      key: 'sales',
      sortBy: 'sales',
      title: field('sales'),
      align: 'right',
      cell: (one) => one.sales.toLocaleString('en-US'),
    },
    {
      key: 'income',
      sortBy: 'income',
      title: field('income'),
      align: 'right',
      money: true,
      cell: (one) => <Money cents={one.income} />,
    },
    {
      key: 'vouchers',
      title: field('vouchers'),
      align: 'right',
      extra: 'middle',
      cell: (one) => one.vouchers,
      ...(total ? { sum: total.vouchers } : {}),
    },
    {
      key: 'vouchers_used',
      sortBy: 'vouchers_used',
      title: field('vouchers_used'),
      align: 'right',
      cell: (one) =>
        one.vouchers_used === 0 ? (
          0
        ) : (
          <Link className="sw-link" to={`/gift?referrer=${one.referrer_id}&state=used`}>
            {one.vouchers_used}
          </Link>
        ),
      ...(total ? { sum: total.vouchers_used } : {}),
    },
    {
      key: 'commission_amt',
      sortBy: 'commission_amt',
      title: field('commission_amt'),
      align: 'right',
      money: true,
      cell: (one) => (
        <strong>
          <Money cents={one.commission_amt} />
        </strong>
      ),
      ...(total ? { sum: <Money cents={total.commission_amt} /> } : {}),
    },
  ]
}
