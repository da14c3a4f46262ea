import { siteFieldWords, type SiteStatement, type SiteTotal } from '@slotwise/contract'
import { Link } from 'react-router'

import '../../ui/two-lines.css'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Money } from '../../ui/money.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { siteWords } from './site-words.ts'
import { useTermsText } from './terms-text.tsx'

type Amount = Exclude<keyof SiteTotal, 'count'>

/** Whether a share, or a rent, was agreed on some day of the month. */
const isAgreed = ({ parts }: SiteStatement, what: 'coo_share' | 'coo_rent'): boolean =>
  parts.some((part) => part[what] !== null)

export function useSiteColumns(month: string, total: SiteTotal | undefined): Column<SiteStatement>[] {
  const t = useT(siteWords)
  const field = useT(siteFieldWords)
  const terms = useTermsText()
  const isPhone = useIsPhone()
  const amount = (key: Amount, sorts = true): Column<SiteStatement> => ({
    key,
    ...(sorts ? { sortBy: key } : {}),
    title: field(key),
    align: 'right',
    money: true,
    cell: (site) => <Money cents={site[key]} />,
    ...(total ? { sum: <Money cents={total[key]} /> } : {}),
  })
  return [
    {
      key: 'store',
      sortBy: 'store',
      title: field('store'),
      cell: (site) => (
        <span className="sw-two-lines">
          <Link
            className="sw-link"
            to={`/site/${site.store}?month=${month}`}
            title={t('open', { name: site.store_name })}
          >
            {site.store_name}
          </Link>
          <SiteHint site={site} />
        </span>
      ),
      ...(total ? { sum: field('total') } : {}),
    },
    { key: 'terms', title: t('terms'), text: true, width: 120, cell: terms },
    {
      key: 'days',
      title: t('cooperation'),
      extra: 'narrow',
      cell: (site) => <Cooperation site={site} />,
    },
    // A card shows what is due; the statement of the site says how it comes about.
    ...(isPhone
      ? []
      : [
          {
            key: 'count',
            sortBy: 'count',
            title: field('count'),
            align: 'right' as const,
            extra: 'middle' as const,
            cell: ({ count }: SiteStatement) => count.toLocaleString('en-US'),
            ...(total ? { sum: total.count.toLocaleString('en-US') } : {}),
          },
          { ...amount('taken'), extra: 'middle' as const },
          { ...amount('refunded'), extra: 'middle' as const },
        ]),
    amount('base'),
    // Nothing where none is agreed.
    {
      ...amount('share_amt', false),
      cell: (site) => (isAgreed(site, 'coo_share') ? <Money cents={site.share_amt} /> : null),
    },
    {
      ...amount('rent_amt', false),
      cell: (site) => (isAgreed(site, 'coo_rent') ? <Money cents={site.rent_amt} /> : null),
    },
    {
      ...amount('due'),
      cell: ({ due }) => (
        <strong>
          <Money cents={due} />
        </strong>
      ),
    },
    { key: 'address', title: field('address'), text: true, extra: true, cell: (site) => site.store_address },
    { key: 'customer_no', title: field('customer_no'), extra: true, cell: (site) => site.customer_no },
  ]
}

function SiteHint({ site }: { site: SiteStatement }) {
  const t = useT(siteWords)
  const hint = [site.area_name, site.deleted ? t('deleted') : null].filter(Boolean).join(' · ')
  return hint === '' ? null : <small>{hint}</small>
}

/** The days on which the cooperation ran, where it was not the whole month. */
function Cooperation({ site }: { site: SiteStatement }) {
  const t = useT(siteWords)
  if (site.days === site.month_days) return t('wholeMonth')
  return (
    <span className="sw-two-lines">
      {t('someDays', { days: site.days, all: site.month_days })}
      <small className="sw-figures">
        {site.from?.slice(5)} – {site.to?.slice(5)}
      </small>
    </span>
  )
}
