import { type Settle, settleStateWords } from '@slotwise/contract'

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
