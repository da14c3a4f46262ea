import { PrinterOutlined } from '@ant-design/icons'
import {
  maxPrintedDevices,
  refillCalls,
  type RefillDevice,
  RefillFilter,
  type RefillList,
  refillPageSize,
  type RefillSlotChoice,
} from '@slotwise/contract'
import { Button } from 'antd'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'

import { deviceName } from '../../entities/device/device-name.ts'
import { useDeviceEvents } from '../../entities/device/use-device-events.ts'
import { useRefillList } from '../../entities/refill/api.ts'
import { FillDialog } from '../../entities/refill/fill-dialog.tsx'
import { hasRefillData } from '../../entities/refill/refill-mark.ts'
import { refillWords } from '../../entities/refill/refill-words.ts'
import { useT } from '../../lib/i18n.tsx'
import { useRememberedList } from '../../lib/list-address.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { RowsSkeleton } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { formatInstant } from '../../ui/instant.tsx'
import { lazyConsolePage } from '../../ui/lazy-console-page.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { type Selection, useSelection } from '../../ui/selection.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { KeptSince } from './kept-since.tsx'
import { AreaChips } from './refill-list-areas.tsx'
import { LoadCard } from './refill-list-load.tsx'
import { RouteCard } from './refill-list-route.tsx'
import { Stops } from './refill-list-stops.tsx'
import { UndoRefills } from './refill-list-undo.tsx'
import { refillListWords } from './refill-list-words.ts'
import './refill-list.css'
import './refill-list-print.css'
import { useKeptList, useRouteKeeper } from './use-kept-list.ts'

const KeptMachines = lazyConsolePage(async () => (await import('./kept-machines.tsx')).KeptMachines, {
  worksOffline: true,
})

type Filter = z.output<typeof RefillFilter>

type RefillListPageProps = {
  /** The filters of the list of machines; provided by the feature of devices. */
  Filters: ComponentType<{ filter: Filter; onChange: (change: Partial<Filter>) => void }>
}

/** What to bring to the machines of a filter: by product, by store in the order of the route, by machine and slot. */
export function RefillListPage({ Filters }: RefillListPageProps) {
  const t = useT(refillListWords)
  const refill = useT(refillWords)
  const isPhone = useIsPhone()
  const state = useListState(RefillFilter, refillPageSize)
  const [isPrinting, setPrinting] = useState(false)
  const asked = isPrinting ? { filter: state.filter, page: 1, size: maxPrintedDevices } : state
  const query = useRefillList(asked)
  const selection = useSelection<RefillDevice>({ keyOf: ({ sn }) => sn, nameOf: deviceName })
  useDeviceEvents()
  useRouteKeeper(asked, query)
  const keptAt = useKeptList(asked, query)
  usePrinting(isPrinting && !query.isFetching && !query.isPlaceholderData, () => setPrinting(false))
  const { chosen } = selection
  const { slots = 'all', ...condition } = state.filter
  const list = query.data
  useRememberedList(
    list && !isPrinting && !query.isPlaceholderData
      ? { ids: list.data.map(({ sn }) => sn), page: state.page, size: state.size, count: list.count }
      : undefined,
  )
  const count = query.isPlaceholderData ? 0 : (list?.count ?? 0)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const askedToFill = state.drawer?.startsWith('fill-') ? state.drawer.slice('fill-'.length) : undefined
  // No answer, and nothing is kept for this address: the machines that the phone keeps are better than an error.
  if (keptAt === null && !state.filtered && hasRefillData()) return <KeptMachines />
  return (
    <div className="sw-refill">
      <ListFrame<RefillDevice>
        views="refills"
        title={t('title')}
        tabs={
          list && (
            <>
              <PrintedHead
                list={list}
                at={query.dataUpdatedAt}
                page={isPrinting ? 1 : state.page}
                size={isPrinting ? maxPrintedDevices : state.size}
              />
              <AreaChips
                areas={list.areas}
                area={state.filter.area}
                onChoose={(area) => state.setFilter({ area, store: undefined, in_store: undefined })}
              />
            </>
          )
        }
        tools={
          <>
            <Button
              icon={<PrinterOutlined aria-hidden="true" />}
              aria-label={t('print')}
              disabled={count === 0}
              loading={isPrinting}
              onClick={() => setPrinting(true)}
            >
              {t('print')}
            </Button>
            <ExportButton
              row={refillCalls.exportRefillList}
              input={{ condition: state.filter }}
              disabled={count === 0}
            />
          </>
        }
        action={
          <Button type="primary" disabled={count === 0} onClick={() => state.openDrawer('all')}>
            {refill('fillAll')}
          </Button>
        }
        search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
        filters={<Filters filter={state.filter} onChange={state.setFilter} />}
        aside={<SlotChoice value={slots} onChange={(value) => state.setFilter({ slots: value })} />}
        bar={
          <>
            {typeof keptAt === 'number' && <KeptSince word="listSince" at={keptAt} />}
            {isPhone && <SlotChoice value={slots} onChange={(value) => state.setFilter({ slots: value })} />}
            {chosen.length > 0 ? (
              <SelectionBar selection={selection} text={t('chosen', { count: chosen.length })}>
                <Button type="primary" onClick={() => state.openDrawer('chosen')}>
                  {refill('fillChosen')}
                </Button>
              </SelectionBar>
            ) : (
              list && <UndoRefills undos={list.undos} />
            )}
          </>
        }
        state={state}
        query={query}
        counted={{ total: (total) => t('total', { count: total }), perPage: t('perPage') }}
        skeleton={<RowsSkeleton columns={4} rows={6} cards={isPhone} />}
        empty={{
          title: t('empty'),
          hint: t('emptyHint'),
          action: (
            <Link className="sw-button-link" to="/device">
              {t('toDevices')}
            </Link>
          ),
        }}
      >
        {() =>
          list && (
            <RefillBody
              list={list}
              filter={state.filter}
              selection={selection}
              refetch={query.refetch}
              onFill={({ sn }) => state.openDrawer(`fill-${sn}`)}
            />
          )
        }
      </ListFrame>
      {/* A reload forgets what was chosen; the dialog for all machines must not open instead. */}
      {state.drawer === 'chosen' && chosen.length > 0 && (
        <FillDialog
          of={{ sns: chosen.map(({ sn }) => sn) }}
          slots={slots}
          {...(only ? { name: deviceName(only) } : {})}
          onDone={selection.clear}
          onClose={state.closeDrawer}
        />
      )}
      {state.drawer === 'all' && (
        <FillDialog of={{ condition }} slots={slots} onDone={selection.clear} onClose={state.closeDrawer} />
      )}
      {askedToFill !== undefined && (
        <FillDialog
          of={{ sns: [askedToFill] }}
          slots={slots}
          name={deviceName(list?.data.find(({ sn }) => sn === askedToFill) ?? { sn: askedToFill, title: '' })}
          onClose={state.closeDrawer}
        />
      )}
    </div>
  )
}

