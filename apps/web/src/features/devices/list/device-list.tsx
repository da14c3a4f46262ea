import { AppstoreOutlined, CarryOutOutlined, EditOutlined, ImportOutlined } from '@ant-design/icons'
import {
  type Device,
  deviceCalls,
  deviceFieldWords,
  DeviceFilter,
  devicePageSize,
  historyCalls,
  machineCalls,
  refillCalls,
  slotCalls,
} from '@slotwise/contract'
import { Button, Tooltip } from 'antd'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'

import { SalesLink } from '../../../entities/bill/bill-link.tsx'
import { refillAddress } from '../../../entities/refill/refill-address.ts'
import { refillWords } from '../../../entities/refill/refill-words.ts'
import { useT } from '../../../lib/i18n.tsx'
import { lazyDialog } from '../../../lib/lazy.ts'
import { useRememberedList } from '../../../lib/list-address.ts'
import { useListState } from '../../../lib/url-state.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Can, useMay } from '../../../ui/can.tsx'
import { sortByHeader } from '../../../ui/columns.ts'
import { ExportButton } from '../../../ui/export-button.tsx'
import { ListSearch } from '../../../ui/filters.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { TurnAway } from '../../../ui/turn-away.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useDevices } from '../api.ts'
import { deviceName } from '../../../entities/device/device-name.ts'
import { DeviceCard } from './device-card.tsx'
import { deviceSorts, useDeviceColumns } from './device-columns.tsx'
import { DeviceCounts } from './device-counts.tsx'
import { DeviceFilters } from './device-filters.tsx'
import { FormerDevices } from './former-devices.tsx'
import { deviceWords } from '../../../entities/device/device-words.ts'
import './devices.css'
import { ThresholdButton } from '../../../entities/threshold/threshold-button.tsx'
import { slotSheetWords } from '../../../entities/slot/slot-sheet-words.ts'
import { useDeviceEvents } from '../../../entities/device/use-device-events.ts'
import { RowAction } from '../../../ui/row-actions.tsx'

const ThresholdDrawer = lazyDialog(
  async () => (await import('../../../entities/threshold/threshold-drawer.tsx')).ThresholdDrawer,
)
const FillDialog = lazyDialog(
  async () => (await import('../../../entities/refill/fill-dialog.tsx')).FillDialog,
)
const BatchForm = lazyDialog(async () => (await import('./batch-form.tsx')).BatchForm)

type Filter = z.output<typeof DeviceFilter>

const snOf = ({ sn }: Device): string => sn

type DeviceListProps = {
  /** Asks which slots to export; provided by the feature of slots. */
  SlotExport: ComponentType<{ devs: readonly string[]; filter?: Filter; onClose: () => void }>
  /** Changes slots by a sheet; provided by the feature of slots. */
  SlotImport: ComponentType<{ onClose: () => void }>
  /** Binds a device; provided by the feature of machines. */
  BindDrawer: ComponentType<{ store: string | null; onClose: () => void }>
}

