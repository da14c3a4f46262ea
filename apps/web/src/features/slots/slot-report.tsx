import { type Channel, type Device, faultWords, slotStateWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { formatInstant } from '../../ui/instant.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { countsPieces } from '../../entities/device/counts-pieces.ts'
import { slotFormWords } from './slot-form-words.ts'

/** What the machine itself reports of the slot, above the form. */
export function SlotReport({ slot, type }: { slot: Channel; type: Device['type'] }) {
  const t = useT(slotFormWords)
  const fault = useT(faultWords)
  const state = useT(slotStateWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const { reported, applied } = slot
  if (!reported && applied) return null
  const counts = countsPieces(type)
  return (
    <div className="sw-slot-report">
      {reported && counts && (
        <p>
          {t('reported', {
            quantity: reported.quantity,
            max: reported.max,
            at: formatInstant(reported.at, offset),
          })}
        </p>
      )}
      {reported?.state === 'fault' && (
        <StatusTag tone="bad">
          {t('reportedFault', { fault: reported.fault === null ? state('fault') : fault(reported.fault) })}
        </StatusTag>
      )}
      {!applied && <StatusTag tone="busy">{t('notApplied')}</StatusTag>}
    </div>
  )
}
