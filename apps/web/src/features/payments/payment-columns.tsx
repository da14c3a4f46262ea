import { type PayBill, payFieldWords, payStateWords } from '@slotwise/contract'

import { BillLink } from '../../entities/bill/bill-link.tsx'
import { PaidAmount } from '../../entities/bill/paid-amount.tsx'
import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { SoldAtDevice, SoldAtStore } from '../../entities/bill/sold-at.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { Instant } from '../../ui/instant.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { paymentWords } from './payment-words.ts'

const tones: Record<PayBill['status'], StatusTone> = {
  pending: 'busy',
  paid: 'good',
  closed: 'idle',
  refunded: 'idle',
  part_refunded: 'idle',
}

export function usePaymentColumns(): Column<PayBill>[] {
  const t = useT(paymentWords)
  const field = useT(payFieldWords)
  const status = useT(payStateWords)
  return [
    {
      key: 'order_no',
      title: t('orderAndTime'),
      // An order that was never paid has no bill.
      cell: ({ order_no: orderno, create_at: at, paid_at: paidAt }) => (
        <BillLink orderno={orderno} at={at} hasBill={paidAt !== null} />
      ),
    },
    { key: 'client', title: field('client'), cell: (bill) => <PayClientTag client={bill.client} /> },
    {
      key: 'total_price',
      title: field('total_price'),
      align: 'right',
      money: true,
      cell: (bill) => <PaidAmount total={bill.total_price} refunded={bill.refunded} />,
    },
    {
      key: 'status',
      title: field('status'),
      cell: (bill) => (
        <span className="sw-two-lines">
          <StatusTag tone={tones[bill.status]}>{status(bill.status)}</StatusTag>
          {bill.paid_at !== null && (
            <small>
              {field('paid_at')} <Instant at={bill.paid_at} />
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'device',
      title: field('device'),
      text: true,
      width: 110,
      cell: (bill) => <SoldAtDevice sale={bill} />,
    },
    {
      key: 'store',
      title: field('store'),
      text: true,
      width: 100,
      extra: 'narrow',
      cell: (bill) => (bill.store === null ? null : <SoldAtStore sale={bill} />),
    },
    {
      key: 'merchant_order',
      title: field('merchant_order'),
      text: true,
      width: 160,
      extra: 'middle',
      cell: ({ merchant_order: number }) =>
        number === '' ? null : <Copyable text={number} label={field('merchant_order')} />,
    },
    { key: 'cardno', title: field('cardno'), extra: true, cell: ({ cardno }) => cardno },
  ]
}
