import { type ChannelSales, statisticsFieldWords } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { Rate } from '../../ui/rate.tsx'
import { Change, type FieldWord, FigureValue, type Sums } from './figures.tsx'
import { Share } from './statistics-columns.tsx'
import { statisticsWords } from './statistics-words.ts'

type BreakdownDrawerProps = {
  name: string
  days: string
  sum: Sums
  channels: readonly ChannelSales[]
  outcomes: readonly { word: FieldWord; count: number; rate: number }[]
  /** Where the row leads. */
  links: ReactNode
  onClose: () => void
}

/** One row, or the sum: against the period before, by payment method and by outcome. */
export function BreakdownDrawer(props: BreakdownDrawerProps) {
  const { name, days, sum, channels, outcomes, links, onClose } = props
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  return (
    <DetailDrawer title={name} width={520} onClose={onClose}>
      <header className="sw-breakdown-head">
        <p className="sw-breakdown-days">{days}</p>
        {links}
      </header>
      <dl className="sw-breakdown-sums">
        {(['income', 'refund', 'count'] as const).map((key) => {
          const unit = key === 'count' ? 'count' : 'money'
          return (
            <div key={key}>
              <dt>{field(key)}</dt>
              <dd>
                <FigureValue unit={unit} value={sum[key]} />
                <Change unit={unit} value={sum[key]} before={sum.before?.[key]} />
              </dd>
            </div>
          )
        })}
      </dl>
      {sum.count === 0 ? (
        <p className="sw-breakdown-none">{t('noSales')}</p>
      ) : (
        <>
          <section className="sw-breakdown-section" aria-labelledby="by-payment">
            <h3 id="by-payment">{t('byPayment')}</h3>
            <Channels channels={channels} income={sum.income} />
          </section>
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
        </>
      )}
    </DetailDrawer>
  )
}

function Channels({ channels, income }: { channels: readonly ChannelSales[]; income: number }) {
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  const titled = useMoneyTitle()
  const byIncome = channels.toSorted((a, b) => b.income - a.income || b.count - a.count)
  return (
    <FigureTable className="sw-breakdown-table">
      <thead>
        <tr>
          <th scope="col">{t('payment')}</th>
          <th scope="col">{titled(field('income'))}</th>
          <th scope="col">{titled(field('refund'))}</th>
          <th scope="col">{field('count')}</th>
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
