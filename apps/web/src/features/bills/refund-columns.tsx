import {
  billFieldWords,
  formatMoney,
  type RefundBill,
  refundKindWords,
  refundStateWords,
} from '@slotwise/contract'

import { BillLink } from '../../entities/bill/bill-link.tsx'
import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { SoldAtDevice, SoldAtStore } from '../../entities/bill/sold-at.tsx'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { billWords } from './bill-words.ts'

const tones: Record<RefundBill['status'], StatusTone> = { refunding: 'busy', refunded: 'good', failed: 'bad' }

export function useRefundColumns(): Column<RefundBill>[] {
  const t = useT(billWords)
  const field = useT(billFieldWords)
  const kind = useT(refundKindWords)
  const status = useT(refundStateWords)
  return [
    {
      key: 'orderno',
      title: t('orderAndAsked'),
      cell: ({ orderno, create_at: at }) => <BillLink orderno={orderno} at={at} />,
    },
    {
      key: 'refund_fee',
      title: field('refund_fee'),
      align: 'right',
      money: true,
      cell: (refund) => <RefundAmount refund={refund} />,
    },
    {
      key: 'status',
      title: field('status'),
      text: true,
      width: 120,
      cell: (refund) => (
        <span className="sw-two-lines">
          <StatusTag tone={tones[refund.status]}>{status(refund.status)}</StatusTag>
          {refund.why !== '' && <small>{refund.why}</small>}
        </span>
      ),
    },
    { key: 'client', title: field('client'), cell: (refund) => <PayClientTag client={refund.client} /> },
    {
      key: 'kind',
      title: field('refund_kind'),
      text: true,
      width: 110,
      cell: (refund) => (
        <span className="sw-two-lines">
          {kind(refund.kind)}
          <small>{refund.username || t('bySystem')}</small>
        </span>
      ),
    },
    {
      key: 'device',
      title: field('device'),
      text: true,
      width: 110,
      cell: (refund) => <SoldAtDevice sale={refund} />,
    },
    {
      key: 'store',
      title: field('store'),
      text: true,
      width: 100,
      extra: 'middle',
      cell: (refund) => (refund.store === null ? null : <SoldAtStore sale={refund} />),
    },
    {
      key: 'done_at',
      title: field('done_at'),
      extra: 'narrow',
      cell: ({ done_at: at }) => at && <Instant at={at} />,
    },
    {
      key: 'remarks',
      title: field('remarks'),
      text: true,
      width: 120,
      extra: 'middle',
      cell: ({ remarks }) => remarks,
    },
  ]
}

function RefundAmount({ refund: { refund_fee: fee, total_price: total } }: { refund: RefundBill }) {
  const t = useT(billWords)
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (
    <span className="sw-two-lines is-figures">
      <Money cents={fee} />
      {fee < total && <small>{t('ofTotal', { amount: formatMoney(total, currency, locale) })}</small>}
    </span>
  )
}
