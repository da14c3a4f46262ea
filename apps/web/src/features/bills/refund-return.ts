import type { RefundWay } from '@slotwise/contract'

/** How the customer gets the money of a refund, and the message after a refund was accepted. */
export const refundTexts = {
  provider: { returns: 'workingDays', accepted: 'refundSent' },
  card: { returns: 'pointsBack', accepted: 'refundToCard' },
  hand: { returns: 'byHand', accepted: 'refundRecorded' },
} as const satisfies Record<RefundWay, unknown>
