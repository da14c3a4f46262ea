import { type GoodsRank, statisticsFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { Chart, ChartSwitch, useChartView } from '../../ui/charts/chart.tsx'
import { useDetail } from './api.ts'
import { Card, CardNote, Loaded } from './card.tsx'
import { overviewWords } from './overview-words.ts'
import { goodsFigures } from './rank-figures.ts'
import { RankList } from './rank-list.tsx'

/** The goods of the month. */
export function GoodsCard() {
  const t = useT(overviewWords)
  const field = useT(statisticsFieldWords)
  const mayOpen = useMay('goods.manage')
  const view = useChartView('goods')
  const query = useDetail('goodsRank', 'month')
  const nameOf = ({ goods_id: id, goods_name: name }: GoodsRank): string =>
    id === null ? field('noGoods') : (name ?? id)
  const label = t('goodsRanking')
  const rankedGoods = (row: GoodsRank) => ({
    ...row,
    key: row.goods_id ?? '0',
    name: nameOf(row),
    title:
      mayOpen && row.goods_id !== null ? (
        <Link className="sw-link" to={`/goods?open=${row.goods_id}`} state={closesBack}>
          {nameOf(row)}
        </Link>
      ) : (
        nameOf(row)
      ),
    note: t('pieces', { count: row.count.toLocaleString('en-US') }),
  })
  const content = (rows: GoodsRank[]) => {
    if (rows.length === 0) return <CardNote>{t('noRanking')}</CardNote>
    const places = rows.map(rankedGoods)
    if (!view.isTable) return <RankList label={label} rows={places} />
    const texts = { label, pointName: field('goods'), count: field('pieces'), income: field('income') }
    return <Chart figures={goodsFigures(places, texts)} view={view} height={420} />
  }
  return (
    <Card area="goods" money title={label} tools={<ChartSwitch view={view} of={label} />}>
      <Loaded data={query.rows} query={query} bones={6}>
        {content}
      </Loaded>
    </Card>
  )
}
