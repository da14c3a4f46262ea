import {
  type ChannelSales,
  type GoodsChannelsFilter,
  statisticsCalls,
  statisticsFieldWords,
} from '@slotwise/contract'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { Rate } from '../../ui/rate.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { Change, type Compared, type FieldWord, FigureValue, type Sums } from './figures.tsx'
import type { Outcome } from './kinds.ts'
import { Share } from './statistics-columns.tsx'
import { statisticsWords } from './statistics-words.ts'

type DrawerProps = {
  name: string
  days: string
  sum: Sums
  /** What `count` of the row counts: bills, or pieces. */
  counted: FieldWord
  /** Where the row leads. */
  links: ReactNode
  onClose: () => void
}

type BreakdownDrawerProps = DrawerProps & {
  channels: readonly ChannelSales[]
  outcomes: readonly Outcome[]
}

/** One row, or the sum: against the period before, by payment method and by outcome. */
export function BreakdownDrawer({ channels, outcomes, ...drawer }: BreakdownDrawerProps) {
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  return (
    <Breakdown {...drawer}>
      <Payments channels={channels} counted={drawer.counted} />
      {channels.length > 0 && (
        <section className="sw-breakdown-section" aria-labelledby="by-outcome">
          <h3 id="by-outcome">{t('byOutcome')}</h3>
          <dl className="sw-breakdown-outcomes">
            {outcomes.map(({ word, count, rate }) => (
              <div key={word}>
                <dt>{field(word)}</dt>
                <dd>
                  <FigureValue unit="count" value={count} />
                  <Rate percent={rate} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </Breakdown>
  )
}

type GoodsDrawerProps = DrawerProps & { condition: z.input<typeof GoodsChannelsFilter> }

/** Goods, or all of them: against the period before, and by payment method, which is read when the drawer opens. */
export function GoodsBreakdownDrawer({ condition, ...drawer }: GoodsDrawerProps) {
  const ui = useT(uiWords)
  const query = useCall(statisticsCalls.getGoodsChannels, { condition }, { inline: true })
  // Those of other goods stay while new ones load.
  const channels = query.isPlaceholderData ? undefined : query.data?.channels
  // The row may have been read before the last sales.
  const sum = channels ? { ...drawer.sum, ...amountsOf(channels) } : drawer.sum
  return (
    <Breakdown {...drawer} sum={sum}>
      {channels ? (
        <Payments channels={channels} counted={drawer.counted} />
      ) : query.isError ? (
        <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <div className="sw-breakdown-coming" role="status" aria-label={ui('loading')}>
          <span className="sw-bone" />
          <span className="sw-bone" />
          <span className="sw-bone" />
        </div>
      )}
    </Breakdown>
  )
}

const compared = ['income', 'refund', 'count'] as const satisfies readonly Compared[]

const amountsOf = (channels: readonly ChannelSales[]): Pick<Sums, Compared> => {
  const sum = (name: Compared): number => channels.reduce((total, channel) => total + channel[name], 0)
  return { income: sum('income'), refund: sum('refund'), count: sum('count') }
}

function Breakdown(props: DrawerProps & { children: ReactNode }) {
  const { name, days, sum, counted, links, onClose, children } = props
  const field = useT(statisticsFieldWords)
  return (
    <DetailDrawer title={name} width={520} onClose={onClose}>
      <header className="sw-breakdown-head">
        <p className="sw-breakdown-days">{days}</p>
        {links}
      </header>
      <dl className="sw-breakdown-sums">
        {compared.map((key) => {
          const unit = key === 'count' ? 'count' : 'money'
          return (
            <div key={key}>
              <dt>{field(key === 'count' ? counted : key)}</dt>
              <dd>
                <FigureValue unit={unit} value={sum[key]} />
                <Change unit={unit} value={sum[key]} before={sum.before?.[key]} />
              </dd>
            </div>
          )
        })}
      </dl>
      {children}
    </DetailDrawer>
  )
}

type PaymentsProps = { channels: readonly ChannelSales[]; counted: FieldWord }

function Payments({ channels, counted }: PaymentsProps) {
  const t = useT(statisticsWords)
  if (channels.length === 0) return <p className="sw-breakdown-none">{t('noSales')}</p>
  return (
    <section className="sw-breakdown-section" aria-labelledby="by-payment">
      <h3 id="by-payment">{t('byPayment')}</h3>
      <Channels channels={channels} counted={counted} />
    </section>
  )
}

function Channels({ channels, counted }: PaymentsProps) {
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  const titled = useMoneyTitle()
  const { income } = amountsOf(channels)
  const byIncome = channels.toSorted((a, b) => b.income - a.income || b.count - a.count)
  return (
    <FigureTable className="sw-breakdown-table">
      <thead>
        <tr>
          <th scope="col">{t('payment')}</th>
          <th scope="col">{titled(field('income'))}</th>
          <th scope="col">{titled(field('refund'))}</th>
          <th scope="col">{field(counted)}</th>
        </tr>
      </thead>
      <tbody>
        {byIncome.map((channel) => (
          <tr key={channel.client}>
            <th scope="row">
              <span>
                <PayClientTag client={channel.client} />
                <Share part={channel.income} whole={income} />
              </span>
            </th>
            <td>
              <Money cents={channel.income} />
            </td>
            <td>
              <Money cents={channel.refund} />
            </td>
            <td className="sw-figures">{channel.count.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
