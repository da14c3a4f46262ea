import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { List } from '@slotwise/contract'
import { Pagination } from 'antd'
import { cloneElement, isValidElement, type ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import './list-page.css'
import { uiWords } from './ui-words.ts'
import { useIsPhone } from './use-media.ts'

type PagingProps = {
  state: {
    page: number
    size: number
    standardSize: number
    setPage: (page: number, size?: number) => void
  }
  list: List<unknown>
  /** The reader cannot choose the number of rows. */
  fixedSize?: boolean
  counted?: Counted | undefined
}

/** Counts records that are not rows, and offers page sizes that fill every line of cards. */
export type Counted = { sizes?: readonly number[]; total?: (count: string) => string; perPage?: string }

const asRows: Counted = {}

/** The number of records, and the links to the other pages. */
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
        itemRender={(_page, type, element) => withoutLink(withArrow(element, arrows[type]))}
        onChange={(page, size) => state.setPage(size === state.size ? page : 1, size)}
      />
    </footer>
  )
}

export const pageSizes = (standard: number): number[] =>
  [...new Set([standard, 10, 20, 50, 100])].toSorted((a, b) => a - b)

type Arrow = { name: string; icon: ReactNode }

/** Names the pager's buttons in the page's language; antd calls its icons `left` and `right` in every language. */
const withArrow = (element: ReactNode, arrow: Arrow | undefined): ReactNode =>
  arrow && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': arrow.name }, arrow.icon)
    : element

/** antd makes links without an address of numbers and leaps; its list items around them take focus, clicks and keys. */
export const withoutLink = (element: ReactNode): ReactNode =>
  isValidElement<{ className?: string; children?: ReactNode }>(element) && element.type === 'a' ? (
    <span className={element.props.className ?? 'sw-page-number'}>{element.props.children}</span>
  ) : (
    element
  )
