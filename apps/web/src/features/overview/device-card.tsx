import { deviceFieldWords, formatRate, type Overview, rateOf, seesDevices } from '@slotwise/contract'
import { useMemo } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useMay } from '../../ui/can.tsx'
import type { ChartFigures } from '../../ui/charts/chart-figures.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useOverview } from './api.ts'
import { Card, CardNote, Loaded } from './card.tsx'
import { overviewWords } from './overview-words.ts'

/** How many machines are online now. */
export function DeviceCard() {
  const t = useT(overviewWords)
  const query = useOverview('today')
  return (
    <Card area="devices" title={t('devices')}>
      <Loaded data={query.data?.device} query={query} bones={3}>
        {({ online, offline }) =>
          online + offline === 0 ? (
            <CardNote>{t('noDevices')}</CardNote>
          ) : (
            <Ring online={online} offline={offline} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Ring({ online, offline }: Overview['device']) {
  const t = useT(overviewWords)
  const field = useT(deviceFieldWords)
  const figures = useMemo(
    (): ChartFigures => ({
      shape: 'ring',
      label: `${t('devices')}: ${field('isOnline')} ${online}, ${field('isOffline')} ${offline}`,
      pointName: t('devices'),
      points: [
        { name: field('isOnline'), color: '--success' },
        { name: field('isOffline'), color: '--line-strong' },
      ],
      series: [{ name: t('deviceCount'), unit: 'count', values: [online, offline] }],
    }),
    [t, field, online, offline],
  )
  const center = (
    <>
      <strong className="sw-figures">{formatRate(rateOf(online, online + offline))}</strong>
      <small>{t('onlineRate')}</small>
    </>
  )
  return (
    <div className="sw-ring">
      <Chart figures={figures} height={140} center={center} />
      <dl className="sw-ring-legend">
        <Count name={field('isOnline')} tone="good" count={online} to="/device?online=true" />
        <Count
          name={field('isOffline')}
          tone="idle"
          count={offline}
          to="/device?online=false&order=offline"
        />
      </dl>
    </div>
  )
}

type CountProps = { name: string; tone: 'good' | 'idle'; count: number; to: string }

function Count({ name, tone, count, to }: CountProps) {
  const mayOpen = useMay(seesDevices)
  const shown = count.toLocaleString('en-US')
  return (
    <div>
      <dt>
        <StatusTag tone={tone}>{name}</StatusTag>
      </dt>
      <dd className="sw-figures">
        {mayOpen && count > 0 ? (
          <Link className="sw-link" to={to} aria-label={`${name}: ${shown}`}>
            {shown}
          </Link>
        ) : (
          shown
        )}
      </dd>
    </div>
  )
}
