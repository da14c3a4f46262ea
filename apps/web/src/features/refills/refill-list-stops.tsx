import type { GoodsPick, RefillDevice, RefillList, RefillSlot } from '@slotwise/contract'
import { Checkbox } from 'antd'
import { Link } from 'react-router'

import { deviceName } from '../../entities/device/device-name.ts'
import { refillWords } from '../../entities/refill/refill-words.ts'
import { useT } from '../../lib/i18n.tsx'
import type { Selection } from '../../ui/selection.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { refillListWords } from './refill-list-words.ts'

type StopsProps = {
  list: RefillList
  selection: Selection<RefillDevice>
  onFill: (device: RefillDevice) => void
}

/** The machines of the page, store by store in the order of the route. */
export function Stops({ list, selection, onFill }: StopsProps) {
  const goods = new Map(list.goods.map(({ goods: one }) => [one.goods_id, one]))
  const places = new Map(list.stores.map(({ store }, i) => [store, i + 1]))
  return [...Map.groupBy(list.data, ({ store }) => store)].map(([store, devices]) => (
    <StoreStop
      key={store ?? 0}
      store={store}
      name={list.stores.find((one) => one.store === store)?.store_name ?? null}
      place={places.get(store) ?? 0}
      devices={devices}
      goods={goods}
      selection={selection}
      onFill={onFill}
    />
  ))
}

type StoreStopProps = Pick<StopsProps, 'selection' | 'onFill'> & {
  store: string | null
  name: string | null
  place: number
  devices: RefillDevice[]
  goods: ReadonlyMap<string, GoodsPick>
}

function StoreStop({ store, name, place, devices, goods, selection, onFill }: StoreStopProps) {
  const t = useT(refillListWords)
  const shown = name ?? t('noStore')
  const chosen = devices.filter(selection.has).length
  const pieces = devices.reduce((sum, device) => sum + device.pieces, 0)
  return (
    <section
      className="sw-refill-store"
      id={`stop-${store ?? 0}`}
      aria-labelledby={`stop-name-${store ?? 0}`}
    >
      <header>
        <Checkbox
          aria-label={t('chooseStore', { name: shown })}
          checked={chosen === devices.length}
          indeterminate={chosen > 0 && chosen < devices.length}
          onChange={({ target }) => selection.choose(devices, target.checked)}
        />
        <h2 id={`stop-name-${store ?? 0}`}>
          <small>{t('stopOf', { place })}</small> {shown}
        </h2>
        <span className="sw-figures">{t('storeFigures', { devices: devices.length, pieces })}</span>
      </header>
      {devices.map((device) => (
        <DeviceStop key={device.sn} device={device} goods={goods} selection={selection} onFill={onFill} />
      ))}
    </section>
  )
}

type DeviceStopProps = Pick<StoreStopProps, 'goods' | 'selection' | 'onFill'> & { device: RefillDevice }

function DeviceStop({ device, goods, selection, onFill }: DeviceStopProps) {
  const t = useT(refillListWords)
  const refill = useT(refillWords)
  const name = deviceName(device)
  return (
    <article className="sw-refill-device">
      <div className="sw-refill-device-head">
        <Checkbox
          aria-label={t('chooseDevice', { name })}
          checked={selection.has(device)}
          onChange={({ target }) => selection.choose([device], target.checked)}
        />
        <h3>
          <Link className="sw-link" to={`/refill/${device.sn}`} title={t('openDevice', { name })}>
            {name}
          </Link>
          {device.title !== '' && <small className="sw-figures">{device.sn}</small>}
        </h3>
        {device.busy ? (
          <StatusTag tone="busy">{t('busy')}</StatusTag>
        ) : (
          !device.online && <StatusTag tone="idle">{t('offline')}</StatusTag>
        )}
        <strong className="sw-figures">{t('bringTo', { pieces: device.pieces })}</strong>
        {!device.busy && (
          <button
            type="button"
            className="sw-text-button"
            aria-label={refill('fillNamed', { name })}
            onClick={() => onFill(device)}
          >
            {refill('fill')}
          </button>
        )}
      </div>
      <ul className="sw-refill-slots">
        {device.slots.map((slot) => (
          <SlotLine key={slot.channel_sn} slot={slot} title={goods.get(slot.goods_id)?.title ?? ''} />
        ))}
      </ul>
    </article>
  )
}

function SlotLine({ slot, title }: { slot: RefillSlot; title: string }) {
  const t = useT(refillListWords)
  const { channel_sn: number, quantity, max, low } = slot
  return (
    <li data-low={low || undefined}>
      <i className="sw-refill-tick" aria-hidden="true" />
      <b className="sw-figures" aria-label={t('slotNo', { number })}>
        {number}
      </b>
      <span className="sw-refill-goods">{title}</span>
      <small className="sw-figures" title={t('stockOf', { quantity, max })}>
        {quantity}/{max}
      </small>
      <strong className="sw-figures">+{max - quantity}</strong>
    </li>
  )
}
