import { type BankCardState, bankCardStateWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'

const tones: Record<BankCardState, StatusTone> = {
  no_id_photo: 'attention',
  reviewing: 'busy',
  approved: 'good',
  not_approved: 'bad',
}

/** How far the review of a card is. */
export function BankCardStateTag({ state }: { state: BankCardState }) {
  return <StatusTag tone={tones[state]}>{useT(bankCardStateWords)(state)}</StatusTag>
}
