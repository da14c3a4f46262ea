import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { type Goods, goodsCalls, goodsFieldWords, GoodsFilter, goodsPageSize } from '@slotwise/contract'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { lateDialog } from '../../lib/late.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SearchFilter } from '../../ui/filters.tsx'
import { isUnfinished, useJobs } from '../../ui/jobs.ts'
import { ListFrame } from '../../ui/list-frame.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useUndoNotice } from '../../ui/undo-notice.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { useDeleteGoods, useGoods, useRefreshGoods, useRestoreGoods } from './api.ts'
import { CardsSkeleton } from './card-grid.tsx'
import { GoodsCards } from './goods-cards.tsx'
import { GoodsFilters } from './goods-filters.tsx'
import { goodsWords } from './messages/messages.ts'

/** Forms bring dragging, cropping and uploading with them, which the list does not need. */
const GoodsForm = lateDialog(async () => (await import('./goods-form.tsx')).GoodsForm)
const ImportDrawer = lateDialog(async () => (await import('./import-drawer.tsx')).ImportDrawer)

/** Of two or four columns every line is full. */
const goodsPageSizes = [goodsPageSize, 16, 24, 48]

export function GoodsList({ tabs }: { tabs: ReactNode }) {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const isPhone = useIsPhone()
  const isOwnOnly = useSession()?.ownGoods ?? false
  const state = useListState(GoodsFilter, goodsPageSize)
  const query = useGoods(state)
  const [deleting, setDeleting] = useState<Goods>()
  const [importing, setImporting] = useState<string>()

  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => state.openDrawer('add')}>
      {t('addGoods')}
    </Button>
  )
  const importButton = (label: boolean) => (
    <Button
      icon={<ImportOutlined aria-hidden="true" />}
      aria-label={t('importGoods')}
      onClick={() => state.openDrawer('import')}
    >
      {label ? t('importGoods') : null}
    </Button>
  )
  return (
    <>
      <ListFrame
        title={field('goods')}
        tabs={tabs}
        action={add}
        tools={
          <>
            {importButton(!isPhone)}
            <ExportButton
              row={goodsCalls.exportGoods}
              input={{ condition: state.filter }}
              disabled={query.data?.count === 0}
            />
          </>
        }
        search={
          <SearchFilter
            label={t('searchGoods')}
            hint={t('searchGoodsHint')}
            value={state.filter.q}
            onChange={(q) => state.setFilter({ q })}
          />
        }
        filters={<GoodsFilters filter={state.filter} onChange={state.setFilter} />}
        state={state}
        query={query}
        empty={{
          title: t('noGoods'),
          hint: t(isOwnOnly ? 'noOwnGoodsHint' : 'noGoodsHint'),
          action: (
            <>
              {add}
              {importButton(true)}
            </>
          ),
        }}
        counted={{ sizes: goodsPageSizes }}
        skeleton={<CardsSkeleton count={state.size} />}
      >
        {(goods) => (
          <GoodsCards
            goods={goods}
            busy={query.isFetching}
            onOpen={(one) => state.openDrawer(one.goods_id)}
            actions={(one) => (
              <RowActions
                name={one.title}
                onEdit={() => state.openDrawer(one.goods_id)}
                onDelete={() => setDeleting(one)}
              />
            )}
          />
        )}
      </ListFrame>
      {state.drawer === 'import' && <ImportDrawer onStarted={setImporting} onClose={state.closeDrawer} />}
      {state.drawer && state.drawer !== 'import' && (
        <GoodsForm id={state.drawer} goods={query} onClose={state.closeDrawer} />
      )}
      {deleting && <DeleteGoods goods={deleting} onClose={() => setDeleting(undefined)} />}
      {importing && <ImportFollower job={importing} />}
    </>
  )
}

/** The tray tells how far it is; this page shows the outcome by itself. */
function ImportFollower({ job }: { job: string }) {
  const refresh = useRefreshGoods()
  const known = useJobs()?.find((one) => one.job === job)
  const hasEnded = known !== undefined && !isUnfinished(known)
  useEffect(() => {
    if (hasEnded) refresh()
  }, [hasEnded, refresh])
  return null
}

function DeleteGoods({ goods, onClose }: { goods: Goods; onClose: () => void }) {
  const t = useT(goodsWords)
  const { mutateAsync } = useDeleteGoods()
  const { mutateAsync: restore } = useRestoreGoods()
  const tellUndoable = useUndoNotice()
  return (
    <ConfirmDelete
      title={t('deleteGoodsTitle', { name: goods.title })}
      // The card may be behind the times, and only the server says where they lie: it can still be asked.
      obstacle={goods.slot_count > 0 ? t('deleteInSlots', { count: goods.slot_count }) : undefined}
      confirmLabel={t('deleteGoods')}
      onConfirm={async () => {
        await mutateAsync({ goods_id: goods.goods_id })
        tellUndoable(t('goodsDeleted'), () => restore({ goods_id: goods.goods_id }))
      }}
      onClose={onClose}
    >
      {t('deleteGoodsText')}
    </ConfirmDelete>
  )
}
