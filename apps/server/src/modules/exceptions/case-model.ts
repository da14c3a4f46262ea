/** Cases as they are stored, and what is advised about them. Nothing here reads the database. */
import type {
  BillStatus,
  CaseAction,
  CaseKind,
  CaseReason,
  CaseState,
  PayClient,
  RefundReason,
  refundStates,
} from '@slotwise/contract'

import { daysAfter } from '../../kernel/moments.ts'

/** What is found: one open case for each kind and subject. */
export type Found = {
  kind: CaseKind
  reason: CaseReason
  /** The number of the bill, or, where we have no such order, the number that the provider knows. */
  subject: string
  orderno: string | null
  order_at: Date | null
  merchant_order: string | null
  device_id: string | null
  store_id: string | null
  client: PayClient
  /** The account at the provider; left out, it is that of the platform. */
  account_key?: string
  amount: number
  their_paid: number | null
  their_refunded: number | null
  txn: string | null
  since: Date
  lost_at?: Date | null
}

export const stateOf = ({
  done_at: done,
  closed_at: closed,
}: {
  done_at: Date | null
  closed_at: Date | null
}): CaseState => (done !== null ? 'done' : closed !== null ? 'closed' : 'open')

/** How long a provider may take before it is asked what became of a refund: one that it has accepted, and any other. */
const acceptedDays = 3
const unansweredDays = 1

/** What the advice depends on. */
export type Facts = {
  kind: CaseKind
  reason: CaseReason
  /** The status of the bill; null where there is none. */
  status: BillStatus | null
  /** Absent where the merchant cannot refund the bill now. `whole`: a part of it cannot be given back. */
  refundable: { whole: boolean } | undefined
  /** The last refund of the bill. */
  refund: { state: (typeof refundStates)[number]; asked_at: Date; why: string | null } | undefined
  now: Date
}

export type Advice = { action: CaseAction; until: Date | null }

export function adviceOf(facts: Facts): Advice {
  const followsRefund = facts.kind !== 'books_differ' && facts.kind !== 'sale_unclear'
  if (facts.refund?.state === 'refunding' && followsRefund) return ofRefund(facts)
  return { action: actionOf(facts), until: null }
}

/** What a person can do about a refund that waits for a reason. */
const actionsOfReasons: Partial<Record<RefundReason, CaseAction>> = {
  accountShort: 'top_up_account',
  abnormal: 'end_at_provider',
}

/** Advises to wait for a refund that is under way, and after some days to ask the provider. */
function ofRefund({ refund, now }: Facts): Advice {
  const why = refund?.why ?? ''
  const action = actionsOfReasons[why as RefundReason]
  if (action) return { action, until: null }
  const accepted: RefundReason = 'processing'
  const until = daysAfter(refund?.asked_at ?? now, why === accepted ? acceptedDays : unansweredDays)
  return now < until ? { action: 'wait_refund', until } : { action: 'contact_provider', until: null }
}

function actionOf({ kind, reason, status, refundable }: Facts): CaseAction {
  switch (kind) {
    case 'paid_not_delivered':
      if (status === 7) return 'wait_machine'
      if (!refundable) return 'pay_back'
      if (refundable.whole) return 'refund_whole'
      return reason === 'unconfirmed' ? 'ask_and_refund' : 'refund'
    case 'delivery_unknown':
      return 'await_report'
    case 'delivered_not_paid':
      return reason === 'after_refund' ? 'note_loss' : 'check_machine'
    case 'refund_stuck':
      return refundable ? 'refund_again' : 'pay_back'
    case 'books_differ':
      // Without a bill, the customer has paid for an order that is not paid here.
      return reason === 'missing_here' || (reason === 'amount_differs' && status === null)
        ? 'ask_for_payment'
        : reason === 'refund_differs'
          ? 'ask_for_refund'
          : 'ask_for_statement'
    case 'sale_unclear':
      return 'book_sale'
  }
}
