import { type DeviceRank, seesDevices, type StoreRank, statisticsFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { deviceName } from '../../entities/device/device-name.ts'
import { useT } from '../../lib/i18n.tsx'
import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { Chart, ChartSwitch, type ChartView, useChartView } from '../../ui/charts/chart.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useDetail, useManyStores } from './api.ts'
import { Card, CardBones, CardNote, Loaded } from './card.tsx'
import { overviewWords } from './overview-words.ts'
import { rankFigures, type Ranked, sharesOf } from './rank-figures.ts'
import { RankList, type RankRow, useClientColumns } from './rank-list.tsx'
import { useChoice } from './use-choice.ts'

const rankings = ['store', 'device'] as const
type Ranking = (typeof rankings)[number]

/** The month by store or by machine. With one store or none there is nothing to rank by store. */
export function RankingCard() {
  const t = useT(overviewWords)
  const hasStores = useManyStores()
  const [chosen, setChosen] = useChoice<Ranking>('rank', rankings, 'store')
  const ranking = hasStores ? chosen : 'device'
  const view = useChartView('ranking')
  return (
    <Card
      area="ranking"
      money
      title={t(hasStores === false ? 'deviceRanking' : 'ranking')}
      tools={
        <>
          <ChartSwitch view={view} of={t(ranking === 'store' ? 'storeRanking' : 'deviceRanking')} />
          {hasStores && (
            <Segments
              aria-label={t('rankBy')}
              value={ranking}
              options={[
                { value: 'store', label: t('byStore') },
                { value: 'device', label: t('byDevice') },
              ]}
              onChange={setChosen}
            />
          )}
        </>
      }
    >
      {hasStores === undefined ? (
        <CardBones count={6} />
      ) : ranking === 'store' ? (
        <Stores view={view} />
      ) : (
        <Devices view={view} />
      )}
    </Card>
  )
}

type RankedRow = RankRow & Ranked

function Stores({ view }: { view: ChartView }) {
  const t = useT(overviewWords)
  const field = useT(statisticsFieldWords)
  const mayOpen = useMay('store.manage')
  const query = useDetail('storeRank', 'month')
  const nameOf = ({ store, store_name: name }: StoreRank): string =>
    store === null ? field('noStore') : (name ?? store)
  const rankedStore = (row: StoreRank): RankedRow => ({
    ...row,
    key: row.store ?? '0',
    name: nameOf(row),
    title:
      mayOpen && row.store !== null ? (
        <Link className="sw-link" to={`/region?tab=stores&open=${row.store}`} state={closesBack}>
          {nameOf(row)}
        </Link>
      ) : (
        nameOf(row)
      ),
    note: [
      t('salesCount', { count: row.count.toLocaleString('en-US') }),
      t('devCount', { count: row.devCount }),
      row.store_address,
    ]
      .filter(Boolean)
      .join(' · '),
  })
  return (
    <Loaded data={query.rows} query={query} bones={6}>
      {(rows) => (
        <Ranks
          rows={rows.map(rankedStore)}
          label={t('storeRanking')}
          pointName={field('store')}
          view={view}
        />
      )}
    </Loaded>
  )
}

function Devices({ view }: { view: ChartView }) {
  const t = useT(overviewWords)
  const field = useT(statisticsFieldWords)
  const mayOpen = useMay(seesDevices)
  const query = useDetail('deviceRank', 'month')
  // A machine that was bound twice is ranked twice.
  const rankedDevice = (row: DeviceRank, index: number): RankedRow => ({
    ...row,
    key: `${row.sn} ${index}`,
    name: deviceName(row),
    title: mayOpen ? (
      <Link className="sw-link" to={`/device/${row.sn}`}>
        {deviceName(row)}
      </Link>
    ) : (
      deviceName(row)
    ),
    note: [
      t('salesCount', { count: row.count.toLocaleString('en-US') }),
      row.region,
      row.title === '' ? '' : row.sn,
    ]
      .filter(Boolean)
      .join(' · '),
  })
  return (
    <Loaded data={query.rows} query={query} bones={6}>
      {(rows) => (
        <Ranks
          rows={rows.map(rankedDevice)}
          label={t('deviceRanking')}
          pointName={field('device')}
          view={view}
        />
      )}
    </Loaded>
  )
}

type RanksProps = {
  rows: RankedRow[]
  label: string
  pointName: string
  view: ChartView
}

function Ranks({ rows: places, label, pointName, view }: RanksProps) {
  const t = useT(overviewWords)
  const field = useT(statisticsFieldWords)
  const of = useClientColumns()
  if (places.length === 0) return <CardNote>{t('noRanking')}</CardNote>
  if (!view.isTable)
    return <RankList rows={places.map((row) => ({ ...row, shares: sharesOf(row) }))} label={label} />
  const texts = {
    label,
    pointName,
    count: field('count'),
    income: field('income'),
    refund: field('refund'),
    of,
  }
  return <Chart figures={rankFigures(places, texts)} view={view} height={420} />
}
