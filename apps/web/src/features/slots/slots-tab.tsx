import { DownOutlined } from '@ant-design/icons'
import { type Channel, type Device, errorText, isLow, slotCalls } from '@slotwise/contract'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useListState } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { useCurrencyCode } from '../../ui/money.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { countsPieces } from '../../entities/device/counts-pieces.ts'
import { CopyDialog, EmptyDialog, FillDialog, PutDownDialog } from './slot-dialogs.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { useSlots } from '../../entities/slot/api.ts'
import { isParted, numbersOf, refillOf } from '../../entities/slot/slot-shelves.ts'
import { UndoSlots } from './undo-slots.tsx'
import { slotWords } from '../../entities/slot/slot-words.ts'
import { SlotsLoaded } from '../../entities/slot/slots-loaded.tsx'

const SlotForm = lazyDialog(async () => (await import('./slot-form.tsx')).SlotForm)
const SlotBatchForm = lazyDialog(async () => (await import('./slot-batch-form.tsx')).SlotBatchForm)
const CountDialog = lazyDialog(async () => (await import('./count-dialog.tsx')).CountDialog)
const SlotExport = lazyDialog(async () => (await import('./slot-export.tsx')).SlotExport)

export function SlotsTab({ device }: { device: Device }): ReactNode {
  const t = useT(slotWords)
  const noPulseSlot = <EmptyState title={t('pulseTitle')} hint={t('pulseHint')} />
  return (
    <SlotsLoaded sn={device.sn} empty={countsPieces(device.type) ? undefined : noPulseSlot}>
      {(slots, refetch) => <Slots device={device} slots={slots} refetch={refetch} />}
    </SlotsLoaded>
  )
}

/** What the user may do with slots. */
type May = Record<'edit' | 'refill' | 'price', boolean>

type SlotsProps = { device: Device; slots: Channel[]; refetch: () => Promise<Channel[]> }
/** The open dialog and its slots. */
type Asking = {
  what: 'edit' | 'fill' | 'empty' | 'putDown' | 'copy' | 'count'
  slots: Channel[]
  all?: boolean
}

/** The open slot is in the address, so that a link leads to it. */
const noFilter = z.strictObject({})
const drawerOf = (number: number): string => `slot-${number}`

