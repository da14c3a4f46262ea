import { ImportOutlined } from '@ant-design/icons'
import {
  type Goods,
  goodsCalls,
  goodsFieldWords,
  GoodsFilter,
  goodsPageSize,
  slotCalls,
} from '@slotwise/contract'
import { Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useRememberedList } from '../../lib/list-address.ts'
import { useSession } from '../../lib/session.ts'
import { drawerEdges, useTurns } from '../../lib/turns.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { useMay } from '../../ui/can.tsx'
import { sortByHeader } from '../../ui/columns.ts'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { RowsSkeleton } from '../../ui/data-table.tsx'
import { isUnfinished, useJobs } from '../../ui/jobs.ts'
import { ListFrame } from '../../ui/list-frame.tsx'
import { useSelection } from '../../ui/selection.ts'
import { RowActions } from '../../ui/row-actions.tsx'
import {
  readGoodsIds,
  readLastChange,
  useDeleteGoods,
  useGoods,
  useRefreshGoods,
  useRestoreGoods,
} from './api.ts'
import { CardsSkeleton } from './card-grid.tsx'
import { GoodsCards } from './goods-cards.tsx'
import { GoodsFilters } from './goods-filters.tsx'
import { goodsSorts, GoodsTable } from './goods-table.tsx'
import { GoodsViewSwitch, useGoodsView } from './goods-view.tsx'
import { goodsWords } from './goods-words.ts'
import { DeleteMany, ManyBar, UndoGoodsLine } from './many-goods.tsx'

/** The forms load dragging, cropping and uploading, which the list does not need. */
const GoodsForm = lazyDialog(async () => (await import('./goods-form.tsx')).GoodsForm)
const ApplyPrice = lazyDialog(async () => (await import('./apply-price.tsx')).ApplyPrice)
const ApplyPrices = lazyDialog(async () => (await import('./apply-prices.tsx')).ApplyPrices)
const ManyGoodsForm = lazyDialog(async () => (await import('./many-goods-form.tsx')).ManyGoodsForm)
const GoodsImport = lazyDialog(async () => (await import('./goods-import.tsx')).GoodsImport)

/** Multiples of two and four columns, so that every line is full. */
const goodsPageSizes = [goodsPageSize, 16, 24, 48]

const idOf = ({ goods_id: id }: Goods): string => id

