import {
  referrerOrders,
  type Referrer,
  referrerCalls,
  referrerFieldWords,
  ReferrerFilter,
} from '@slotwise/contract'
import { useState } from 'react'

import { StoreFilter } from '../../entities/store/place-filters.tsx'
import { useT } from '../../lib/i18n.tsx'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { MonthPicker } from '../../ui/month-picker.tsx'
import { useMonths, useMonthText } from '../../ui/months.ts'
import { RowActions } from '../../ui/row-actions.tsx'
import { useDeleteReferrer, useReferrers, useRestoreReferrer } from './api.ts'
import { useReferrerColumns } from './referrer-columns.tsx'
import { ReferrerForm } from './referrer-form.tsx'
import { referrerWords } from './referrer-words.ts'
import { StatementDrawer } from './statement-drawer.tsx'

const PageFilter = ReferrerFilter.omit({ ids: true })

/** The drawer of a statement, in the address. */
const statementOf = (id: string): string => `statement-${id}`

/** Referrers with the figures of a month. */
export function ReferrerPage() {
  const t = useT(referrerWords)
  const field = useT(referrerFieldWords)
  const { present } = useMonths()
  const monthText = useMonthText()
  const state = useListState(PageFilter)
  const { filter, setFilter, drawer } = state
  const month = filter.month ?? present
  const setMonth = (chosen: string): void => setFilter({ month: chosen === present ? undefined : chosen })
  const condition = { ...filter, month }
  const query = useReferrers(condition, state)
  const columns = useReferrerColumns({
    total: query.data?.total,
    onOpen: ({ referrer_id: id }) => state.openDrawer(statementOf(id)),
  })
  const [deleting, setDeleting] = useState<Referrer>()
  const add = <AddButton state={state} label={t('add')} />
  const isPast = month < present
  return (
    <>
      <ListPage
        name="referrers"
        title={t('title')}
        tabs={<MonthPicker value={month} last={present} onChange={setMonth} />}
        action={add}
        tools={
          <ExportButton
            row={referrerCalls.exportReferrers}
            input={{ condition }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
        filters={
          <StoreFilter
            label={field('store')}
            area={undefined}
            value={filter.store}
            onChange={(store) => setFilter({ store })}
          />
        }
        state={state}
        query={query}
        columns={columns}
        sort={sortByOrders(referrerOrders, state)}
        rowKey={({ referrer_id: id }) => id}
        actions={(referrer) =>
          referrer.deleted ? null : (
            <RowActions
              name={referrer.name}
              onEdit={() => state.openDrawer(referrer.referrer_id)}
              onDelete={() => setDeleting(referrer)}
            />
          )
        }
        empty={
          isPast
            ? { title: t('noneIn', { month: monthText(month) }), hint: t('noneHint') }
            : { title: t('none'), hint: t('noneHint'), action: add }
        }
      />
      {drawer?.startsWith('statement-') ? (
        <StatementDrawer
          id={drawer.slice('statement-'.length)}
          month={month}
          onMonth={setMonth}
          onClose={state.closeDrawer}
        />
      ) : (
        drawer !== undefined && <ReferrerForm id={drawer} referrers={query} onClose={state.closeDrawer} />
      )}
      {deleting && <DeleteReferrer referrer={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeleteReferrer({ referrer, onClose }: { referrer: Referrer; onClose: () => void }) {
  const t = useT(referrerWords)
  const { mutateAsync: remove } = useDeleteReferrer()
  const { mutateAsync: restore } = useRestoreReferrer()
  const { referrer_id, name } = referrer
  return (
    <DeleteRecord
      title={t('deleteTitle', { name })}
      confirmLabel={t('delete')}
      remove={() => remove({ referrer_id })}
      restore={() => restore({ referrer_id })}
      removed={t('deleted', { name })}
      onClose={onClose}
    >
      {t('deleteText')}
    </DeleteRecord>
  )
}
