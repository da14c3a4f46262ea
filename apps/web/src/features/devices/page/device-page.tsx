import {
  type Access,
  type Device,
  errorCodes,
  machineTypeWords,
  mayAccess,
  refillCalls,
  seesDevices,
} from '@slotwise/contract'
import type { ComponentType } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'

import { countsPieces } from '../../../entities/device/counts-pieces.ts'
import { SalesLink } from '../../../entities/bill/bill-link.tsx'
import { StatisticsLink } from '../../../entities/bill/statistics-link.tsx'
import { useT } from '../../../lib/i18n.tsx'
import { useGrants } from '../../../ui/can.tsx'
import { lazyConsolePage } from '../../../ui/lazy-console-page.tsx'
import '../../../ui/list-page.css'
import { Alert } from '../../../ui/plain/alert.tsx'
import { NoticeFrame } from '../../../ui/plain/notice-frame.tsx'
import { RecordTurner } from '../../../ui/record-turner.tsx'
import { ErrorState, NoPermissionState } from '../../../ui/states.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useDeviceBySn } from '../api.ts'
import { deviceName } from '../../../entities/device/device-name.ts'
import './device-page.css'
import { deviceWords } from '../../../entities/device/device-words.ts'
import '../list/devices.css'
import { BackToList, DeviceHead } from './device-head.tsx'
import type { HistoryOf } from './former-device.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { useDeviceTurns } from './use-device-turns.ts'
import { StatusStrip } from './status-strip.tsx'
import { useDeviceEvents } from '../../../entities/device/use-device-events.ts'
import { devicePageWords } from './device-page-words.ts'

const FormerDevice = lazyConsolePage(async () => (await import('./former-device.tsx')).FormerDevice)
const SettingsForm = lazyConsolePage(async () => (await import('../settings/settings-form.tsx')).SettingsForm)

type Tab = ComponentType<{ device: Device }>

/** The tabs that other features provide; the app passes them in. */
export type DeviceTabs = Record<'slots' | 'remote' | 'test' | 'init', Tab> & { history: HistoryOf }
type TabName = 'overview' | 'settings' | keyof DeviceTabs

const tabAccess: Record<TabName, Access> = {
  overview: seesDevices,
  slots: seesDevices,
  settings: 'device.setting',
  remote: 'device.remote',
  test: 'device.test',
  init: 'device.init',
  history: 'device.manage',
}
const tabNames = Object.keys(tabAccess) as TabName[]

/** One machine: its current state and everything that can be done with it. The tab is in the address. */
export function DevicePage({ tabs }: { tabs: DeviceTabs }) {
  const { sn = '' } = useParams()
  const query = useDeviceBySn(sn)
  useDeviceEvents(sn)
  const device = query.data?.data.find((one) => one.sn === sn)
  // The key restarts the page for another device, so that input for one never goes to another.
  if (device) return <KnownDevice key={sn} device={device} filled={tabs} />
  // The server refuses a malformed number as an invalid field; to the reader of the link the device does not exist.
  if (query.isError && query.error.rcode !== errorCodes.invalid)
    return (
      <ErrorState error={query.error} onRetry={() => void query.refetch()}>
        <BackToList />
      </ErrorState>
    )
  if (query.isPending || query.isPlaceholderData) return <ComingDevice />
  return (
    <FormerDevice
      sn={sn}
      History={tabs.history}
      coming={<ComingDevice />}
      otherwise={<MissingDevice sn={sn} />}
    />
  )
}

function KnownDevice({ device, filled }: { device: Device; filled: DeviceTabs }) {
  const t = useT(deviceWords)
  const page = useT(devicePageWords)
  const type = useT(machineTypeWords)
  const grants = useGrants()
  const isPhone = useIsPhone()
  const [params] = useSearchParams()
  const tabs = tabNames
    .filter((key) => mayAccess(tabAccess[key], grants))
    .map((key) => ({
      key,
      label: t(key),
      to: key === 'overview' ? `/device/${device.sn}` : `/device/${device.sn}?tab=${key}`,
    }))
  const current = tabNames.find((key) => key === params.get('tab')) ?? 'overview'
  const place = [device.store_name ?? t('noStore'), device.area_name].filter(Boolean).join(' · ')
  return (
    <section className="sw-device-page" aria-labelledby="page-title">
      <DeviceHead title={deviceName(device)} turns={useDeviceTurns(device.sn)}>
        <span className="sw-figures">{device.sn}</span> · {type(device.type)} · {place}{' '}
        <SalesLink of={{ sn: device.sn }} name={deviceName(device)} />{' '}
        <StatisticsLink sn={device.sn} name={deviceName(device)} />{' '}
        {countsPieces(device.type) && mayAccess(refillCalls.getRefillMachine.access, grants) && (
          <Link className="sw-link" to={`/refill/${device.sn}`}>
            {t('refillHere')}
          </Link>
        )}
      </DeviceHead>
      {device.contested && <Alert tone="warning">{page('contestedHint')}</Alert>}
      <StatusStrip device={device} short={isPhone && current !== 'overview'} />
      <TabLinks label={page('sections')} current={current} tabs={tabs} />
      {mayAccess(tabAccess[current], grants) ? (
        <CurrentTab current={current} device={device} filled={filled} />
      ) : (
        <NoPermissionState />
      )}
    </section>
  )
}

type CurrentTabProps = { current: TabName; device: Device; filled: DeviceTabs }

function CurrentTab({ current, device, filled }: CurrentTabProps) {
  if (current === 'overview') return <OverviewTab device={device} />
  const Current = current === 'settings' ? SettingsForm : filled[current]
  return <Current device={device} />
}

/** Shown while the device loads. */
function ComingDevice() {
  return (
    <section className="sw-device-page sw-device-coming" aria-busy="true">
      <span className="sw-bone" />
      <span className="sw-bone" />
      <span className="sw-bone" />
      <span className="sw-bone" />
    </section>
  )
}

/** A machine of the list may be gone by now; the way through the list goes on beyond it. */
function MissingDevice({ sn }: { sn: string }) {
  const t = useT(deviceWords)
  const page = useT(devicePageWords)
  const turns = useDeviceTurns(sn, { isGone: true })
  return (
    <NoticeFrame
      title={t('missing')}
      actions={
        <>
          <RecordTurner turns={turns} />
          <BackToList />
        </>
      }
    >
      <p>{page('missingText')}</p>
    </NoticeFrame>
  )
}