type RefillBodyProps = {
  list: RefillList
  filter: Filter
  selection: Selection<RefillDevice>
  refetch: () => Promise<unknown>
  onFill: (device: RefillDevice) => void
}

function RefillBody({ list, filter, selection, refetch, onFill }: RefillBodyProps) {
  return (
    <div className="sw-refill-body">
      <div className="sw-refill-cards">
        <LoadCard list={list} filter={filter} />
        <RouteCard list={list} refetch={refetch} />
      </div>
      <Stops list={list} selection={selection} onFill={onFill} />
    </div>
  )
}

type SlotChoiceProps = { value: RefillSlotChoice; onChange: (value: RefillSlotChoice | undefined) => void }

function SlotChoice({ value, onChange }: SlotChoiceProps) {
  const t = useT(refillListWords)
  return (
    <Segments
      className="sw-refill-choice"
      aria-label={t('whichSlots')}
      value={value}
      options={[
        { value: 'all', label: t('notFull') },
        { value: 'low', label: t('lowOnly') },
      ]}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
    />
  )
}

/** Prints once, when the whole list is on the page. */
function usePrinting(isReady: boolean, done: () => void): void {
  const print = useEffectEvent(() => {
    window.print()
    done()
  })
  useEffect(() => {
    if (isReady) print()
  }, [isReady])
}

type PrintedHeadProps = {
  list: RefillList
  /** When the list was read. */
  at: number
  page: number
  size: number
}

/** Shown in print only: the merchant, the time, and which part of the list the paper holds. */
function PrintedHead({ list, at, page, size }: PrintedHeadProps) {
  const t = useT(refillListWords)
  const session = useSession()
  const [first, last] = [(page - 1) * size + 1, (page - 1) * size + list.data.length]
  const time = formatInstant(new Date(at).toISOString(), session?.utcOffsetMinutes ?? 0).slice(0, 16)
  return (
    <p className="sw-refill-printed">
      {t('printedAt', { merchant: session?.mchName ?? '', at: time })}
      {list.data.length < list.count && ` · ${t('printedPart', { first, last, count: list.count })}`}
    </p>
  )
}
