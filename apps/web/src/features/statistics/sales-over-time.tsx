import { clockOf, statisticsCalls, statisticsFieldWords, type TrendFilter } from '@slotwise/contract'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod'

import { useAddressParams } from '../../lib/address-params.ts'
import { useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { Chart, ChartSwitch, type ChartView } from '../../ui/charts/chart.tsx'
import { useMoneyTitle } from '../../ui/money.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { Change, type Compared, type Figure, FigureValue, type Sums } from './figures.tsx'
import { daysBefore } from './statistics-filter.ts'
import { statisticsWords } from './statistics-words.ts'
import { useDaysText } from './days-text.ts'
import { trendFigures } from './trend-figures.ts'

type SalesOverTimeProps<Sum> = {
  condition: z.input<typeof TrendFilter>
  figures: readonly Figure<Sum>[]
  charted: readonly Compared[]
  /** The sum of all rows; undefined while it loads. */
  total: Sum | undefined
  isStale: boolean
}

/** The figures at the head of the chart. */
const summed = new Set(['income', 'refund', 'count', 'failRate'])

/** The sum of the list against the period before, and one of its figures over time. */
export function SalesOverTime<Sum extends Sums>(props: SalesOverTimeProps<Sum>) {
  const { condition, figures, charted, total, isStale } = props
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  const titled = useMoneyTitle()
  const daysText = useDaysText()
  const today = useToday()
  const { drawn, draw, view } = useDrawn(charted)
  const before = daysBefore(condition, today)
  const label = t('overTime', { figure: field(drawn) })
  return (
    <section className="sw-over-time" aria-label={label} aria-busy={isStale}>
      <header className="sw-over-time-head">
        <div className="sw-over-time-figures" role="group" aria-label={t('chosenFigure')}>
          {figures
            .filter(({ key }) => summed.has(key))
            .map((figure) => {
              const name = charted.find((one) => one === figure.key)
              return (
                <Summed
                  key={figure.key}
                  label={figure.unit === 'money' ? titled(field(figure.word)) : field(figure.word)}
                  {...(name ? { isDrawn: name === drawn, onDraw: () => draw(name) } : {})}
                >
                  <SummedValue figure={figure} total={total} />
                </Summed>
              )
            })}
        </div>
        <ChartSwitch view={view} of={label} />
      </header>
      <Trend condition={condition} charted={charted} drawn={drawn} label={label} view={view} />
      {before && (
        <p className="sw-over-time-note">
          {t((condition.to ?? today) < today ? 'comparedWith' : 'notOver', { days: daysText(before) })}
        </p>
      )}
    </section>
  )
}

type Drawn = { drawn: Compared; draw: (figure: Compared) => void; view: ChartView }

/** The figure of the chart, and whether it is a table, are in the address, so that a link shows the same. */
function useDrawn(charted: readonly Compared[]): Drawn {
  const [params, setParams] = useAddressParams()
  const set = (name: string, value: string | undefined): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    drawn: charted.find((name) => name === params.get('figure')) ?? 'income',
    draw: (figure) => set('figure', figure === 'income' ? undefined : figure),
    view: {
      isTable: params.get('view') === 'table',
      setTable: (isTable) => set('view', isTable ? 'table' : undefined),
    },
  }
}

type SummedProps = { label: string; isDrawn?: boolean; onDraw?: () => void; children: ReactNode }

/** A figure of the sum; a button where the chart can show it. */
function Summed({ label, isDrawn = false, onDraw, children }: SummedProps) {
  const content = (
    <>
      <span className="sw-summed-name">{label}</span>
      {children}
    </>
  )
  if (!onDraw) return <div className="sw-summed">{content}</div>
  return (
    <button type="button" className="sw-summed" aria-pressed={isDrawn} onClick={onDraw}>
      {content}
    </button>
  )
}

function SummedValue<Sum extends Sums>({ figure, total }: { figure: Figure<Sum>; total: Sum | undefined }) {
  const value = total && figure.of(total)
  if (!total || value === null || value === undefined) return <span className="sw-bone" />
  const { unit, key } = figure
  const before = key in (total.before ?? {}) ? total.before?.[key as Compared] : undefined
  return (
    <span className="sw-summed-value">
      <FigureValue unit={unit} value={value} />
      <Change unit={unit} value={value} before={before} />
    </span>
  )
}

type TrendProps = Pick<SalesOverTimeProps<never>, 'condition' | 'charted'> & {
  drawn: Compared
  label: string
  view: ChartView
}

function Trend({ condition, charted, drawn, label, view }: TrendProps) {
  const t = useT(statisticsWords)
  const ui = useT(uiWords)
  const field = useT(statisticsFieldWords)
  const isPhone = useIsPhone()
  const today = useToday()
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const query = useCall(statisticsCalls.getSalesTrend, { condition }, { inline: true })
  const { data: trend, dataUpdatedAt } = query
  const figures = useMemo(
    () =>
      trend &&
      trendFigures({
        trend,
        figures: charted.map((name) => ({
          name,
          label: field(name),
          unit: name === 'count' ? 'count' : 'money',
        })),
        drawn,
        label,
        pointName: t(trend.step),
        now: { day: today, hour: Number.parseInt(clockOf(new Date(dataUpdatedAt), offset), 10) },
        day: condition.from,
      }),
    [trend, dataUpdatedAt, charted, drawn, label, condition.from, today, offset, field, t],
  )
  if (query.isError && !trend)
    return <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  if (!figures) return <div className="sw-over-time-bone" role="status" aria-label={ui('loading')} />
  return (
    <div className={query.isPlaceholderData ? 'sw-over-time-chart is-stale' : 'sw-over-time-chart'}>
      <Chart figures={figures} view={view} height={isPhone ? 180 : 220} />
    </div>
  )
}
