import { type Access, type Device, errorCodes, machineTypeWords, mayAccess } from '@slotwise/contract'
import type { ComponentType } from 'react'
import { useParams, useSearchParams } from 'react-router'

import { useT } from '../../../lib/i18n.tsx'
import { latePage } from '../../../lib/late.ts'
import { useGrants } from '../../../ui/can.tsx'
import '../../../ui/list-page.css'
import { NoticeFrame } from '../../../ui/plain/notice-frame.tsx'
import { PageSpinner } from '../../../ui/plain/spinner.tsx'
import { ErrorState, NoPermissionState } from '../../../ui/states.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useDeviceBySn } from '../api.ts'
import { deviceName } from '../device-name.ts'
import './device-page.css'
import { deviceWords } from '../device-words.ts'
import '../list/devices.css'
import { BackToList, DeviceHead } from './device-head.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { StatusStrip } from './status-strip.tsx'
import { useDeviceEvents } from '../use-device-events.ts'

type Tab = ComponentType<{ device: Device }>

const meanwhile: Parameters<typeof latePage>[1] = {
  waiting: <PageSpinner />,
  failed: (error, retry) => <ErrorState error={error} onRetry={retry} />,
}

const FormerDevice = latePage(async () => (await import('./former-device.tsx')).FormerDevice, meanwhile)

/** What a tab needs is fetched when it is opened. */
const late = (load: () => Promise<Tab>) => latePage(load, meanwhile)

const lateTabs = {
  slots: late(async () => (await import('../slots/slots-tab.tsx')).SlotsTab),
  settings: late(async () => (await import('../settings/settings-form.tsx')).SettingsForm),
  remote: late(async () => (await import('../remote/remote-tab.tsx')).RemoteTab),
  test: late(async () => (await import('../remote/test-tab.tsx')).TestTab),
  init: late(async () => (await import('../init/init-tab.tsx')).InitTab),
  history: late(async () => (await import('../history/history-tab.tsx')).HistoryTab),
}
type LateTab = keyof typeof lateTabs

const tabAccess: Record<'overview' | LateTab, Access> = {
  overview: 'device.manage',
  slots: 'device.manage',
  settings: 'device.manage',
  remote: 'device.remote',
  test: 'device.test',
  init: 'device.init',
  history: 'device.manage',
}
const tabNames = Object.keys(tabAccess) as (keyof typeof tabAccess)[]

/** One machine: how it is now, and all that can be done with it. The tab is in the address. */
export function DevicePage() {
  const { sn = '' } = useParams()
  const query = useDeviceBySn(sn)
  useDeviceEvents(sn)
  const device = query.data?.data.find((one) => one.sn === sn)
  // Another device begins anew: what was typed or asked for one never goes to another.
  if (device) return <KnownDevice key={sn} device={device} />
  // A number that cannot be one is refused as a field; to the reader of a link it is a device that does not exist.
  if (query.isError && query.error.rcode !== errorCodes.invalid)
    return (
      <ErrorState error={query.error} onRetry={() => void query.refetch()}>
        <BackToList />
      </ErrorState>
    )
  if (query.isPending || query.isPlaceholderData) return <ComingDevice />
  return <FormerDevice sn={sn} coming={<ComingDevice />} otherwise={<MissingDevice />} />
}

function KnownDevice({ device }: { device: Device }) {
  const t = useT(deviceWords)
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
      <DeviceHead title={deviceName(device)}>
        <span className="sw-figures">{device.sn}</span> · {type(device.type)} · {place}
      </DeviceHead>
      <StatusStrip device={device} short={isPhone && current !== 'overview'} />
      <TabLinks label={t('sections')} current={current} tabs={tabs} />
      {mayAccess(tabAccess[current], grants) ? (
        <CurrentTab current={current} device={device} />
      ) : (
        <NoPermissionState />
      )}
    </section>
  )
}

function CurrentTab({ current, device }: { current: 'overview' | LateTab; device: Device }) {
  if (current === 'overview') return <OverviewTab device={device} />
  const Late = lateTabs[current]
  return <Late device={device} />
}

/** The shape of what is coming. */
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

function MissingDevice() {
  const t = useT(deviceWords)
  return (
    <NoticeFrame title={t('missing')} actions={<BackToList />}>
      <p>{t('missingText')}</p>
    </NoticeFrame>
  )
}
