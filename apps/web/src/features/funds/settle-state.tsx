import { type Locale, payoutReasonWords, type Settle, settleStateWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'

const tones: Record<Settle['status'], StatusTone> = {
  success: 'good',
  fail: 'bad',
  settling: 'busy',
  unknown: 'attention',
}

export function SettleStateTag({ status }: { status: Settle['status'] }) {
  const name = useT(settleStateWords)
  return <StatusTag tone={tones[status]}>{name(status)}</StatusTag>
}

type Reasons = (typeof payoutReasonWords)[Locale]
const isKnown = (locale: Locale, why: string): why is keyof Reasons & string =>
  Object.hasOwn(payoutReasonWords[locale], why)

/** Why a payout failed or waits, in words; a text that is not ours is the bank's own. */
export const reasonText = (locale: Locale, why: string): string =>
  isKnown(locale, why) ? payoutReasonWords[locale][why] : why
