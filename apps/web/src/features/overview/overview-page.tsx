import { useToday } from '../../lib/day-range.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { prefetchCharts } from '../../ui/charts/chart.tsx'
import '../../ui/list-page.css'
import { pageLinksWords } from '../../ui/page-links-words.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useBeginnings, useLiveOverview, useOverview } from './api.ts'
import { AttentionCard } from './attention-card.tsx'
import { Checklist } from './checklist.tsx'
import { DeviceCard } from './device-card.tsx'
import { GoodsCard } from './goods-card.tsx'
import { IncomeCard } from './income-card.tsx'
import './overview-page.css'
import { PaymentCard } from './payment-card.tsx'
import { RankingCard } from './ranking-card.tsx'
import { TrendCard } from './trend-card.tsx'

prefetchCharts()

/** The start page: how much today, what is broken, where to go. Its figures move with each sale. */
export function OverviewPage() {
  useLiveOverview()
  const today = useOverview('today')
  // Until it is known whether the checklist stands above them, the cards would be pushed down by it.
  const { isPending: isUndecided } = useBeginnings()
  // Known from the session before the figures are loaded, so that the cards do not move. The answer decides.
  const isExpected = useSession()?.features?.paymentPie ?? true
  const seesPayments = today.data ? today.data.payment !== null : isExpected
  return (
    <section className="sw-overview" aria-labelledby="page-title">
      <Head />
      {today.isError && !today.data ? (
        // One message for all cards, which mostly fail together.
        <ErrorState error={today.error} onRetry={() => void today.refetch()} retrying={today.isFetching} />
      ) : (
        <>
          <Checklist />
          <div
            className={seesPayments ? 'sw-cards' : 'sw-cards has-no-payments'}
            data-undecided={isUndecided || undefined}
          >
            <IncomeCard />
            <AttentionCard />
            <DeviceCard />
            {seesPayments && <PaymentCard />}
            <TrendCard />
            <div className="sw-card-pair">
              <RankingCard />
              <GoodsCard />
            </div>
          </div>
        </>
      )}
    </section>
  )
}

function Head() {
  const t = useT(pageLinksWords)
  const locale = useLocale()
  const today = useToday()
  const session = useSession()
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (
    <header className="sw-page-head">
      <h1 id="page-title">{t('greeting', { name: session?.nickname || session?.username || '' })}</h1>
      <time className="sw-overview-day" dateTime={today}>
        {today} {weekday.format(new Date(`${today}T00:00:00Z`))}
      </time>
    </header>
  )
}