function Slots({ device, slots, refetch }: SlotsProps) {
  const t = useT(slotWords)
  const locale = useLocale()
  const may = {
    edit: useMay(slotCalls.setChannelInfo.access),
    refill: useMay(slotCalls.setQuantity.access),
    price: useMay(slotCalls.putDownGoods.access),
  }
  const { drawer, openDrawer, closeDrawer } = useListState(noFilter)
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const [asking, setAsking] = useState<Asking>()
  const opened = slots.find(({ channel_sn: number }) => drawerOf(number) === drawer)
  const undo = useSlots(device.sn).data?.undo
  const counts = countsPieces(device.type)
  // While the machine searches for its slots, the server refuses changes of them.
  const isBusy = device.initializing_since !== null

  const opens = may.edit && !isBusy

  const press = ({ channel_sn: number }: Channel): void => {
    if (chosen) setChosen(toggled(chosen, number))
    else if (opens) openDrawer(drawerOf(number))
  }
  return (
    <div className="sw-slots-tab">
      {!counts && <Alert tone="info">{t('pulseHint')}</Alert>}
      {isBusy && <Alert tone="warning">{errorText(locale, 'busy')}</Alert>}
      {undo && <UndoSlots key={undo.change} undo={undo} />}
      <MachineBar
        device={device}
        slots={slots}
        may={may}
        isBusy={isBusy}
        isChoosing={chosen !== undefined}
        onChoose={(on) => setChosen(on ? new Set() : undefined)}
        onAsk={(what) => setAsking({ what, slots, all: true })}
        onCompare={(these) => setAsking({ what: 'count', slots: these })}
      />
      <SlotGrid device={device} slots={slots} chosen={chosen} opens={opens} onPress={press} />
      {chosen && (
        <ChosenBar
          slots={slots}
          chosen={chosen}
          may={may}
          isBusy={isBusy}
          onChosen={setChosen}
          onAsk={(what, these) => setAsking({ what, slots: these })}
        />
      )}
      {opened && may.edit && (
        <SlotForm key={drawer} device={device} slot={opened} refetch={refetch} onClose={closeDrawer} />
      )}
      {asking && (
        <AskedDialog
          device={device}
          asking={asking}
          refetch={refetch}
          onDone={() => setChosen(undefined)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

function toggled(numbers: ReadonlySet<number>, number: number): Set<number> {
  const next = new Set(numbers)
  if (!next.delete(number)) next.add(number)
  return next
}

type MachineBarProps = {
  device: Device
  slots: Channel[]
  may: May
  isBusy: boolean
  isChoosing: boolean
  onChoose: (on: boolean) => void
  onAsk: (what: 'fill' | 'empty' | 'copy') => void
  onCompare: (slots: Channel[]) => void
}

/** Actions on the machine as a whole. */
function MachineBar(props: MachineBarProps) {
  const { device, slots, may, isBusy, isChoosing, onChoose, onAsk, onCompare } = props
  const t = useT(slotWords)
  const ui = useT(uiWords)
  const [exporting, setExporting] = useState(false)
  const currency = useCurrencyCode()
  const counts = countsPieces(device.type)
  const refill = refillOf(slots)
  const selling = slots.filter(({ goods }) => goods !== null)
  const parted = slots.filter(isParted)
  const room = selling.reduce((sum, { max }) => sum + max, 0)
  const more = [
    ...(may.refill
      ? [{ key: 'empty', label: t('emptyAll'), danger: true, onClick: () => onAsk('empty') }]
      : []),
    ...(may.price ? [{ key: 'copy', label: t('copy'), onClick: () => onAsk('copy') }] : []),
  ]
  return (
    <div className="sw-slot-bar">
      {counts && (
        <p>
          {t('inStock', { quantity: refill.inside, max: room })}
          {refill.pieces > 0 && ` · ${t('refillNote', { slots: refill.slots, pieces: refill.pieces })}`}
          {currency !== undefined && ` · ${t('pricesIn', { currency })}`}
        </p>
      )}
      <div className="sw-bar-end">
        {may.edit && slots.length > 1 && (
          <Button
            aria-pressed={isChoosing}
            disabled={isBusy && !isChoosing}
            onClick={() => onChoose(!isChoosing)}
          >
            {t(isChoosing ? 'endChoosing' : 'chooseSeveral')}
          </Button>
        )}
        {may.edit && <Button onClick={() => setExporting(true)}>{ui('export')}</Button>}
        {may.edit && counts && (
          <>
            <Dropdown trigger={['click']} disabled={isBusy} menu={{ items: more }}>
              <Button icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
                {t('more')}
              </Button>
            </Dropdown>
            {may.refill && (
              <Button type="primary" disabled={isBusy} onClick={() => onAsk('fill')}>
                {t('fillAll')}
              </Button>
            )}
          </>
        )}
      </div>
      {parted.length > 0 && (
        <p className="sw-parted">
          {t('partedNote', { count: parted.length })}
          {may.refill && (
            <Button size="small" disabled={isBusy} onClick={() => onCompare(parted)}>
              {t('compareCounts')}
            </Button>
          )}
        </p>
      )}
      {exporting && <SlotExport devs={[device.sn]} onClose={() => setExporting(false)} />}
    </div>
  )
}

type ChosenBarProps = {
  slots: Channel[]
  chosen: ReadonlySet<number>
  may: May
  isBusy: boolean
  onChosen: (chosen: ReadonlySet<number>) => void
  onAsk: (what: Asking['what'], slots: Channel[]) => void
}

/** Actions on the selected slots. The bar stays visible. */
function ChosenBar({ slots, chosen, may, isBusy, onChosen, onAsk }: ChosenBarProps) {
  const t = useT(slotWords)
  const these = slots.filter(({ channel_sn: number }) => chosen.has(number))
  const choose = (wanted: Channel[]): void => onChosen(new Set(numbersOf(wanted)))
  const actions = [
    ['edit', 'editTogether', may.edit],
    ['fill', 'fill', may.refill],
    ['empty', 'emptySlots', may.refill],
    ['putDown', 'putDown', may.price],
  ] as const
  return (
    <div className="sw-slot-bar is-choosing">
      <p aria-live="polite">{t('chosen', { count: these.length })}</p>
      <Button size="small" onClick={() => choose(slots)}>
        {t('all')}
      </Button>
      <Button size="small" onClick={() => choose([])}>
        {t('none')}
      </Button>
      <Button size="small" onClick={() => choose(slots.filter(isLow))}>
        {t('lowOnes')}
      </Button>
      <div className="sw-bar-end">
        {actions
          .filter(([, , isPermitted]) => isPermitted)
          .map(([what, word]) => (
            <Button
              key={what}
              danger={what === 'empty' || what === 'putDown'}
              type={what === 'edit' ? 'primary' : 'default'}
              disabled={isBusy || these.length === 0}
              onClick={() => onAsk(what, these)}
            >
              {t(word)}
            </Button>
          ))}
      </div>
    </div>
  )
}

type AskedDialogProps = Pick<SlotsProps, 'device' | 'refetch'> & {
  asking: Asking
  onDone: () => void
  onClose: () => void
}

function AskedDialog({
  device,
  asking: { what, slots, all = false },
  refetch,
  onDone,
  onClose,
}: AskedDialogProps) {
  const props = { device, slots, all, refetch, onDone, onClose }
  switch (what) {
    case 'edit':
      return (
        <SlotBatchForm device={device} slots={slots} refetch={refetch} onSaved={onDone} onClose={onClose} />
      )
    case 'fill':
      return <FillDialog {...props} />
    case 'empty':
      return <EmptyDialog {...props} />
    case 'putDown':
      return <PutDownDialog {...props} />
    case 'copy':
      return <CopyDialog {...props} />
    case 'count':
      return <CountDialog {...props} />
  }
}
