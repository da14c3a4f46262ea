import {
  type BillDetail,
  type BillGoods,
  type BillStep,
  failureText,
  payClientWords,
  stockReasonWords,
} from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { formatInstant, Instant, secondsOf } from '../../ui/instant.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import '../../ui/timeline.css'
import { billWords } from './bill-words.ts'
import { refundTexts } from './refund-return.ts'

type Tone = 'plain' | 'good' | 'bad' | 'busy'
type Cash = NonNullable<Extract<BillStep, { kind: 'reported' }>['cash']>
type StepText = { title: string; details: string[]; tone: Tone }

/** The life of a bill in the order of time; what is still to come stands at its end. */
export function BillSteps({ bill, labelledBy }: { bill: BillDetail; labelledBy: string }) {
  const textOf = useStepText(bill)
  const pending = usePending(bill)
  return (
    <ol className="sw-timeline sw-bill-steps" aria-labelledby={labelledBy}>
      {bill.steps.map((step) => (
        <Line key={keyOf(step)} text={textOf(step)} at={step.at} />
      ))}
      {pending && <Line text={pending} />}
    </ol>
  )
}

const keyOf = (step: BillStep): string =>
  `${step.kind} ${step.at}${step.kind === 'stock' ? ` ${step.channel_sn}` : ''}`

function Line({ text: { title, details, tone }, at }: { text: StepText; at?: string }) {
  return (
    <li data-tone-of={tone}>
      <div className="sw-bill-step-head">
        <strong>{title}</strong>
        {at !== undefined && <Instant at={at} seconds />}
      </div>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </li>
  )
}

/** Reports that arrive within this time after the sale need no second time of day. */
const promptMs = 60_000

function useStepText(bill: BillDetail): (step: BillStep) => StepText {
  const t = useT(billWords)
  const client = useT(payClientWords)
  const reason = useT(stockReasonWords)
  const money = useMoneyText()
  const timeText = useTimeText()
  const results = useResults(bill)
  const cashTexts = ({ kept, returned = 0, changed = 0 }: Cash): string[] => [
    t('cashKept', { amount: money(kept) }),
    ...(returned > 0 ? [t('cashReturned', { amount: money(returned) })] : []),
    ...(changed > 0 ? [t('cashChanged', { amount: money(changed) })] : []),
  ]
  const given = (remarks: string, username: string): string[] =>
    [username, remarks === '' ? '' : t('remarks', { remarks })].filter((text) => text !== '')

  return (step) => {
    switch (step.kind) {
      case 'ordered':
        return {
          title: t('ordered'),
          details: [
            money(step.amount),
            ...(step.discount > 0 ? [t('discountOff', { amount: money(step.discount) })] : []),
          ],
          tone: 'plain',
        }
      case 'paid':
        return {
          title: t('paid'),
          details: [t('paidBy', { amount: money(step.amount), client: client(step.client) })],
          tone: 'good',
        }
      case 'sent':
        return { title: t('sent'), details: [], tone: 'plain' }
      case 'not_sent':
        return {
          title: t('notSent'),
          details: [t(bill.status === 7 ? 'notSentYet' : 'notSentHint')],
          tone: 'bad',
        }
      case 'reported': {
        const isLate = Date.parse(step.at) - Date.parse(step.happened_at) > promptMs
        const sentText = step.sent_at ? t('sentTime', { at: timeText(step.sent_at) }) : t('sentNoDate')
        return {
          title: t('reported'),
          details: [
            ...results,
            ...(step.cash ? cashTexts(step.cash) : []),
            ...(isLate ? [t('happened', { at: timeText(step.happened_at) })] : []),
            ...(bill.oddities.includes('clock') ? [sentText] : []),
          ],
          tone: bill.goods.some(({ fault }) => fault !== null) ? 'bad' : 'good',
        }
      }
      case 'unconfirmed':
        return {
          title: t('unconfirmed'),
          // A machine that was not told gave nothing out, so that there is nothing to find out.
          details: bill.steps.some(({ kind }) => kind === 'not_sent') ? [] : [t('unconfirmedHint')],
          tone: 'bad',
        }
      case 'refund_asked':
        return {
          title: t(step.by === 'auto' ? 'refundAskedAuto' : 'refundAsked', { amount: money(step.amount) }),
          details: given(step.remarks, step.username),
          tone: 'plain',
        }
      case 'refund_done':
        return {
          title: t('refundDone', { amount: money(step.amount) }),
          details: [t(refundTexts[bill.refund_by].returns)],
          tone: 'good',
        }
      case 'refund_failed':
        return {
          title: t('refundFailed', { amount: money(step.amount) }),
          details: step.why === '' ? [] : [step.why],
          tone: 'bad',
        }
      case 'stock':
        return {
          title: t('stock', { slot: step.channel_sn, before: step.before, after: step.after }),
          details: [[reason(step.reason), step.goods].filter(Boolean).join(' · ')],
          tone: 'plain',
        }
      case 'ledger': {
        const fee = money(Math.abs(step.fee))
        const isBack = step.amount < 0
        if (step.direct)
          return {
            title: t(isBack ? 'directBack' : 'direct', { amount: money(Math.abs(step.amount)) }),
            details: [t('directHint')],
            tone: 'plain',
          }
        return {
          title: t(isBack ? 'takenBack' : 'booked', { amount: money(Math.abs(step.amount)) }),
          details: step.fee === 0 ? [] : [t(isBack ? 'feeReturned' : 'netOfFee', { fee })],
          tone: 'plain',
        }
      }
    }
  }
}

function useTimeText(): (at: string) => string {
  const offset = useSession()?.utcOffsetMinutes ?? 0
  return (at) => `${formatInstant(at, offset)}${secondsOf(at)}`
}

/** What came out of each slot, with the reason where it failed. */
function useResults({ goods, kind, status, dev_type: type }: BillDetail): string[] {
  const t = useT(billWords)
  const locale = useLocale()
  if (kind === 'game' && status === 4) return [t('gameLost')]
  const result = ({ channel_sn: slot, quantity, delivered }: BillGoods): string => {
    if (delivered === 0) return t('slotFailed', { slot })
    return delivered === null || delivered >= quantity
      ? t('slotDelivered', { slot })
      : t('slotPart', { slot, delivered, quantity })
  }
  return goods
    .filter(({ delivered }) => delivered !== null)
    .map((line) => {
      if (line.fault === null) return result(line)
      const reason = failureText(locale, type, line.fault)
      return t('because', {
        what: result(line),
        reason: line.raw === undefined ? reason : t('ownName', { reason, raw: line.raw }),
      })
    })
}

function usePending(bill: BillDetail): StepText | undefined {
  const t = useT(billWords)
  const timeText = useTimeText()
  if (bill.status === 5) return { title: t('refundRunning'), details: [t('workingDays')], tone: 'busy' }
  if (bill.status !== 7) return undefined
  return {
    title: t('waiting'),
    details: bill.due_at === null ? [] : [t('waitingUntil', { at: timeText(bill.due_at) })],
    tone: 'busy',
  }
}
