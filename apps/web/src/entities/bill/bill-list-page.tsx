import { Button } from 'antd'
import type { ReactNode } from 'react'

import type { Days, ListRange } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { SearchFilter } from '../../ui/filters.tsx'
import { ListPage, type ListPageProps } from '../../ui/list-page.tsx'
import { RangeFilter } from '../../ui/range-filter.tsx'
import { billListWords } from './bill-list-words.ts'
import { ordernoTyped } from './live-rows.ts'
import { NewsBar } from './news-bar.tsx'

type Chosen = Days & { range?: ListRange | undefined }

type BillListPageProps<Row> = Omit<ListPageProps<Row>, 'tabs' | 'search' | 'bar' | 'empty'> & {
  /** The days of the list; `standing` is in effect while none are chosen. */
  days: { value: Chosen; standing: ListRange; onChange: (change: Chosen) => void }
  orderno: { value: string | undefined; onChange: (orderno: string | undefined) => void }
  /** Above the rows. */
  total?: ReactNode
  /** What has come since the list was read; undefined while nothing has. */
  news: { text: string | undefined; onShow: () => void }
  empty: { title: string; hint: string }
}

/** A list of sales, payments or refunds: by days or by an order's number, and new ones wait above it. */
export function BillListPage<Row>({ days, orderno, total, news, empty, ...page }: BillListPageProps<Row>) {
  const t = useT(billListWords)
  return (
    <ListPage<Row>
      {...page}
      tabs={<RangeFilter {...days} />}
      search={
        <SearchFilter
          label={t('searchOrder')}
          hint={t('searchOrderHint')}
          value={orderno.value}
          onChange={(typed) => orderno.onChange(ordernoTyped(typed))}
        />
      }
      bar={
        <>
          {total}
          <NewsBar {...news} />
        </>
      }
      empty={{
        ...empty,
        action: <Button onClick={() => days.onChange({ range: 'last3Months' })}>{t('showEarlier')}</Button>,
      }}
    />
  )
}
