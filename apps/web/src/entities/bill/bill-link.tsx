import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { Instant } from '../../ui/instant.tsx'
import { billListWords } from './bill-list-words.ts'
import '../../ui/two-lines.css'

type Narrowed = { sn?: string; store?: string; goods_id?: string }

type SalesLinkProps = { of: Narrowed; name: string; children?: ReactNode }

/** Leads to the latest sales of a machine, a store or goods; other users see the text alone, if there is one. */
export function SalesLink({ of, name, children }: SalesLinkProps) {
  const t = useT(billListWords)
  const mayOpen = useMay('order.buyBill')
  if (!mayOpen) return children ?? null
  const search = new URLSearchParams({ range: 'last3Months', ...of })
  return (
    <Link className="sw-link" to={`/buyOrder?${search}`} aria-label={t('salesOf', { name })}>
      {children ?? t('sales')}
    </Link>
  )
}

type BillLinkProps = {
  orderno: string
  /** When the order or the refund was made. */
  at: string
  /** False where no bill was made of the order. */
  hasBill?: boolean
}

/** An order number that leads to its bill, for users who may see bills, with a time below it. */
export function BillLink({ orderno, at, hasBill = true }: BillLinkProps) {
  const mayOpen = useMay('order.buyBill')
  return (
    <span className="sw-two-lines">
      {mayOpen && hasBill ? (
        <Link className="sw-link sw-figures" to={`/buyOrder?bill=${orderno}`} state={closesBack}>
          {orderno}
        </Link>
      ) : (
        <span className="sw-figures">{orderno}</span>
      )}
      <small>
        <Instant at={at} seconds />
      </small>
    </span>
  )
}
