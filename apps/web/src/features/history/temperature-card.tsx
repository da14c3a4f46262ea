import { temperatureSpans } from '@slotwise/contract'
import { useId, useMemo, useState } from 'react'

import { useTemperature } from '../../entities/history/api.ts'
import { historyWords } from '../../entities/history/history-words.ts'
import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { Chart, ChartSwitch, useChartView } from '../../ui/charts/chart.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ErrorState } from '../../ui/states.tsx'
import './temperature-card.css'
import { temperatureFigures } from './temperature-figures.ts'

type Span = (typeof temperatureSpans)[number]

const height = 200

/** How cold the machine was, by the hour or by the day. */
export function TemperatureCard({ sn }: { sn: string }) {
  const t = useT(historyWords)
  const id = useId()
  const [span, setSpan] = useState<Span>('day')
  const view = useChartView('temperature')
  const query = useTemperature(sn, span)
  const utcOffsetMinutes = useSession()?.utcOffsetMinutes ?? 0
  const { data: rows, dataUpdatedAt: at } = query
  const figures = useMemo(
    () =>
      rows &&
      temperatureFigures(rows.data, {
        span,
        now: new Date(at),
        utcOffsetMinutes,
        texts: {
          label: t(span === 'day' ? 'byHour' : 'byDay'),
          pointName: t(span === 'day' ? 'hour' : 'date'),
          lowest: t('lowest'),
          highest: t('highest'),
        },
      }),
    [rows, at, span, utcOffsetMinutes, t],
  )
  return (
    <section className="sw-temperature" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('temperature')}</h2>
        <ChartSwitch view={view} of={t('temperature')} />
        <Segments
          aria-label={t('temperature')}
          value={span}
          options={temperatureSpans.map((value) => ({ value, label: t(value) }))}
          onChange={setSpan}
        />
      </header>
      {query.isError && !rows ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="sw-temperature-body" style={{ minHeight: height }}>
          {figures && rows?.data.length === 0 && <p>{t('noTemperature')}</p>}
          {figures && rows?.data.length !== 0 && <Chart figures={figures} view={view} height={height} />}
        </div>
      )}
    </section>
  )
}
