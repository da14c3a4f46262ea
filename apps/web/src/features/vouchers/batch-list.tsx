import {
  giftBatchOrders,
  type GiftBatch,
  GiftBatchFilter,
  voucherCalls,
  voucherFieldWords,
} from '@slotwise/contract'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useRememberedList } from '../../lib/list-address.ts'
import { notify } from '../../lib/notices.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import type { Column } from '../../ui/columns.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useBatches, useDeleteBatch } from './api.ts'
import { useGiftColumns } from './voucher-columns.tsx'
import { VoucherFilters } from './voucher-filters.tsx'
import { VoucherForm } from './voucher-form.tsx'
import { voucherWords } from './voucher-words.ts'

const PageFilter = GiftBatchFilter.omit({ ids: true })

const countOf = ({ unused, used, deleted }: GiftBatch): number => unused + used + deleted

function useBatchColumns(): Column<GiftBatch>[] {
  const t = useT(voucherWords)
  const field = useT(voucherFieldWords)
  const { goods, referrer, device } = useGiftColumns()
  return [
    {
      key: 'name',
      sortBy: 'name',
      title: field('name'),
      cell: (batch) => (
        <Link className="sw-link" to={`/gift?batch=${batch.batch}`} title={t('showVouchers')}>
          {batch.name}
        </Link>
      ),
    },
    goods,
    {
      key: 'used',
      sortBy: 'used',
      title: t('used'),
      align: 'right',
      cell: (batch) => t('usedOf', { used: batch.used, count: countOf(batch) }),
    },
    referrer,
    device,
    { key: 'created_at', title: field('created_at'), cell: (batch) => <Instant at={batch.created_at} /> },
  ]
}

/** Vouchers by batch: to print and to delete those that were made at once. */
export function BatchList({ tabs }: { tabs: ReactNode }) {
  const t = useT(voucherWords)
  useRememberedList()
  const state = useListState(PageFilter)
  const { filter, setFilter } = state
  const query = useBatches(state)
  const columns = useBatchColumns()
  const [deleting, setDeleting] = useState<GiftBatch>()
  const add = <AddButton state={state} label={t('add')} />
  return (
    <>
      <ListPage
        name="voucher_batches"
        title={t('title')}
        tabs={tabs}
        action={add}
        tools={
          <ExportButton
            row={voucherCalls.exportGift}
            input={{ kind: 'batch', condition: filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('searchBatches')} hint={t('searchBatchesHint')} />}
        filters={<VoucherFilters filter={filter} onChange={setFilter} />}
        state={state}
        query={query}
        columns={columns}
        sort={sortByOrders(giftBatchOrders, state)}
        rowKey={({ batch }) => batch}
        actions={(batch) =>
          batch.unused > 0 ? (
            <RowActions name={batch.name} onDelete={() => setDeleting(batch)}>
              <Link
                className="sw-link"
                to={`/gift/print?batch=${batch.batch}`}
                aria-label={`${t('print')}: ${batch.name}`}
              >
                {t('print')}
              </Link>
            </RowActions>
          ) : null
        }
        empty={{ title: t('none'), hint: t('noneHint'), action: add }}
      />
      {state.drawer === 'add' && <VoucherForm onClose={state.closeDrawer} />}
      {deleting && <DeleteBatch batch={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeleteBatch({ batch, onClose }: { batch: GiftBatch; onClose: () => void }) {
  const t = useT(voucherWords)
  const { mutateAsync: remove } = useDeleteBatch()
  const { name, unused: count } = batch
  return (
    <ConfirmDelete
      title={t('deleteBatchTitle', { name, count })}
      confirmLabel={t('deleteBatch')}
      onConfirm={async () => {
        await remove({ batch: batch.batch })
        notify('success', t('batchDeleted', { name }))
      }}
      onClose={onClose}
    >
      {t('deleteBatchText')}
    </ConfirmDelete>
  )
}
