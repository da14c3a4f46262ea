import { billFieldWords, type BuyBillFilter } from '@slotwise/contract'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import { type Counted, statusesOf } from '../../entities/bill/counted-statuses.ts'
import { useT } from '../../lib/i18n.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import '../../ui/sum-strip.css'
import { uiWords } from '../../ui/ui-words.ts'
import { useSalesTotal } from './api.ts'
import { billWords } from './bill-words.ts'
import { isOnly, type SalesFilter } from './sales-filter.ts'

const counted = (count: number): string => count.toLocaleString('en-US')

type SalesTotalProps = {
  condition: z.input<typeof BuyBillFilter>
  filter: SalesFilter
  onChange: (change: Pick<SalesFilter, 'status'>) => void
}

/**
 * The sums of the filter, on one line. It has its height while it loads, so that the list does not move. A count leads
 * to the bills that it counts, and back.
 */
export function SalesTotal({ condition, filter, onChange }: SalesTotalProps) {
  const t = useT(billWords)
  const ui = useT(uiWords)
  const field = useT(billFieldWords)
  const titled = useMoneyTitle()
  const { data: total, isError, isPlaceholderData, refetch } = useSalesTotal(condition)
  const place = (content: ReactNode, isStale = false) => (
    <section
      className="sw-sum-strip sw-sales-total"
      aria-label={t('totals')}
      aria-busy={isStale}
      aria-live="polite"
    >
      {content}
    </section>
  )
  const count = (which: Counted, name: string, value: number) => {
    const isChosen = isOnly(filter, which)
    if (value === 0 && !isChosen) return <Sum name={name}>{counted(value)}</Sum>
    return (
      <Sum name={name}>
        <button
          type="button"
          className="sw-text-button"
          aria-pressed={isChosen}
          aria-label={t('showOnly', { name, count: counted(value) })}
          title={t(isChosen ? 'showAll' : 'showThese')}
          onClick={() => onChange({ status: isChosen ? undefined : statusesOf(which) })}
        >
          {counted(value)}
        </button>
      </Sum>
    )
  }
  if (isError && !total)
    return place(
      <p>
        {t('totalsFailed')}{' '}
        <button type="button" className="sw-text-button" onClick={() => void refetch()}>
          {ui('retry')}
        </button>
      </p>,
    )
  if (!total) return place(<span className="sw-bone" aria-label={ui('loading')} />, true)
  if (!total.computed) return place(<p>{t('notComputed')}</p>, isPlaceholderData)
  return place(
    <dl>
      <Sum name={t('totalCount')}>{counted(total.count)}</Sum>
      <Sum name={titled(field('income'))}>
        <Money cents={total.income} />
      </Sum>
      <Sum name={titled(field('refund'))}>
        <Money cents={total.refund} />
      </Sum>
      {count('success', t('totalSuccess'), total.successCount)}
      {count('abnormal', t('totalAbnormal'), total.abnormalCount)}
      {count('refunded', t('totalRefunded'), total.refundCount)}
    </dl>,
    isPlaceholderData,
  )
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="sw-figures">{children}</dd>
    </div>
  )
}
