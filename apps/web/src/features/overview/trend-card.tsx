import {
  overviewRanges,
  type PayClient,
  payClientWords,
  statisticsFieldWords,
  type TrendRow,
} from '@slotwise/contract'
import { useMemo, useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { Chart, ChartSwitch, type ChartView, useChartView } from '../../ui/charts/chart.tsx'
import { Segments } from '../../ui/segments.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useDetail } from './api.ts'
import { Card, Loaded } from './card.tsx'
import { overviewWords } from './overview-words.ts'
import { standingRange, trendFigures, type TrendRange } from './trend-figures.ts'
import { useChoice } from './use-choice.ts'

const rangeNames = { today: 'today', week: 'thisWeek', month: 'thisMonth' } as const

/** Income and refunds by hour of today, weekday of this week, or day of this month. */
export function TrendCard() {
  const t = useT(overviewWords)
  const ui = useT(uiWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  // Decided once, so that the tab does not change under the user at 13:00.
  const [standing] = useState(() => standingRange(new Date(), offset))
  const [range, setRange] = useChoice('trend', overviewRanges, standing)
  const query = useDetail('trend', range)
  const view = useChartView('trend')
  return (
    <Card
      area="trend"
      money
      title={t('trend')}
      isStale={query.isPlaceholderData}
      tools={
        <>
          <ChartSwitch view={view} of={t('trend')} />
          <Segments
            aria-label={t('trend')}
            value={range}
            options={overviewRanges.map((value) => ({ value, label: ui(rangeNames[value]) }))}
            onChange={setRange}
          />
        </>
      }
    >
      <Loaded data={query.rows} query={query} bones={5}>
        {(rows) => <Trend rows={rows} range={range} view={view} at={query.dataUpdatedAt} />}
      </Loaded>
    </Card>
  )
}

type TrendProps = { rows: TrendRow[]; range: TrendRange; view: ChartView; at: number }

function Trend({ rows, range, view, at }: TrendProps) {
  const t = useT(overviewWords)
  const ui = useT(uiWords)
  const field = useT(statisticsFieldWords)
  const client = useT(payClientWords)
  const locale = useLocale()
  const utcOffsetMinutes = useSession()?.utcOffsetMinutes ?? 0
  const figures = useMemo(
    () =>
      trendFigures(rows, {
        locale,
        utcOffsetMinutes,
        // The moment of the figures, so that their last point is the current hour or day.
        now: new Date(at),
        texts: {
          label: t('trendOf', { range: ui(rangeNames[range]) }),
          hour: t('hour'),
          day: t('day'),
          income: field('income'),
          refund: field('refund'),
          count: field('count'),
          of: (one: PayClient, what) =>
            t(what === 'income' ? 'incomeOf' : 'refundOf', { client: client(one) }),
        },
      }),
    [rows, locale, utcOffsetMinutes, at, t, ui, field, client, range],
  )
  return <Chart figures={figures} view={view} height={280} />
}
