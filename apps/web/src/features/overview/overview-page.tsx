import { deviceCalls, regionCalls } from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import { Can } from '../../ui/can.tsx'
import { Greeting, type PageLink, PageLinks } from '../../ui/page-links.tsx'
import './overview-page.css'
import { overviewWords } from './overview-words.ts'

const onlyCount = { pageNum: 1, pageSize: 1, condition: {} }

/** The start page: how much there is to look after, and where to go. */
export function OverviewPage({ pages }: { pages: PageLink[] }) {
  const t = useT(overviewWords)
  const stores = useCall(regionCalls.getAllStore, onlyCount, { inline: true })
  const devices = useCall(deviceCalls.getAllDevice, onlyCount, { inline: true })
  const storeCount = <Count of={stores} />
  const deviceCount = <Count of={devices} />
  return (
    <section className="sw-welcome" aria-labelledby="page-title">
      <Greeting />
      <dl className="sw-overview-figures" aria-label={t('figures')}>
        <Figure name={t('stores')}>
          <Can access="store.manage" otherwise={storeCount}>
            <Link to="/region?tab=stores">{storeCount}</Link>
          </Can>
        </Figure>
        <Figure name={t('devices')}>
          <Can access="device.manage" otherwise={deviceCount}>
            <Link to="/device">{deviceCount}</Link>
          </Can>
        </Figure>
      </dl>
      {pages.length > 0 && <PageLinks pages={pages} />}
    </section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="sw-figures">{children}</dd>
    </div>
  )
}

type CountQuery = { data: { count: number } | undefined; isError: boolean }

function Count({ of: { data, isError } }: { of: CountQuery }) {
  const t = useT(overviewWords)
  if (data) return data.count.toLocaleString('en-US')
  return isError ? (
    <span className="sw-overview-unknown">{t('notLoaded')}</span>
  ) : (
    <span className="sw-overview-bone" />
  )
}
