import { type Goods, goodsFieldWords, tagsOf } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { SalesLink } from '../../entities/bill/bill-link.tsx'
import { usePriceText } from '../../entities/goods/goods-picker.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Column, Sort } from '../../ui/columns.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Selection } from '../../ui/selection.ts'
import { SlotsLink } from './slots-link.tsx'
import { TagList } from './tag-list.tsx'

type GoodsTableProps = {
  goods: Goods[]
  busy: boolean
  onOpen: (goods: Goods) => void
  actions: (goods: Goods) => ReactNode
  selection: Selection<Goods>
  sort: Sort
}

/** The orders of the list by the headers of its columns. */
export const goodsSorts = {
  title: 'title',
  '-title': '-title',
  price: 'price',
  '-price': '-price',
  '-sales': 'sales',
} as const

const idOf = ({ goods_id: id }: Goods): string => id

/** The same goods as the cards, in rows, so that prices and codes can be compared. */
export function GoodsTable({ goods, busy, onOpen, actions, selection, sort }: GoodsTableProps) {
  const field = useT(goodsFieldWords)
  const priceText = usePriceText()
  const columns: Column<Goods>[] = [
    {
      key: 'title',
      title: field('goods_title'),
      sortBy: 'title',
      cell: (one) => (
        <span className="sw-goods-row-name">
          <Picture file={one.images[0]?.file} size="card" alt="" />
          <button type="button" className="sw-text-button" title={one.title} onClick={() => onOpen(one)}>
            {one.title}
          </button>
        </span>
      ),
    },
    { key: 'price', title: field('price'), align: 'right', money: true, sortBy: 'price', cell: priceText },
    {
      key: 'tags',
      title: field('tags'),
      cell: (one) => (one.tags === '' ? null : <TagList tags={tagsOf(one.tags)} />),
    },
    { key: 'code', title: field('code'), cell: (one) => one.code },
    {
      key: 'sales',
      title: field('sales'),
      align: 'right',
      sortBy: 'sales',
      cell: (one) => (
        <SalesLink of={{ goods_id: one.goods_id }} name={one.title}>
          {one.sales.toLocaleString('en-US')}
        </SalesLink>
      ),
    },
    { key: 'slot_count', title: field('slot_count'), cell: (one) => <SlotsLink goods={one} /> },
  ]
  return (
    <DataTable<Goods>
      label={field('goods')}
      columns={columns}
      rows={goods}
      rowKey={idOf}
      actions={actions}
      selection={selection}
      sort={sort}
      busy={busy}
    />
  )
}
