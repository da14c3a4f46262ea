import { siteOrders, siteCalls, SiteFilter, siteFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { AreaFilter, StoreFilter } from '../../entities/store/place-filters.tsx'
import { useT } from '../../lib/i18n.tsx'
import { useRememberedList } from '../../lib/list-address.ts'
import { useListState } from '../../lib/url-state.ts'
import { Can } from '../../ui/can.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { MonthPicker } from '../../ui/month-picker.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useSites } from './api.ts'
import { useMonths, useMonthText } from '../../ui/months.ts'
import { useSiteColumns } from './site-columns.tsx'
import { siteWords } from './site-words.ts'

const PageFilter = SiteFilter.omit({ ids: true })

/** What the owner of each site gets for a month. */
export function SitePage() {
  const t = useT(siteWords)
  const field = useT(siteFieldWords)
  const { present, standing } = useMonths()
  const monthText = useMonthText()
  useRememberedList()
  const state = useListState(PageFilter)
  const { filter, setFilter } = state
  const month = filter.month ?? standing
  const condition = { ...filter, month }
  const query = useSites(condition, state)
  const columns = useSiteColumns(month, query.data?.total)
  return (
    <ListPage
      name="sites"
      title={t('title')}
      tabs={
        <MonthPicker
          value={month}
          last={present}
          onChange={(chosen) => setFilter({ month: chosen === standing ? undefined : chosen })}
        />
      }
      tools={
        <ExportButton row={siteCalls.exportSites} input={{ condition }} disabled={query.data?.count === 0} />
      }
      search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
      filters={
        <>
          <AreaFilter
            label={field('area')}
            value={filter.area}
            onChange={(area) => setFilter({ area, store: undefined })}
          />
          <StoreFilter
            label={field('store')}
            area={filter.area}
            value={filter.store}
            onChange={(store) => setFilter({ store })}
          />
        </>
      }
      bar={month >= present && <Alert tone="info">{t('running', { month: monthText(month) })}</Alert>}
      state={state}
      query={query}
      columns={columns}
      sort={sortByOrders(siteOrders, state)}
      rowKey={({ store }) => store}
      empty={{
        title: t('none', { month: monthText(month) }),
        hint: t('noneHint'),
        action: (
          <Can access="store.manage">
            <Link className="sw-button-link" to="/region?tab=stores">
              {t('toStores')}
            </Link>
          </Can>
        ),
      }}
    />
  )
}