export function DeviceList({ SlotExport, SlotImport, BindDrawer }: DeviceListProps) {
  const t = useT(deviceWords)
  const refill = useT(refillWords)
  const field = useT(deviceFieldWords)
  const state = useListState(DeviceFilter, devicePageSize)
  const query = useDevices(state)
  const columns = useDeviceColumns()
  const selection = useSelection<Device>({ keyOf: snOf, nameOf: deviceName })
  const { chosen } = selection
  const [firstChosen] = chosen
  const filled = state.drawer?.startsWith('fill-') ? state.drawer.slice('fill-'.length) : undefined
  const exportSlots = (): void => state.openDrawer('slots')
  useDeviceEvents()
  useRememberedList(
    query.data && !query.isPlaceholderData
      ? { ids: query.data.data.map(snOf), page: state.page, size: state.size, count: query.data.count }
      : undefined,
  )
  const mayFill = useMay(refillCalls.refillDevices.access)
  const bind = (
    <Can access={machineCalls.bindDev.access}>
      <AddButton state={state} label={t('bindDevice')} drawer="bind" />
    </Can>
  )
  return (
    <>
      <ListPage
        name="devices"
        title={field('devices')}
        tabs={<DeviceCounts filter={state.filter} />}
        action={bind}
        tools={
          <>
            {mayFill && <RefillLink filter={state.filter} />}
            <ThresholdButton onClick={() => state.openDrawer('thresholds')} />
            <SlotImportButton onClick={() => state.openDrawer('import')} />
            <SlotExportButton onClick={exportSlots} />
            <ExportButton
              row={deviceCalls.exportDev}
              input={{ condition: state.filter }}
              disabled={query.data?.count === 0}
            />
          </>
        }
        search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
        filters={<DeviceFilters filter={state.filter} onChange={state.setFilter} />}
        bar={
          chosen.length > 0 && (
            <SelectionBar selection={selection} text={t('chosen', { count: chosen.length })}>
              <Can access={deviceCalls.editDevs.access}>
                <Button
                  type="primary"
                  icon={<EditOutlined aria-hidden="true" />}
                  onClick={() => state.openDrawer('batch')}
                >
                  {t('batchEdit')}
                </Button>
              </Can>
              {mayFill && (
                <>
                  <Button onClick={() => state.openDrawer('fill')}>{refill('fillChosen')}</Button>
                  <Link className="sw-button-link" to={refillAddress({ sns: chosen.map(snOf) })}>
                    {refill('refillListOfChosen')}
                  </Link>
                </>
              )}
              <ExportButton row={deviceCalls.exportDev} input={{ condition: { sns: chosen.map(snOf) } }} />
              <SlotExportButton onClick={exportSlots} />
            </SelectionBar>
          )
        }
        state={state}
        query={query}
        columns={columns}
        sort={sortByHeader(state.filter.order, deviceSorts, (order) => state.setFilter({ order }))}
        rowKey={snOf}
        card={(device) => <DeviceCard device={device} />}
        actions={(device) => (
          <DeviceActions
            device={device}
            onFill={mayFill ? () => state.openDrawer(`fill-${device.sn}`) : undefined}
          />
        )}
        selection={selection}
        empty={{ title: t('noDevices'), hint: t('noDevicesHint'), action: bind }}
      />
      <Can access={historyCalls.getDevHistory.access}>
        <FormerDevices
          isOpen={state.drawer === 'former'}
          onOpen={() => state.openDrawer('former')}
          onClose={state.closeDrawer}
        />
      </Can>
      {state.drawer === 'batch' &&
        (firstChosen ? (
          <Can access={deviceCalls.editDevs.access}>
            <BatchForm devices={chosen} first={firstChosen.sn} onClose={state.closeDrawer} />
          </Can>
        ) : (
          <TurnAway why={t('chooseFirst')} onClose={state.closeDrawer} />
        ))}
      {state.drawer === 'fill' && mayFill && (
        <FillChosen sns={chosen.map(snOf)} onDone={selection.clear} onClose={state.closeDrawer} />
      )}
      {filled !== undefined && mayFill && (
        <FillDialog
          of={{ sns: [filled] }}
          name={deviceName(query.data?.data.find(({ sn }) => sn === filled) ?? { sn: filled, title: '' })}
          onClose={state.closeDrawer}
        />
      )}
      {state.drawer === 'bind' && (
        <Can access={machineCalls.bindDev.access}>
          <BindDrawer store={state.filter.store ?? null} onClose={state.closeDrawer} />
        </Can>
      )}
      {state.drawer === 'thresholds' && (
        <Can access="main">
          <ThresholdDrawer onClose={state.closeDrawer} />
        </Can>
      )}
      {state.drawer === 'slots' && (
        <Can access={slotCalls.exportDevChannel.access}>
          <SlotExport devs={chosen.map(snOf)} filter={state.filter} onClose={state.closeDrawer} />
        </Can>
      )}
      {state.drawer === 'import' && (
        <Can access={slotCalls.applySlotImport.access}>
          <SlotImport onClose={state.closeDrawer} />
        </Can>
      )}
    </>
  )
}

/** Filling a machine up takes two clicks; one that is full needs none. */
function DeviceActions({ device, onFill }: { device: Device; onFill: (() => void) | undefined }) {
  const t = useT(refillWords)
  const name = deviceName(device)
  return (
    <div className="sw-row-actions">
      {onFill && device.stock < device.stock_max && (
        <RowAction label={t('fill')} fullLabel={t('fillNamed', { name })} onClick={onFill} />
      )}
      <SalesLink of={{ sn: device.sn }} name={name} />
    </div>
  )
}

/** Leads to what the machines of the present filter need. */
type FillChosenProps = { sns: readonly string[]; onDone: () => void; onClose: () => void }

/** Keeps the devices that were chosen when it opened: filling them ends the choice before the dialog is closed. */
function FillChosen({ sns, onDone, onClose }: FillChosenProps) {
  const t = useT(deviceWords)
  const [chosen] = useState(sns)
  if (chosen.length === 0) return <TurnAway why={t('chooseFirst')} onClose={onClose} />
  return <FillDialog of={{ sns: [...chosen] }} onDone={onDone} onClose={onClose} />
}

function RefillLink({ filter }: { filter: Filter }) {
  const t = useT(refillWords)
  return (
    <Link className="sw-button-link sw-device-refill" to={refillAddress(filter)} aria-label={t('refillList')}>
      <CarryOutOutlined aria-hidden="true" />
      {t('refillList')}
    </Link>
  )
}

type ToolButtonProps = { onClick: () => void }

/** Exports the selected devices or others; the drawer asks. */
function SlotExportButton({ onClick }: ToolButtonProps) {
  const t = useT(slotSheetWords)
  return (
    <Can access={slotCalls.exportDevChannel.access}>
      <Button icon={<AppstoreOutlined aria-hidden="true" />} aria-label={t('exportTitle')} onClick={onClick}>
        {t('exportTitle')}
      </Button>
    </Can>
  )
}

/** In a narrow window an icon, with its name under the pointer: imports are rarer than exports. */
function SlotImportButton({ onClick }: ToolButtonProps) {
  const t = useT(slotSheetWords)
  const isIcon = useMedia('(min-width: 768px) and (max-width: 1279px)')
  return (
    <Can access={slotCalls.applySlotImport.access}>
      <Tooltip title={isIcon ? t('importSlots') : undefined}>
        <Button icon={<ImportOutlined aria-hidden="true" />} aria-label={t('importSlots')} onClick={onClick}>
          {isIcon ? null : t('importSlots')}
        </Button>
      </Tooltip>
    </Can>
  )
}
