import { type Device, deviceFieldWords, machineTypeWords, signalWords } from '@slotwise/contract'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../../../lib/i18n.tsx'
import type { Column } from '../../../ui/columns.ts'
import { Instant } from '../../../ui/instant.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { deviceName } from '../../../entities/device/device-name.ts'
import { FaultText, isStranger, OnlineTag, StockBar } from '../../../entities/device/device-state.tsx'
import { useThresholds } from '../../../entities/threshold/api.ts'
import { useThresholdText } from '../../../entities/threshold/rule-text.ts'
import { countingThreshold } from '../../../entities/threshold/threshold-rule.ts'
import { deviceWords } from '../../../entities/device/device-words.ts'

/** The orders of the list by the headers of its columns. By stock, machines with the most low slots come first. */
export const deviceSorts = {
  title: 'title',
  '-title': '-title',
  store: 'store',
  '-store': '-store',
  area: 'area',
  '-area': '-area',
  type: 'type',
  '-type': '-type',
  offline: 'offline',
  '-stock': 'stock',
} as const

export function useDeviceColumns(): Column<Device>[] {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const type = useT(machineTypeWords)
  const signal = useT(signalWords)
  return [
    {
      key: 'title',
      title: field('title'),
      sortBy: 'title',
      cell: (device) => <DeviceName device={device} />,
    },
    {
      key: 'online',
      title: field('online'),
      sortBy: 'offline',
      cell: (device) => (
        <span className="sw-device-states">
          <OnlineTag device={device} />
          {device.initializing_since && <StatusTag tone="busy">{field('initializing')}</StatusTag>}
        </span>
      ),
    },
    {
      key: 'offline_time',
      title: field('offline_time'),
      extra: 'middle',
      cell: (device) => (device.online || isStranger(device) ? null : <Instant at={device.since} />),
    },
    { key: 'signal', title: field('signal'), cell: (device) => device.signal && signal(device.signal) },
    { key: 'type', title: field('type'), sortBy: 'type', cell: (device) => type(device.type) },
    {
      key: 'store',
      title: field('store'),
      sortBy: 'store',
      text: true,
      width: 106,
      cell: (device) => device.store_name,
    },
    {
      key: 'area',
      sortBy: 'area',
      title: field('area'),
      extra: 'narrow',
      cell: (device) => device.area_name,
    },
    {
      key: 'stock',
      sortBy: 'stock',
      title: field('stock'),
      align: 'right',
      cell: (device) => (device.stock_max > 0 ? <DeviceStock device={device} /> : null),
    },
    { key: 'faults', title: field('faults'), text: true, width: 110, cell: faultsCell },
    { key: 'versions', title: t('versions'), extra: 'narrow', cell: versionsCell },
    {
      key: 'temperature',
      title: field('temperature'),
      align: 'right',
      extra: true,
      cell: ({ temperature }) => (temperature === null ? null : t('degrees', { value: temperature })),
    },
    {
      key: 'applied',
      title: t('settings'),
      extra: true,
      cell: (device) => (
        <StatusTag tone={device.applied && device.unsupported.length === 0 ? 'good' : 'attention'}>
          {t(device.applied ? (device.unsupported.length > 0 ? 'partly' : 'applied') : 'waiting')}
        </StatusTag>
      ),
    },
    {
      key: 'heard_at',
      title: field('heard_at'),
      extra: true,
      cell: ({ heard_at: at }) => at && <Instant at={at} />,
    },
    {
      key: 'bound_at',
      title: field('bound_at'),
      extra: true,
      cell: (device) => <Instant at={device.bound_at} />,
    },
  ]
}

function DeviceName({ device }: { device: Device }) {
  return (
    <span className="sw-device-name">
      <Link className="sw-link" to={`/device/${device.sn}`}>
        {deviceName(device)}
      </Link>
      {device.title !== '' && <small className="sw-figures">{device.sn}</small>}
    </span>
  )
}

/** The number of low slots leads to them; its tooltip says by which threshold they are low. */
function DeviceStock({ device }: { device: Device }) {
  const field = useT(deviceFieldWords)
  const text = useThresholdText()
  const { data: thresholds } = useThresholds()
  return (
    <span className="sw-device-stock">
      <StockBar device={device} />
      {device.low > 0 && (
        <Tooltip title={thresholds && text.lowRule(countingThreshold(thresholds, device))}>
          <Link className="sw-device-low" to={`/device/${device.sn}?tab=slots`}>
            <StatusTag tone="attention">
              <small className="sw-figures">
                {field('low')} {device.low}
              </small>
            </StatusTag>
          </Link>
        </Tooltip>
      )}
    </span>
  )
}

/** The first fault as text, the others by number; the page of the device lists all. */
function faultsCell({ faults }: Device): ReactNode {
  const [first, ...others] = faults
  if (!first) return null
  return (
    <StatusTag tone="bad">
      <span>
        <FaultText fault={first} />
        {others.length > 0 && ` +${others.length}`}
      </span>
    </StatusTag>
  )
}

function versionsCell({ app, android }: Device): ReactNode {
  if (!app && !android) return null
  return (
    <span className="sw-device-versions sw-figures">
      {app}
      {android && <small>Android {android}</small>}
    </span>
  )
}
