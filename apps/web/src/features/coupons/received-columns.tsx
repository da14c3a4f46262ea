import { type CardCoupon, cardCouponStateWords, couponFieldWords } from '@slotwise/contract'

import { BillLink } from '../../entities/bill/bill-link.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { couponWords } from './coupon-words.ts'

const tones: Record<CardCoupon['state'], StatusTone> = { received: 'idle', reserved: 'busy', used: 'good' }

export function useReceivedColumns(onBuyer: (buyer: string) => void): Column<CardCoupon>[] {
  const t = useT(couponWords)
  const field = useT(couponFieldWords)
  const state = useT(cardCouponStateWords)
  return [
    {
      key: 'code',
      title: field('code'),
      cell: ({ code }) => <code className="sw-figures">{code}</code>,
    },
    { key: 'coupon', title: field('coupon'), text: true, width: 160, cell: (row) => row.coupon_name },
    {
      key: 'holder',
      title: field('holder'),
      text: true,
      width: 140,
      cell: ({ cardno }) => (cardno === '' ? t('aBrowser') : t('aCard', { cardno })),
    },
    {
      key: 'buyer',
      title: field('buyer'),
      cell: ({ buyer }) => (
        <button
          type="button"
          className="sw-text-button"
          title={t('onlyBuyer', { buyer })}
          onClick={() => onBuyer(buyer)}
        >
          <code className="sw-figures">{buyer}</code>
        </button>
      ),
    },
    { key: 'received_at', title: field('received_at'), cell: (row) => <Instant at={row.received_at} /> },
    {
      key: 'state',
      title: field('state'),
      cell: (row) => <StatusTag tone={tones[row.state]}>{state(row.state)}</StatusTag>,
    },
    {
      key: 'used_at',
      title: field('used_at'),
      cell: ({ orderno, used_at: at }) =>
        orderno === null || at === null ? null : <BillLink orderno={orderno} at={at} />,
    },
    {
      key: 'discount',
      title: field('discount'),
      align: 'right',
      money: true,
      cell: ({ discount }) => (discount === null ? null : <Money cents={discount} />),
    },
    {
      key: 'paid',
      title: field('paid'),
      align: 'right',
      money: true,
      cell: ({ paid }) => (paid === null ? null : <Money cents={paid} />),
      extra: 'narrow',
    },
  ]
}
