import { EditOutlined } from '@ant-design/icons'
import {
  goodsSlotOrders,
  errorCodes,
  goodsCalls,
  type GoodsSlot,
  type GoodsSlotList,
  GoodsSlotNarrowing,
  goodsSlotPageSize,
} from '@slotwise/contract'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'

import { useDeviceEvents } from '../../entities/device/use-device-events.ts'
import { pricesIn, useGoodsSlots } from '../../entities/slot/goods-slots.ts'
import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { usePriceInText } from '../../entities/goods/goods-picker.tsx'
import { useT } from '../../lib/i18n.tsx'
import { listAddress } from '../../lib/list-address.ts'
import { useListState } from '../../lib/url-state.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { SearchFilter } from '../../ui/filters.tsx'
import { useMay } from '../../ui/can.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { RecordTurner } from '../../ui/record-turner.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useSelection } from '../../ui/selection.ts'
import { EmptyState } from '../../ui/states.tsx'
import { returnsToList } from '../../ui/use-list-position.ts'
import { useGoodsSlotColumns } from './goods-slot-columns.tsx'
import { GoodsSlotFilters } from './goods-slot-filters.tsx'
import { GoodsSlotsForm } from './goods-slots-form.tsx'
import './goods-slots.css'
import { UndoSlots } from './undo-slots.tsx'
import { useGoodsTurns } from './use-goods-turns.ts'

const keyOf = ({ sn, channel_sn: number }: GoodsSlot): string => `${sn} ${number}`

/** All slots that hold the goods of the address, with what their machines have taken; they are changed at once. */
export function GoodsSlotsPage() {
  const { goods = '' } = useParams()
  // The key begins anew for other goods, so that slots of one are never chosen for another.
  return <SlotsOfGoods key={goods} id={goods} />
}

function SlotsOfGoods({ id }: { id: string }) {
  const t = useT(goodsSlotWords)
  const state = useListState(GoodsSlotNarrowing, goodsSlotPageSize)
  const query = useGoodsSlots(id, state)
  const columns = useGoodsSlotColumns()
  const selection = useSelection<GoodsSlot>({
    keyOf,
    nameOf: ({ title, sn, channel_sn: number }) => t('slotNamed', { name: title || sn, number }),
  })
  useDeviceEvents()
  const { chosen } = selection
  // While another filter is read, the slots of the former one are still shown, but not changed.
  const list = query.isPlaceholderData ? undefined : query.data
  const count = list?.count ?? 0
  const { rcode } = query.error ?? {}
  if (rcode === errorCodes.notFound || rcode === errorCodes.invalid) return <MissingGoods id={id} />
  const edit = (
    <Button
      type="primary"
      icon={<EditOutlined aria-hidden="true" />}
      disabled={count === 0}
      onClick={() => state.openDrawer(chosen.length > 0 ? 'chosen' : 'all')}
    >
      {chosen.length > 0 ? t('changeChosen') : t('changeAll', { count })}
    </Button>
  )
  return (
    <>
      <ListPage
        name="goods slots"
        title={query.data ? t('title', { name: query.data.goods.title }) : t('pageTitle')}
        tabs={<Facts id={id} list={query.data} />}
        action={chosen.length === 0 && edit}
        search={
          <SearchFilter
            label={t('search')}
            hint={t('searchHint')}
            value={state.filter.q}
            onChange={(q) => state.setFilter({ q })}
          />
        }
        filters={<GoodsSlotFilters filter={state.filter} onChange={state.setFilter} />}
        bar={
          chosen.length > 0 ? (
            <SelectionBar selection={selection} text={t('chosen', { count: chosen.length })}>
              {edit}
            </SelectionBar>
          ) : (
            list?.undo && <UndoSlots key={list.undo.change} undo={list.undo} />
          )
        }
        state={state}
        query={query}
        columns={columns}
        sort={sortByOrders(goodsSlotOrders, state)}
        rowKey={keyOf}
        selection={selection}
        empty={{
          title: t('noSlots'),
          hint: t('noSlotsHint'),
          action: (
            <Link className="sw-button-link" to="/device">
              {t('toDevices')}
            </Link>
          ),
        }}
      />
      {/* A reload forgets what was chosen; the form for all slots must not open instead. */}
      {(state.drawer === 'all' || (state.drawer === 'chosen' && chosen.length > 0)) && list && count > 0 && (
        <GoodsSlotsForm
          list={list}
          chosen={state.drawer === 'chosen' ? chosen : []}
          filter={state.filter}
          onSaved={selection.clear}
          onClose={state.closeDrawer}
        />
      )}
    </>
  )
}

/** Accounts for prices may not open the catalogue; they come from the devices. */
function useBackLink(): { to: string; label: string } {
  const t = useT(goodsSlotWords)
  return useMay(goodsCalls.getGoods.access)
    ? { to: listAddress('/goods'), label: t('backToGoods') }
    : { to: listAddress('/device'), label: t('backToDevices') }
}

/** The way back, the prices, and how far the machines are. */
function Facts({ id, list }: { id: string; list: GoodsSlotList | undefined }) {
  const t = useT(goodsSlotWords)
  const priceText = usePriceInText()
  return (
    <div className="sw-goods-slots-facts">
      <BackLink {...useBackLink()} />
      {list && <span>{t('listPrice', { price: priceText(list.goods) })}</span>}
      {list && list.count > 0 && (
        <>
          <span>{t('slotPrices', { price: priceText(pricesIn(list)) })}</span>
          <span role="status">
            {list.waiting > 0 ? t('waitingCount', { count: list.waiting }) : t('allTaken')}
          </span>
        </>
      )}
      <RecordTurner turns={useGoodsTurns(id)} />
    </div>
  )
}

function MissingGoods({ id }: { id: string }) {
  const t = useT(goodsSlotWords)
  const turns = useGoodsTurns(id)
  const { to, label } = useBackLink()
  return (
    <section className="sw-list-page" aria-labelledby="page-title">
      <header className="sw-page-head">
        <h1 id="page-title">{t('pageTitle')}</h1>
      </header>
      <EmptyState title={t('missing')} hint={t('missingHint')}>
        <RecordTurner turns={turns} />
        <Link className="sw-button-link" to={to} state={returnsToList}>
          {label}
        </Link>
      </EmptyState>
    </section>
  )
}
