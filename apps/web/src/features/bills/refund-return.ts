import { isOnline, type PayClient } from '@slotwise/contract'

/** The text that says how the customer gets the money of a refund. */
export function returnTextOf(client: PayClient): 'workingDays' | 'byHand' | 'pointsBack' {
  if (isOnline(client)) return 'workingDays'
  return client === 'ezcard' ? 'byHand' : 'pointsBack'
}

/** The message after a refund was accepted. Cards have no provider that takes its time. */
export function acceptedTextOf(client: PayClient): 'refundSent' | 'refundRecorded' | 'refundToCard' {
  if (isOnline(client)) return 'refundSent'
  return client === 'ezcard' ? 'refundRecorded' : 'refundToCard'
}
