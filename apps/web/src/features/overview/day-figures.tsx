import {
  formatRate,
  highFailRate,
  type Overview,
  rateOf,
  type SalesFigures,
  statisticsFieldWords,
} from '@slotwise/contract'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'

import { type Counted, statusesOf } from '../../entities/bill/counted-statuses.ts'
import { useT } from '../../lib/i18n.tsx'
import { useMay } from '../../ui/can.tsx'
import { Money, useMoneyText } from '../../ui/money.tsx'
import { Rate } from '../../ui/rate.tsx'
import type { OverviewDay } from './api.ts'
import { overviewWords } from './overview-words.ts'

type DayFiguresProps = { of: Pick<Overview, 'overview' | 'before'>; day: OverviewDay }

export function DayFigures({ of: { overview, before }, day }: DayFiguresProps) {
  return (
    <>
      <p className="sw-income" aria-live="polite">
        <Money cents={overview.income} />
      </p>
      <Delta now={overview.income} before={before} day={day} />
      <Figures of={overview} />
      <Outcomes of={overview} day={day} />
    </>
  )
}

type DeltaProps = { now: number; before: Overview['before']; day: OverviewDay }

/** Against the day before, quietly: today is compared with yesterday up to the same time. */
function Delta({ now, before, day }: DeltaProps) {
  const t = useT(overviewWords)
  const write = useMoneyText()
  const difference = now - before.income
  const isToday = day === 'today'
  if (difference === 0) return <p className="sw-delta">{t(isToday ? 'likeYesterday' : 'likeDayBefore')}</p>
  const isMore = difference > 0
  const rate = before.income > 0 ? ` (${formatRate(rateOf(Math.abs(difference), before.income))})` : ''
  const amount = `${write(Math.abs(difference))}${rate}`
  const text = isMore
    ? t(isToday ? 'aboveYesterday' : 'aboveDayBefore', { amount })
    : t(isToday ? 'belowYesterday' : 'belowDayBefore', { amount })
  return (
    <p className="sw-delta">
      <span aria-hidden="true">{isMore ? '↑' : '↓'}</span>
      {text}
    </p>
  )
}

function Figures({ of: { refund, count, failRate } }: { of: SalesFigures }) {
  const field = useT(statisticsFieldWords)
  return (
    <dl className="sw-overview-figures">
      <Figure name={field('refund')}>
        <Money cents={refund} />
      </Figure>
      <Figure name={field('count')}>
        <span className="sw-figures">{count.toLocaleString('en-US')}</span>
      </Figure>
      <Figure name={field('failRate')}>
        <Rate percent={failRate} alarm={failRate > highFailRate} />
      </Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Counts with a bar each; a count leads to the bills that it counts. */
function Outcomes({ of, day }: { of: SalesFigures; day: OverviewDay }) {
  const t = useT(overviewWords)
  const field = useT(statisticsFieldWords)
  const rows: { counted: Counted; name: string; count: number; rate: number }[] = [
    { counted: 'success', name: field('successCount'), count: of.successCount, rate: of.successRate },
    { counted: 'abnormal', name: field('abnormalCount'), count: of.abnormalCount, rate: of.abnormalRate },
    { counted: 'refunded', name: field('refundCount'), count: of.refundCount, rate: of.refundRate },
  ]
  return (
    <ul className="sw-outcomes" aria-label={t('rates')}>
      {rows.map(({ counted, name, count, rate }) => (
        <li key={counted} data-counted={counted}>
          <span>{name}</span>
          <span className="sw-bar" aria-hidden="true" style={{ '--share': `${rate}%` } as CSSProperties} />
          <SalesCount counted={counted} name={name} count={count} day={day} />
          <Rate percent={rate} />
        </li>
      ))}
    </ul>
  )
}

type SalesCountProps = { counted: Counted; name: string; count: number; day: OverviewDay }

function SalesCount({ counted, name, count, day }: SalesCountProps) {
  const t = useT(overviewWords)
  const mayOpen = useMay('order.buyBill')
  const shown = <span className="sw-figures">{count.toLocaleString('en-US')}</span>
  if (!mayOpen || count === 0) return shown
  const search = new URLSearchParams({ range: day })
  for (const status of statusesOf(counted)) search.append('status', String(status))
  return (
    <Link
      className="sw-link"
      to={`/buyOrder?${search}`}
      aria-label={`${t('showSales', { name })} (${count})`}
    >
      {shown}
    </Link>
  )
}
