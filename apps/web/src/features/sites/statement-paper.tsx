import {
  type Cents,
  cooperationWords,
  formatRate,
  regionFieldWords,
  type SiteDetail,
  siteFieldWords,
  type SitePart,
} from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Money, useMoneyText } from '../../ui/money.tsx'
import { useMonthText } from '../../ui/months.ts'
import { siteWords } from './site-words.ts'
import { useTermsText } from './terms-text.tsx'

/** A statement as it is handed over: one sheet of A4. */
export function StatementPaper({ site }: { site: SiteDetail }) {
  const t = useT(siteWords)
  const monthText = useMonthText()
  const today = useToday()
  const session = useSession()
  const hasTerms = site.parts.some(({ coo_share: share, coo_rent: rent }) => (share ?? rent) !== null)
  return (
    <article className="sw-paper">
      <header className="sw-paper-head">
        <div>
          <h2>{t('statement')}</h2>
          <p className="sw-paper-month">{monthText(site.month)}</p>
        </div>
        <p className="sw-paper-note">{t(`in${session?.currency ?? 'CNY'}`)}</p>
      </header>
      <Parties site={site} merchant={session?.mchName ?? ''} />
      {site.days === 0 ? (
        <p className="sw-paper-empty">{t('noDays', { month: monthText(site.month) })}</p>
      ) : (
        <>
          {!hasTerms && <p className="sw-paper-empty">{t('noTerms')}</p>}
          <div className="sw-paper-sums">
            <Due site={site} />
            <ByClient site={site} />
          </div>
          <ByDay site={site} />
        </>
      )}
      <footer className="sw-paper-foot">
        <p className="sw-paper-note">{t('method')}</p>
        <p className="sw-paper-note">{t('drawnUp', { day: today })}</p>
        <div className="sw-paper-signatures" aria-hidden="true">
          <span>{t('signedMerchant')}</span>
          <span>{t('signedSite')}</span>
        </div>
      </footer>
    </article>
  )
}

function Parties({ site, merchant }: { site: SiteDetail; merchant: string }) {
  const t = useT(siteWords)
  const region = useT(regionFieldWords)
  const field = useT(siteFieldWords)
  const cooperation = useT(cooperationWords)
  const terms = useTermsText()
  const facts = {
    merchant: [t('from'), merchant],
    site: [t('site'), <StoreName key="store" site={site} />],
    address: [field('address'), site.store_address],
    customer: [field('customer_no'), site.customer_no],
    mode: [region('coo_mode'), cooperation(site.coo_mode)],
    terms: [t('terms'), terms(site)],
    days: [t('cooperation'), <Days key="days" site={site} />],
  } satisfies Record<string, [string, ReactNode]>
  return (
    <Facts className="sw-paper-parties">
      {Object.entries(facts).map(([key, [name, value]]) =>
        value === '' ? null : (
          <Fact key={key} name={name}>
            {value}
          </Fact>
        ),
      )}
    </Facts>
  )
}

/** Leads to the store, unless it is deleted. */
function StoreName({ site }: { site: SiteDetail }) {
  const t = useT(siteWords)
  const mayOpen = useMay('store.manage')
  if (site.deleted)
    return (
      <>
        {site.store_name} <small>({t('deleted')})</small>
      </>
    )
  if (!mayOpen) return site.store_name
  return (
    <Link className="sw-link" to={`/region?tab=stores&open=${site.store}`} state={closesBack}>
      {site.store_name}
    </Link>
  )
}

function Days({ site }: { site: SiteDetail }) {
  const t = useT(siteWords)
  return (
    <>
      {site.from !== null && (
        <>
          <span className="sw-figures">{site.from}</span> – <span className="sw-figures">{site.to}</span>{' '}
        </>
      )}
      ({t('someDays', { days: site.days, all: site.month_days })})
    </>
  )
}

