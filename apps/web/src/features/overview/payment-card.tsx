import {
  type ChannelSales,
  formatRate,
  payClientWords,
  rateOf,
  statisticsFieldWords,
} from '@slotwise/contract'
import { useMemo } from 'react'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { ChartFigures } from '../../ui/charts/chart-figures.ts'
import { Chart, ChartSwitch, type ChartView, useChartView } from '../../ui/charts/chart.tsx'
import { Money } from '../../ui/money.tsx'
import { useOverview } from './api.ts'
import { Card, CardNote, Loaded } from './card.tsx'
import { DaySwitch, overviewDays } from './day-switch.tsx'
import { overviewWords } from './overview-words.ts'
import { useChoice } from './use-choice.ts'

/** How the sales of a day were paid. The page shows it only to accounts that see the split. */
export function PaymentCard() {
  const t = useT(overviewWords)
  const [day, setDay] = useChoice('split', overviewDays, 'today')
  const query = useOverview(day)
  const view = useChartView('payments')
  return (
    <Card
      area="payments"
      money
      title={t('payments')}
      isStale={query.isPlaceholderData}
      tools={
        <>
          <ChartSwitch view={view} of={t('payments')} />
          <DaySwitch label={t('payments')} value={day} onChange={setDay} />
        </>
      }
    >
      <Loaded data={query.data?.payment ?? undefined} query={query} bones={3}>
        {(rows) =>
          rows.length === 0 ? <CardNote>{t('noPayments')}</CardNote> : <Split rows={rows} view={view} />
        }
      </Loaded>
    </Card>
  )
}

function Split({ rows, view }: { rows: ChannelSales[]; view: ChartView }) {
  const t = useT(overviewWords)
  const field = useT(statisticsFieldWords)
  const name = useT(payClientWords)
  const figures = useMemo(
    (): ChartFigures => ({
      shape: 'ring',
      label: t('payments'),
      pointName: t('payment'),
      points: rows.map(({ client }) => ({ name: name(client), color: `--pay-${client}` })),
      series: [
        { name: field('income'), unit: 'money', values: rows.map(({ income }) => income) },
        { name: field('refund'), unit: 'money', values: rows.map(({ refund }) => refund) },
        { name: field('count'), unit: 'count', values: rows.map(({ count }) => count) },
      ],
    }),
    [t, field, name, rows],
  )
  if (view.isTable) return <Chart figures={figures} view={view} height={208} />
  const total = rows.reduce((sum, { income }) => sum + income, 0)
  return (
    <div className="sw-ring">
      <Chart figures={figures} view={view} height={140} />
      <ul className="sw-split-legend">
        {rows.map(({ client, income }) => (
          <li key={client}>
            <PayClientTag client={client} />
            <Money cents={income} />
            <small className="sw-figures">{formatRate(rateOf(income, total))}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
