import { rateOf, statisticsFieldWords } from '@slotwise/contract'
import type { CSSProperties } from 'react'

import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Rate } from '../../ui/rate.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { SumFigure, type Sums } from './figures.tsx'
import type { Kind } from './kinds.ts'
import { statisticsWords } from './statistics-words.ts'

/** What the address calls the sum of all rows, and a row that stands for none. */
export const sumKey = 'sum'
const noneKey = 'none'

export const keyOf = <Row extends Sum, Sum extends Sums>(kind: Kind<Row, Sum>, row: Row): string =>
  kind.idOf(row) ?? noneKey

/** The name of a row in the language of the page. */
export function useRowName<Row extends Sum, Sum extends Sums>(kind: Kind<Row, Sum>): (row: Row) => string {
  const field = useT(statisticsFieldWords)
  return (row) => kind.nameOf(row) ?? field(kind.noName)
}

/** The columns of a list: its names, then its figures, which the sum of all rows has as well. */
export function useStatisticsColumns<Row extends Sum, Sum extends Sums>(
  kind: Kind<Row, Sum>,
  total: Sum | undefined,
  onOpen: (key: string) => void,
): Column<Row>[] {
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  const nameOf = useRowName(kind)
  const opener = (key: string, name: string) => (
    <button type="button" className="sw-text-button" title={t('open', { name })} onClick={() => onOpen(key)}>
      {name}
    </button>
  )
  const isPhone = useIsPhone()
  const shown = kind.figures.filter(({ inDrawer }) => !isPhone || !inDrawer)
  const [income, ...figures] = shown.map((figure): Column<Row> => ({
    key: figure.key,
    title: field(figure.word),
    align: 'right',
    cell: (row) => <SumFigure figure={figure} sum={row} />,
    ...(figure.unit === 'money' ? { money: true } : {}),
    ...(figure.sortBy ? { sortBy: figure.sortBy } : {}),
    ...(figure.extra ? { extra: figure.extra } : {}),
    ...(total ? { sum: <SumFigure figure={figure} sum={total} /> } : {}),
  }))
  const share: Column<Row> = {
    key: 'share',
    title: t('share'),
    align: 'right',
    extra: 'middle',
    cell: (row) => <Share part={row.income} whole={total?.income ?? 0} />,
  }
  return [
    {
      key: 'name',
      title: field(kind.name),
      sortBy: 'name',
      cell: (row) => {
        const hint = kind.hintOf(row)
        return (
          <span className="sw-two-lines">
            {opener(keyOf(kind, row), nameOf(row))}
            {hint !== null && <small>{hint}</small>}
          </span>
        )
      },
      ...(total ? { sum: opener(sumKey, field('total')) } : {}),
    },
    ...kind.facts.map(({ word, of, align, extra }): Column<Row> => ({
      key: word,
      title: field(word),
      cell: of,
      ...(align ? { align } : { text: true }),
      ...(extra ? { extra } : {}),
    })),
    ...(income ? [income] : []),
    share,
    ...figures,
  ]
}

/** A part of the income of all rows: a bar beside its rate. */
export function Share({ part, whole }: { part: number; whole: number }) {
  const percent = rateOf(part, whole)
  return (
    <span className="sw-share">
      <i aria-hidden="true" style={{ '--share': `${percent}%` } as CSSProperties} />
      <Rate percent={percent} />
    </span>
  )
}
