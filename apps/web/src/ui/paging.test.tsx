import { Pagination, type PaginationProps } from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { withoutLink } from './paging.tsx'

test('the numbers of pages and the leaps between them are no links, because they have no address', () => {
  const pager = (itemRender?: PaginationProps['itemRender']) =>
    renderToStaticMarkup(<Pagination current={20} total={1_000} {...(itemRender && { itemRender })} />)
  expect(pager()).toContain('<a rel="nofollow">20</a>')
  const ours = pager((_page, _type, element) => withoutLink(element))
  expect(ours).toContain('<span class="sw-page-number">20</span>')
  expect(ours).toContain('ant-pagination-jump-next')
  expect(ours).not.toContain('<a')
})
