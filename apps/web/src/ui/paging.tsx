import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { List } from '@slotwise/contract'
import { Pagination } from 'antd'
import { cloneElement, isValidElement, type ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import './list-page.css'
import { uiWords } from './messages/messages.ts'
import { useIsPhone } from './use-media.ts'

type PagingProps = {
  state: {
    page: number
    size: number
    standardSize: number
    setPage: (page: number, size?: number) => void
  }
  list: List<unknown>
  /** Where the number of rows is not for the reader to choose. */
  fixedSize?: boolean
  counted?: Counted | undefined
}

/** How records are counted that are no rows, and how many of them a page may have, so that no line of cards is half full. */
export type Counted = { sizes?: readonly number[]; total?: (count: string) => string; perPage?: string }

const asRows: Counted = {}

/** How many there are, and the way to the others. */
export function Paging({ state, list, fixedSize = false, counted = asRows }: PagingProps) {
  const t = useT(uiWords)
  const isPhone = useIsPhone()
  const count = list.count.toLocaleString('en-US')
  const arrows: Partial<Record<string, Arrow>> = {
    prev: { name: t('previousPage'), icon: <LeftOutlined aria-hidden="true" /> },
    next: { name: t('nextPage'), icon: <RightOutlined aria-hidden="true" /> },
  }
  return (
    <footer className="sw-paging">
      <span className="sw-paging-total" aria-live="polite">
        {counted.total && !list.countCapped
          ? counted.total(count)
          : t(list.countCapped ? 'totalCapped' : 'total', { count })}
      </span>
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={list.count}
        simple={isPhone}
        showSizeChanger={!isPhone && !fixedSize}
        pageSizeOptions={[...(counted.sizes ?? pageSizes(state.standardSize))]}
        {...(counted.perPage ? { locale: { items_per_page: counted.perPage } } : {})}
        itemRender={(_page, type, element) => withArrow(element, arrows[type])}
        onChange={(page, size) => state.setPage(size === state.size ? page : 1, size)}
      />
    </footer>
  )
}

const pageSizes = (standard: number): number[] =>
  [...new Set([standard, 10, 20, 50, 100])].toSorted((a, b) => a - b)

type Arrow = { name: string; icon: ReactNode }

/** Names the buttons of a pager in the language of the page; antd's icons are called `left` and `right` in all. */
const withArrow = (element: ReactNode, arrow: Arrow | undefined): ReactNode =>
  arrow && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': arrow.name }, arrow.icon)
    : element
