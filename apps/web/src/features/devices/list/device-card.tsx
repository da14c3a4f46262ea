import { type Device, deviceFieldWords } from '@slotwise/contract'

import { FaultText, OnlineTag } from '../../../entities/device/device-state.tsx'
import { deviceWords } from '../../../entities/device/device-words.ts'
import { useT } from '../../../lib/i18n.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

/** A machine on a phone, in two lines below its name: its state and place, then what has to be done. */
export function DeviceCard({ device }: { device: Device }) {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const [fault, ...others] = device.faults
  return (
    <div className="sw-device-lines">
      <p>
        <OnlineTag device={device} />
        {device.initializing_since && <StatusTag tone="busy">{field('initializing')}</StatusTag>}
        <span>{device.store_name ?? t('noStore')}</span>
      </p>
      <p>
        {device.stock_max > 0 && (
          <span className="sw-figures">
            {field('stock')} {device.stock} / {device.stock_max}
          </span>
        )}
        {device.low > 0 && (
          <StatusTag tone="attention">
            {field('low')} {device.low}
          </StatusTag>
        )}
        {fault && (
          <StatusTag tone="bad">
            <span>
              <FaultText fault={fault} />
            </span>
            {others.length > 0 && <b>+{others.length}</b>}
          </StatusTag>
        )}
      </p>
    </div>
  )
}
