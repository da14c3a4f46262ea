import {
  type Coupon,
  couponFieldWords,
  couponLimitText,
  type CouponStatus,
  couponStatusOf,
  couponStatusWords,
  couponTypeWords,
  couponValueText,
} from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import type { Column } from '../../ui/columns.ts'
import { Money } from '../../ui/money.tsx'
import { NamesInShort } from '../../ui/names-in-short.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { couponWords } from './coupon-words.ts'

/** Without `onEdit`, names do not open their coupons. */
export function useCouponColumns(onEdit: ((coupon: Coupon) => void) | undefined): Column<Coupon>[] {
  const t = useT(couponWords)
  const field = useT(couponFieldWords)
  const locale = useLocale()
  return [
    {
      key: 'name',
      sortBy: 'name',
      title: field('name'),
      text: true,
      width: 150,
      cell: (coupon) => <Name coupon={coupon} onEdit={onEdit} />,
    },
    { key: 'state', title: field('state'), cell: (coupon) => <Status coupon={coupon} /> },
    { key: 'value', title: field('value'), cell: (coupon) => <Value coupon={coupon} /> },
    {
      key: 'received',
      sortBy: 'received',
      title: field('received'),
      align: 'right',
      cell: (coupon) => <Received coupon={coupon} />,
    },
    { key: 'used', title: field('used'), align: 'right', cell: ({ used }) => used },
    {
      key: 'discount_sum',
      title: field('discount_sum'),
      align: 'right',
      money: true,
      cell: ({ discount_sum: sum }) => <Money cents={sum} />,
      extra: 'narrow',
    },
    {
      key: 'paid_sum',
      title: field('paid_sum'),
      align: 'right',
      money: true,
      cell: ({ paid_sum: sum }) => <Money cents={sum} />,
      extra: true,
    },
    {
      key: 'valid',
      sortBy: 'end',
      title: t('valid'),
      text: true,
      width: 130,
      cell: (coupon) => <Valid coupon={coupon} />,
    },
    {
      key: 'limit_count',
      title: field('limit_count'),
      text: true,
      width: 120,
      cell: (coupon) => couponLimitText(locale, coupon),
      extra: 'middle',
    },
    {
      key: 'regions',
      title: field('regions'),
      text: true,
      width: 120,
      cell: (coupon) => <Stores coupon={coupon} />,
      extra: 'middle',
    },
  ]
}

type NameProps = { coupon: Coupon; onEdit: ((coupon: Coupon) => void) | undefined }

function Name({ coupon, onEdit }: NameProps) {
  const type = useT(couponTypeWords)
  return (
    <span className="sw-coupon-name">
      {onEdit ? (
        <button type="button" className="sw-text-button" onClick={() => onEdit(coupon)}>
          {coupon.name}
        </button>
      ) : (
        coupon.name
      )}
      <small>{type(coupon.type)}</small>
    </span>
  )
}

export function Value({ coupon }: { coupon: Pick<Coupon, 'type' | 'value'> }) {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return <span className="sw-figures">{couponValueText(locale, coupon, currency)}</span>
}

const tones: Record<CouponStatus, StatusTone> = {
  upcoming: 'busy',
  running: 'good',
  noneLeft: 'attention',
  ended: 'idle',
  deleted: 'idle',
}

function Status({ coupon }: { coupon: Coupon }) {
  const word = useT(couponStatusWords)
  const status = couponStatusOf(coupon)
  return <StatusTag tone={tones[status]}>{word(status)}</StatusTag>
}

/** Leads to who received it, where it was received. */
function Received({ coupon: { coupon_id: id, name, received, quantity } }: { coupon: Coupon }) {
  const t = useT(couponWords)
  const text = quantity === 0 ? String(received) : t('of', { received, quantity })
  if (received === 0) return <span className="sw-figures">{text}</span>
  return (
    <Link
      className="sw-link sw-figures"
      to={`/coupon?tab=received&coupon_id=${id}`}
      aria-label={`${t('receivedOf', { name })}: ${text}`}
    >
      {text}
    </Link>
  )
}

function Valid({ coupon: { start_date: from, end_date: to } }: { coupon: Coupon }) {
  const t = useT(couponWords)
  if (from !== null && to !== null) return unbroken(t('between', { from, to }))
  if (from !== null) return unbroken(t('from', { from }))
  return to === null ? t('always') : unbroken(t('until', { to }))
}

/** A text whose days stay on one line each. */
const unbroken = (text: string): ReactNode =>
  text.split(/(\d{4}-\d\d-\d\d)/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="sw-coupon-day">
        {part}
      </span>
    ),
  )

/** Where it can be used. */
function Stores({ coupon: { region_names: names } }: { coupon: Coupon }) {
  const t = useT(couponWords)
  const field = useT(couponFieldWords)
  return (
    <NamesInShort names={names} none={field('allStores')} several={(values) => t('someStores', values)} />
  )
}
