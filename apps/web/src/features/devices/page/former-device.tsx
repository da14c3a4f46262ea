import { deviceCalls, errorCodes } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { useCall } from '../../../lib/query.ts'
import { Alert } from '../../../ui/plain/alert.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { deviceWords } from '../device-words.ts'
import { HistoryTab } from '../history/history-tab.tsx'
import { deviceName } from '../device-name.ts'
import { BackToList, DeviceHead } from './device-head.tsx'

type FormerDeviceProps = {
  sn: string
  coming: ReactNode
  /** It never was this merchant's either. */
  otherwise: ReactNode
}

/** A machine that was unbound: nothing can be done with it any more, but its history stays. */
export function FormerDevice({ sn, coming, otherwise }: FormerDeviceProps) {
  const t = useT(deviceWords)
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
    // What stands in for the answer is about the device that was asked for before.
    return isNumber && (query.isPending || query.isPlaceholderData) ? coming : otherwise
  }
  return (
    <section className="sw-device-page" aria-labelledby="page-title">
      <DeviceHead title={deviceName(device)}>
        <span className="sw-figures">{sn}</span>
      </DeviceHead>
      <Alert tone="info">{t('formerHint')}</Alert>
      <HistoryTab device={device} empty={{ title: t('formerNone'), hint: t('formerNoneHint') }} />
    </section>
  )
}
