import {
  type BillStatus,
  billStatusWords,
  type BuyBill,
  failureText,
  joinNames,
  type Locale,
  oddityWords,
} from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'

const tones: Record<BillStatus, StatusTone> = {
  0: 'good',
  1: 'bad',
  2: 'attention',
  3: 'good',
  4: 'good',
  5: 'busy',
  6: 'idle',
  7: 'busy',
  8: 'idle',
  9: 'idle',
  10: 'idle',
  11: 'idle',
}

export function BillStatusTag({ status }: { status: BillStatus }) {
  const name = useT(billStatusWords)
  return <StatusTag tone={tones[status]}>{name(`${status}`)}</StatusTag>
}

/** Why goods did not come out, each reason once. */
export function failuresOf(locale: Locale, { goods, dev_type: type }: BuyBill): string {
  const reasons = goods.flatMap(({ fault }) => (fault === null ? [] : [failureText(locale, type, fault)]))
  return joinNames(locale, [...new Set(reasons)])
}

/** The state of a bill, and below it why goods failed and what is unusual about it. */
export function BillState({ bill }: { bill: BuyBill }) {
  const locale = useLocale()
  const oddity = useT(oddityWords)
  const failures = failuresOf(locale, bill)
  const oddities = joinNames(
    locale,
    bill.oddities.map((name) => oddity(name)),
  )
  return (
    <span className="sw-two-lines">
      <BillStatusTag status={bill.status} />
      {failures !== '' && <small>{failures}</small>}
      {oddities !== '' && <small>{oddities}</small>}
    </span>
  )
}
