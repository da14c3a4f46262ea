import { type CaseAction, caseActionWords, type ExceptionCase } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { closesBack } from '../../lib/url-state.ts'
import { formatInstant } from '../../ui/instant.tsx'
import { caseWords } from './case-words.ts'

/** Where the advice is followed: at the bill, at its payment, or at its refund. */
const followedAt: Record<CaseAction, 'bill' | 'payment' | 'refund' | 'here'> = {
  book_sale: 'here',
  refund: 'bill',
  refund_whole: 'bill',
  ask_and_refund: 'bill',
  pay_back: 'bill',
  wait_machine: 'bill',
  await_report: 'bill',
  wait_refund: 'refund',
  contact_provider: 'refund',
  top_up_account: 'refund',
  end_at_provider: 'refund',
  refund_again: 'bill',
  check_machine: 'bill',
  note_loss: 'bill',
  ask_for_payment: 'payment',
  ask_for_statement: 'payment',
  ask_for_refund: 'refund',
}

/** What to do about a case, with the way to the place where it is done. */
export function Advice({ of: one }: { of: ExceptionCase }) {
  const advice = useT(caseActionWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const { action, wait_until: until } = one
  if (action === null) return null
  const text = advice(action, { until: until === null ? '' : formatInstant(until, offset) })
  return (
    <span className="sw-case-advice">
      {text} <AdviceLink of={one} action={action} />
    </span>
  )
}

function AdviceLink({ of: { orderno }, action }: { of: ExceptionCase; action: CaseAction }) {
  const t = useT(caseWords)
  const page = followedAt[action]
  if (orderno === null || page === 'here') return null
  const [to, label] =
    page === 'bill'
      ? [`/buyOrder?bill=${orderno}`, t('openBill')]
      : page === 'refund'
        ? [`/refundBill?range=all&orderno=${orderno}`, t('toRefunds')]
        : [`/payOrder?range=all&order_no=${orderno}`, t('toPayment')]
  return (
    <Link className="sw-link" to={to} state={closesBack} aria-label={`${label} ${orderno}`}>
      {label}
    </Link>
  )
}
