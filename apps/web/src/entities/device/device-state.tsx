import { type Device, type DeviceFault, deviceFieldWords, faultText } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { deviceWords } from './device-words.ts'
import { Lasting } from './lasting.tsx'

/** Bound, but never connected, so its state is unknown. */
export const isStranger = ({ heard_at: at }: Pick<Device, 'heard_at'>): boolean => at === null

type OnlineTagProps = {
  device: Pick<Device, 'online' | 'since' | 'off' | 'heard_at'> & Partial<Pick<Device, 'contested'>>
  /** Shown after the duration, where there is room. */
  children?: ReactNode
}

/** Whether the machine is online, and since when. */
export function OnlineTag({ device, children }: OnlineTagProps) {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  if (isStranger(device)) return <StatusTag tone="idle">{t('neverConnected')}</StatusTag>
  return (
    <span className="sw-device-online">
      <StatusTag tone={device.online ? 'good' : 'bad'}>
        {field(device.online ? 'isOnline' : 'isOffline')}
      </StatusTag>
      <small>
        <Lasting since={device.since} />
      </small>
      {children}
      {device.off && <StatusTag tone="attention">{field('isOff')}</StatusTag>}
      {device.contested && <StatusTag tone="attention">{t('contested')}</StatusTag>}
    </span>
  )
}

/** The text of a fault, with its slot where it has one. */
export function FaultText({ fault }: { fault: Pick<DeviceFault, 'code' | 'channel_sn' | 'raw'> }) {
  const t = useT(deviceWords)
  const text = faultText(useLocale(), fault)
  return fault.channel_sn === null ? text : t('atSlot', { slot: fault.channel_sn, text })
}

type StockBarProps = {
  device: Pick<Device, 'stock' | 'stock_max' | 'low'>
  /** Shown before the figures, where there is room. */
  children?: ReactNode
}

/** Pieces in the slots, their capacity, and the share as a bar. */
export function StockBar({ device, children }: StockBarProps) {
  const { stock, stock_max: max, low } = device
  const percent = max > 0 ? Math.min(100, Math.round((stock / max) * 100)) : 0
  return (
    <span className="sw-stock" data-low={low > 0 || undefined}>
      <span className="sw-stock-figures sw-figures">
        {children}
        {max > 0 && (
          <span>
            {stock} / {max}
          </span>
        )}
      </span>
      {max > 0 && (
        <span className="sw-stock-bar" aria-hidden="true">
          <i style={{ width: `${percent}%` }} />
        </span>
      )}
    </span>
  )
}
