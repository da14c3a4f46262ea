import {
  type AreaSales,
  formatRate,
  highFailRate,
  moneyInText,
  type statisticsFieldWords,
} from '@slotwise/contract'
import { useCallback } from 'react'

import '../../ui/two-lines.css'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { Money } from '../../ui/money.tsx'
import { Rate } from '../../ui/rate.tsx'
import { Delta } from './delta.tsx'
import { statisticsWords } from './statistics-words.ts'

export type FieldWord = keyof (typeof statisticsFieldWords)['en-US']

/** What all sums of statistics have. */
export type Sums = Pick<AreaSales, 'income' | 'refund' | 'count' | 'before'>

/** The figures that are compared with the period before. */
export type Compared = keyof NonNullable<Sums['before']>

/** A figure of a row, and of the sum of all rows. */
export type Figure<Sum> = {
  key: string
  word: FieldWord
  unit: 'money' | 'count' | 'rate'
  /** Null where there is none. */
  of: (sum: Sum) => number | null
  sortBy?: string
  compared?: Compared
  extra?: true | 'narrow' | 'middle'
  /** Not on the cards of a phone: the drawer of the row shows it. */
  inDrawer?: true
}

type Value = { unit: Figure<never>['unit']; value: number }

/** Writes a figure as text. */
export function useWrite(): (figure: Value) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return useCallback(
    ({ unit, value }) => {
      if (unit === 'money') return moneyInText(value, currency, locale)
      return unit === 'rate' ? formatRate(value) : value.toLocaleString('en-US')
    },
    [currency, locale],
  )
}

export function FigureValue({ unit, value }: Value) {
  if (unit === 'money') return <Money cents={value} />
  if (unit === 'rate') return <Rate percent={value} alarm={value > highFailRate} />
  return <span className="sw-figures">{value.toLocaleString('en-US')}</span>
}

type ComparedProps = Value & { before: number | undefined }

/** The change of a figure since the period before; nothing where there is no such period. */
export function Change({ unit, value, before }: ComparedProps) {
  const t = useT(statisticsWords)
  const write = useWrite()
  if (before === undefined) return null
  return (
    <Delta now={value} before={before} title={t('wasBefore', { value: write({ unit, value: before }) })} />
  )
}

type SumFigureProps<Sum> = { figure: Figure<Sum>; sum: Sum }

/** A figure of a row or of the sum, with its change below. */
export function SumFigure<Sum extends Sums>({ figure, sum }: SumFigureProps<Sum>) {
  const { unit, compared } = figure
  const value = figure.of(sum)
  if (value === null) return null
  if (!compared || !sum.before) return <FigureValue unit={unit} value={value} />
  return (
    <span className="sw-two-lines is-figures">
      <FigureValue unit={unit} value={value} />
      <Change unit={unit} value={value} before={sum.before[compared]} />
    </span>
  )
}
