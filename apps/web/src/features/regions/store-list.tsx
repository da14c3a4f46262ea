import { regionCalls, type Store, StoreFilter } from '@slotwise/contract'
import { type ReactNode, useState } from 'react'

import { SalesLink } from '../../entities/bill/bill-link.tsx'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { sortByHeader } from '../../ui/columns.ts'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useDeleteStore, useRestoreStore, useStores } from './api.ts'
import { regionWords } from './region-words.ts'
import { storeSorts, useStoreColumns } from './store-columns.tsx'
import { StoreFilters } from './store-filters.tsx'

/** The form loads a calendar, which the list does not need. */
const StoreForm = lazyDialog(async () => (await import('./store-form.tsx')).StoreForm)

export function StoreList({ tabs }: { tabs: ReactNode }) {
  const t = useT(regionWords)
  const state = useListState(StoreFilter)
  const query = useStores(state)
  const columns = useStoreColumns((store) => state.openDrawer(store._id))
  const [deleting, setDeleting] = useState<Store>()

  const add = <AddButton state={state} label={t('addStore')} />
  return (
    <>
      <ListPage
        name="stores"
        title={t('title')}
        tabs={tabs}
        action={add}
        tools={
          <ExportButton
            row={regionCalls.exportRegions}
            input={{ kind: 'store', condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('searchStores')} hint={t('searchStoresHint')} />}
        filters={<StoreFilters filter={state.filter} onChange={state.setFilter} />}
        state={state}
        query={query}
        columns={columns}
        sort={sortByHeader(state.filter.order, storeSorts, (order) => state.setFilter({ order }))}
        rowKey={(store) => store._id}
        actions={(store) => (
          <RowActions
            name={store.store_name}
            onEdit={() => state.openDrawer(store._id)}
            onDelete={() => setDeleting(store)}
          >
            <SalesLink of={{ store: store._id }} name={store.store_name} />
          </RowActions>
        )}
        empty={{ title: t('noStores'), hint: t('noStoresHint'), action: add }}
      />
      {state.drawer && (
        <StoreForm
          id={state.drawer}
          stores={query}
          area={state.filter.area ?? null}
          onClose={state.closeDrawer}
        />
      )}
      {deleting && <DeleteStore store={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeleteStore({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useT(regionWords)
  const { mutateAsync: remove } = useDeleteStore()
  const { mutateAsync: restore } = useRestoreStore()
  return (
    <DeleteRecord
      title={t('deleteStoreTitle', { name: store.store_name })}
      confirmLabel={t('deleteStore')}
      remove={() => remove({ _id: store._id })}
      restore={() => restore({ _id: store._id })}
      removed={t('storeDeleted', { name: store.store_name })}
      onClose={onClose}
    >
      {t('deleteStoreText')}
    </DeleteRecord>
  )
}
