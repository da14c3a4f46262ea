import { type Device, deviceCalls, errorCodes } from '@slotwise/contract'
import type { ComponentType, ReactNode } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { useCall } from '../../../lib/query.ts'
import { Alert } from '../../../ui/plain/alert.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { deviceName } from '../../../entities/device/device-name.ts'
import { BackToList, DeviceHead } from './device-head.tsx'
import { useDeviceTurns } from './use-device-turns.ts'
import { devicePageWords } from './device-page-words.ts'

/** The history of a machine; `empty` replaces the empty state. */
export type HistoryOf = ComponentType<{
  device: Pick<Device, 'sn'>
  empty?: { title: string; hint: string }
}>

type FormerDeviceProps = {
  sn: string
  History: HistoryOf
  coming: ReactNode
  /** Shown when the machine never belonged to this merchant. */
  otherwise: ReactNode
}

/** A machine that was unbound: only its history is left. */
export function FormerDevice({ sn, History, coming, otherwise }: FormerDeviceProps) {
  const page = useT(devicePageWords)
  const turns = useDeviceTurns(sn, { isGone: true })
  const isNumber = /^\d+$/.test(sn)
  const query = useCall(
    deviceCalls.getAllDevice,
    { pageNum: 1, pageSize: 1, condition: { former: true, sns: [sn] } },
    { inline: true, enabled: isNumber },
  )
  const device = query.data?.data.find((one) => one.sn === sn)
  if (!device) {
    if (query.isError && query.error.rcode !== errorCodes.invalid)
      return (
        <ErrorState error={query.error} onRetry={() => void query.refetch()}>
          <BackToList />
        </ErrorState>
      )
    // Placeholder data belong to the device that was shown before.
    return isNumber && (query.isPending || query.isPlaceholderData) ? coming : otherwise
  }
  return (
    <section className="sw-device-page" aria-labelledby="page-title">
      <DeviceHead title={deviceName(device)} turns={turns}>
        <span className="sw-figures">{sn}</span>
      </DeviceHead>
      <Alert tone="info">{page('formerHint')}</Alert>
      <History device={device} empty={{ title: page('formerNone'), hint: page('formerNoneHint') }} />
    </section>
  )
}