export function GoodsList({ tabs }: { tabs: ReactNode }) {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const isOwnOnly = useSession()?.ownGoods ?? false
  const state = useListState(GoodsFilter, goodsPageSize)
  const query = useGoods(state)
  const [deleting, setDeleting] = useState<Goods>()
  const [importing, setImporting] = useState<{ job: string; former: string | undefined }>()
  const [repriced, setRepriced] = useState<string>()
  const [priced, setPriced] = useState<{ goods: Goods; was: number }>()
  const [isDeletingMany, setDeletingMany] = useState(false)
  const [view, chooseView] = useGoodsView()
  const selection = useSelection<Goods>({ keyOf: idOf, nameOf: ({ title }) => title })
  const { chosen } = selection
  const Rows = view === 'table' ? GoodsTable : GoodsCards
  const undo = query.isPlaceholderData ? null : query.data?.undo
  const mayEditSlots = useMay(slotCalls.setGoodsSlots.access)
  const shown = query.isPlaceholderData ? undefined : query.data
  const ids = shown?.data.map(idOf)
  useRememberedList(ids && { ids, page: state.page, size: state.size, count: shown?.count ?? 0 })
  const turns = useTurns({
    id: state.drawer,
    idNow: state.drawerNow,
    ids,
    go: state.turnDrawer,
    ...drawerEdges({
      ...state,
      ids,
      count: shown?.count ?? 0,
      read: (page) => readGoodsIds({ ...state, page }),
    }),
  })

  const add = <AddButton state={state} label={t('addGoods')} />
  const importButton = (
    <Button
      icon={<ImportOutlined aria-hidden="true" />}
      aria-label={t('importGoods')}
      onClick={() => state.openDrawer('import')}
    >
      {t('importGoods')}
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
            {importButton}
            <ExportButton
              row={goodsCalls.exportGoods}
              input={{ condition: state.filter }}
              disabled={query.data?.count === 0}
            />
          </>
        }
        search={<ListSearch state={state} label={t('searchGoods')} hint={t('searchGoodsHint')} />}
        filters={<GoodsFilters filter={state.filter} onChange={state.setFilter} />}
        bar={
          chosen.length > 0 ? (
            <ManyBar
              selection={selection}
              onEdit={() => state.openDrawer('many')}
              onDelete={() => setDeletingMany(true)}
            />
          ) : (
            undo && <UndoGoodsLine key={undo.change} undo={undo} />
          )
        }
        views="goods"
        aside={<GoodsViewSwitch view={view} onChoose={chooseView} />}
        state={state}
        query={query}
        empty={{
          title: t('noGoods'),
          hint: t(isOwnOnly ? 'noOwnGoodsHint' : 'noGoodsHint'),
          action: (
            <>
              {add}
              {importButton}
            </>
          ),
        }}
        counted={{ sizes: goodsPageSizes }}
        skeleton={
          view === 'table' ? (
            <RowsSkeleton columns={6} rows={state.size} cards={false} />
          ) : (
            <CardsSkeleton count={state.size} />
          )
        }
      >
        {(goods) => (
          <Rows
            goods={goods}
            selection={selection}
            busy={query.isFetching}
            sort={sortByHeader(state.filter.order, goodsSorts, (order) => state.setFilter({ order }))}
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
      {state.drawer === 'import' && (
        <GoodsImport
          onStarted={(job) => setImporting({ job, former: undo?.change })}
          onClose={state.closeDrawer}
        />
      )}
      {/* A reload forgets what was chosen. */}
      {state.drawer === 'many' && chosen.length > 0 && (
        <ManyGoodsForm
          goods={chosen}
          onPriced={(change) => setRepriced(change)}
          onSaved={selection.clear}
          onClose={state.closeDrawer}
        />
      )}
      {isDeletingMany && (
        <DeleteMany goods={chosen} onDeleted={selection.clear} onClose={() => setDeletingMany(false)} />
      )}
      {state.drawer && state.drawer !== 'import' && state.drawer !== 'many' && (
        <GoodsForm
          id={state.drawer}
          goods={query}
          turns={turns}
          onPriced={(goods, was) => setPriced(was !== null && mayEditSlots ? { goods, was } : undefined)}
          onClose={state.closeDrawer}
        />
      )}
      {priced && priced.goods.price !== null && (
        <ApplyPrice
          key={`${priced.goods.goods_id} ${priced.goods.rev}`}
          goods={{ ...priced.goods, price: priced.goods.price }}
          was={priced.was}
          onClose={() => setPriced(undefined)}
        />
      )}
      {deleting && <DeleteGoods goods={deleting} onClose={() => setDeleting(undefined)} />}
      {importing && (
        <ImportFollower key={importing.job} {...importing} onPriced={(change) => setRepriced(change)} />
      )}
      {/* An import may end while a form is open, which comes first. */}
      {repriced !== undefined && mayEditSlots && !state.drawer && (
        <ApplyPrices key={repriced} change={repriced} onClose={() => setRepriced(undefined)} />
      )}
    </>
  )
}

type ImportFollowerProps = {
  job: string
  /** The reader's last change before the import. */
  former: string | undefined
  /** Called with the number of the change when the import gave new list prices. */
  onPriced: (change: string) => void
}

/** Refreshes the page when the import has ended; the tray shows its progress. */
function ImportFollower({ job, former, onPriced }: ImportFollowerProps) {
  const refresh = useRefreshGoods()
  const known = useJobs()?.find((one) => one.job === job)
  const hasEnded = known !== undefined && !isUnfinished(known)
  const end = useEffectEvent(async () => {
    refresh()
    const undo = await readLastChange().catch(() => null)
    if (undo?.kind === 'import' && undo.change !== former) onPriced(undo.change)
  })
  useEffect(() => {
    if (hasEnded) void end()
  }, [hasEnded])
  return null
}

function DeleteGoods({ goods, onClose }: { goods: Goods; onClose: () => void }) {
  const t = useT(goodsWords)
  const { mutateAsync: remove } = useDeleteGoods()
  const { mutateAsync: restore } = useRestoreGoods()
  return (
    <DeleteRecord
      title={t('deleteGoodsTitle', { name: goods.title })}
      // The card may be outdated, and only the server knows in which slots they are: the user can still try.
      obstacle={goods.slot_count > 0 ? t('deleteInSlots', { count: goods.slot_count }) : undefined}
      confirmLabel={t('deleteGoods')}
      remove={() => remove({ goods_id: goods.goods_id })}
      restore={() => restore({ goods_id: goods.goods_id })}
      removed={t('goodsDeleted')}
      onClose={onClose}
    >
      {t('deleteGoodsText')}
    </DeleteRecord>
  )
}
