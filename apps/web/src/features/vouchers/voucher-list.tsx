import { PrinterOutlined } from '@ant-design/icons'
import {
  type Gift,
  GiftFilter,
  voucherCalls,
  voucherFieldWords,
  voucherStates,
  voucherStateWords,
} from '@slotwise/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useRememberedList } from '../../lib/list-address.ts'
import { notify } from '../../lib/notices.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch, SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowAction, RowActions } from '../../ui/row-actions.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useSelection } from '../../ui/selection.ts'
import { useDeleteVoucher, useRestoreVoucher, useVouchers } from './api.ts'
import { CodeDrawer } from './code-drawer.tsx'
import { useVoucherColumns } from './voucher-columns.tsx'
import { VoucherFilters } from './voucher-filters.tsx'
import { VoucherForm } from './voucher-form.tsx'
import { voucherWords } from './voucher-words.ts'

const PageFilter = GiftFilter.omit({ ids: true })

export function VoucherList({ tabs }: { tabs: ReactNode }) {
  const t = useT(voucherWords)
  const field = useT(voucherFieldWords)
  const stateName = useT(voucherStateWords)
  const navigate = useNavigate()
  useRememberedList()
  const state = useListState(PageFilter)
  const { filter, setFilter } = state
  const query = useVouchers(state)
  const columns = useVoucherColumns((gift) => state.openDrawer(gift.gift_id))
  const selection = useSelection<Gift>({ keyOf: (gift) => gift.gift_id, nameOf: (gift) => gift.name })
  const [deleting, setDeleting] = useState<Gift>()
  const [restoring, setRestoring] = useState<Gift>()
  const add = <AddButton state={state} label={t('add')} />
  const printSelected = (): void => {
    const search = new URLSearchParams(selection.chosen.map(({ gift_id: id }) => ['ids', id]))
    void navigate(`/gift/print?${search}`)
  }
  return (
    <>
      <ListPage
        name="vouchers"
        title={t('title')}
        tabs={tabs}
        action={add}
        tools={
          <ExportButton
            row={voucherCalls.exportGift}
            input={{ kind: 'gift', condition: filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
        filters={
          <>
            <SelectFilter
              label={field('state')}
              value={filter.state}
              options={voucherStates.map((value) => ({ value, label: stateName(value) }))}
              onChange={(value) => setFilter({ state: value })}
            />
            <VoucherFilters filter={filter} onChange={setFilter} />
          </>
        }
        bar={
          selection.chosen.length > 0 && (
            <SelectionBar selection={selection} text={t('selected', { count: selection.chosen.length })}>
              <Button icon={<PrinterOutlined aria-hidden="true" />} onClick={printSelected}>
                {t('printSelected')}
              </Button>
            </SelectionBar>
          )
        }
        selection={selection}
        state={state}
        query={query}
        columns={columns}
        rowKey={(gift) => gift.gift_id}
        actions={(gift) =>
          gift.state === 'unused' ? (
            <RowActions name={gift.name} onDelete={() => setDeleting(gift)}>
              <RowAction
                label={t('showCode')}
                fullLabel={`${t('showCode')}: ${gift.name}`}
                onClick={() => state.openDrawer(gift.gift_id)}
              />
            </RowActions>
          ) : gift.restorable ? (
            <RowActions name={gift.name}>
              <RowAction
                label={t('restore')}
                fullLabel={`${t('restore')}: ${gift.name}`}
                onClick={() => setRestoring(gift)}
              />
            </RowActions>
          ) : null
        }
        empty={{ title: t('none'), hint: t('noneHint'), action: add }}
      />
      {state.drawer === 'add' ? (
        <VoucherForm onClose={state.closeDrawer} />
      ) : (
        state.drawer !== undefined && (
          <CodeDrawer key={state.drawer} id={state.drawer} onClose={state.closeDrawer} />
        )
      )}
      {deleting && <DeleteVoucher gift={deleting} onClose={() => setDeleting(undefined)} />}
      {restoring && <RestoreVoucher gift={restoring} onClose={() => setRestoring(undefined)} />}
    </>
  )
}

/** There is no undo: a voucher that was deleted may be in another hand already. */
function DeleteVoucher({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const t = useT(voucherWords)
  const { mutateAsync: remove } = useDeleteVoucher()
  const { gift_id, name } = gift
  return (
    <ConfirmDelete
      title={t('deleteTitle', { name })}
      confirmLabel={t('delete')}
      onConfirm={async () => {
        await remove({ gift_id })
        notify('success', t('deleted', { name }))
      }}
      onClose={onClose}
    >
      {t('deleteText')}
    </ConfirmDelete>
  )
}

/** Asks as before a deletion: a voucher that is restored by mistake gives its goods twice. */
function RestoreVoucher({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const t = useT(voucherWords)
  const { mutateAsync: restore } = useRestoreVoucher()
  const { gift_id, name } = gift
  return (
    <ConfirmDelete
      title={t('restoreTitle', { name })}
      confirmLabel={t('restore')}
      onConfirm={async () => {
        await restore({ gift_id })
        notify('success', t('restored', { name }))
      }}
      onClose={onClose}
    >
      {t('restoreText')}
    </ConfirmDelete>
  )
}