/** How the amount comes about, line by line. */
function Due({ site }: { site: SiteDetail }) {
  const t = useT(siteWords)
  const field = useT(siteFieldWords)
  return (
    <section aria-labelledby="paper-due">
      <h3 id="paper-due">{t('calculation')}</h3>
      <FigureTable>
        <tbody>
          <Line name={field('taken')} cents={site.taken} />
          <Line name={field('refunded')} cents={0 - site.refunded} />
          <Line name={field('base')} cents={site.base} isSum />
          {site.parts.map((part) => (
            <PartLines key={part.from} part={part} site={site} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{field('due')}</th>
            <td>
              <Money cents={site.due} />
            </td>
          </tr>
        </tfoot>
      </FigureTable>
    </section>
  )
}

/** What the owner gets for days with the same terms; the days are named where the terms changed in the month. */
function PartLines({ part, site }: { part: SitePart; site: SiteDetail }) {
  const t = useT(siteWords)
  const amount = useMoneyText()
  const rent = { rent: amount(part.coo_rent ?? 0), days: part.days, all: site.month_days }
  const days = site.parts.length > 1 && (
    <small className="sw-figures">
      {part.from.slice(5)} – {part.to.slice(5)}
    </small>
  )
  return (
    <>
      {part.coo_share !== null && (
        <Line
          name={t('shareOf', { rate: formatRate(part.coo_share), base: amount(part.base) })}
          cents={part.share_amt}
          hint={days}
        />
      )}
      {part.coo_rent !== null && <Line name={t('rentFor', rent)} cents={part.rent_amt} hint={days} />}
    </>
  )
}

type LineProps = { name: string; cents: Cents; isSum?: boolean; hint?: ReactNode }

function Line({ name, cents, isSum = false, hint }: LineProps) {
  return (
    <tr className={isSum ? 'is-sum' : undefined}>
      <th scope="row">
        {name} {hint}
      </th>
      <td>
        <Money cents={cents} />
      </td>
    </tr>
  )
}

function ByClient({ site }: { site: SiteDetail }) {
  const t = useT(siteWords)
  const field = useT(siteFieldWords)
  return (
    <section aria-labelledby="paper-clients">
      <h3 id="paper-clients">{t('byClient')}</h3>
      {site.by_client.length === 0 ? (
        <p className="sw-paper-note">{t('noTakings')}</p>
      ) : (
        <FigureTable className="sw-paper-clients">
          <thead>
            <tr>
              <th scope="col">{t('client')}</th>
              <th scope="col">{field('count')}</th>
              <th scope="col">{field('taken')}</th>
              <th scope="col">{field('refunded')}</th>
              <th scope="col">{t('net')}</th>
            </tr>
          </thead>
          <tbody>
            {site.by_client.map(({ client, count, taken, refunded }) => (
              <tr key={client}>
                <th scope="row">
                  <PayClientTag client={client} />
                </th>
                <td className="sw-figures">{count.toLocaleString('en-US')}</td>
                <td>
                  <Money cents={taken} />
                </td>
                <td>
                  <Money cents={refunded} />
                </td>
                <td>
                  <Money cents={taken - refunded} />
                </td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </section>
  )
}

/** Two columns of days, so that a month fits on the sheet. */
function ByDay({ site }: { site: SiteDetail }) {
  const t = useT(siteWords)
  if (site.by_client.length === 0) return null
  const half = Math.ceil(site.by_day.length / 2)
  const halves = [site.by_day.slice(0, half), site.by_day.slice(half)]
  return (
    <section aria-labelledby="paper-days">
      <h3 id="paper-days">{t('byDay')}</h3>
      <div className="sw-paper-days">
        {halves.map((days) => days.length > 0 && <DayTable key={days[0]?.day} days={days} />)}
      </div>
    </section>
  )
}

function DayTable({ days }: { days: SiteDetail['by_day'] }) {
  const t = useT(siteWords)
  const field = useT(siteFieldWords)
  return (
    <FigureTable>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col">{field('count')}</th>
          <th scope="col">{field('taken')}</th>
          <th scope="col">{field('refunded')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, count, taken, refunded }) => (
          <tr key={day}>
            <th scope="row" className="sw-figures">
              {day.slice(5)}
            </th>
            <td className="sw-figures">{count.toLocaleString('en-US')}</td>
            <td>
              <Money cents={taken} />
            </td>
            <td>{refunded === 0 ? '–' : <Money cents={refunded} />}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
