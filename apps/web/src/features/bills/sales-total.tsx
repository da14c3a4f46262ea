import { billFieldWords, type BuyBillFilter } from '@slotwise/contract'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { Money } from '../../ui/money.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useSalesTotal } from './api.ts'
import { billWords } from './bill-words.ts'

const counted = (count: number): string => count.toLocaleString('en-US')

/** The sums of the filter, on one line. It has its height while it loads, so that the list does not move. */
export function SalesTotal({ condition }: { condition: z.input<typeof BuyBillFilter> }) {
  const t = useT(billWords)
  const ui = useT(uiWords)
  const field = useT(billFieldWords)
  const { data: total, isError, isPlaceholderData, refetch } = useSalesTotal(condition)
  const place = (content: ReactNode, isStale = false) => (
    <section className="sw-sales-total" aria-label={t('totals')} aria-busy={isStale} aria-live="polite">
      {content}
    </section>
  )
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
      <Sum name={field('income')}>
        <Money cents={total.income} />
      </Sum>
      <Sum name={field('refund')}>
        <Money cents={total.refund} />
      </Sum>
      <Sum name={t('totalSuccess')}>{counted(total.successCount)}</Sum>
      <Sum name={t('totalAbnormal')}>{counted(total.abnormalCount)}</Sum>
      <Sum name={t('totalRefunded')}>{counted(total.refundCount)}</Sum>
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
