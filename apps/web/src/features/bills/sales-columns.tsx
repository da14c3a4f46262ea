import { billFieldWords, billKindWords, type BuyBill } from '@slotwise/contract'

import { PaidAmount } from '../../entities/bill/paid-amount.tsx'
import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { SoldAtDevice, SoldAtStore } from '../../entities/bill/sold-at.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { BillState } from './bill-state.tsx'
import { billWords } from './bill-words.ts'
import { goodsSummary } from './goods-summary.ts'

export function useSalesColumns(onOpen: (bill: BuyBill) => void): Column<BuyBill>[] {
  const t = useT(billWords)
  const field = useT(billFieldWords)
  const kind = useT(billKindWords)
  return [
    {
      key: 'create_at',
      title: t('timeAndOrder'),
      cell: (bill) => <TimeAndOrder bill={bill} onOpen={() => onOpen(bill)} />,
    },
    { key: 'goods', title: field('goods'), text: true, width: 140, cell: (bill) => <Goods bill={bill} /> },
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
      key: 'client',
      title: field('client'),
      text: true,
      cell: (bill) => <PayClientTag client={bill.client} />,
    },
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
      text: true,
      width: 130,
      cell: (bill) => <BillState bill={bill} />,
    },
    { key: 'kind', title: field('kind'), extra: true, cell: (bill) => kind(bill.kind) },
    {
      key: 'discount',
      title: field('discount'),
      align: 'right',
      money: true,
      extra: true,
      cell: ({ discount }) => (discount > 0 ? <Money cents={discount} /> : null),
    },
    {
      key: 'remarks',
      title: field('remarks'),
      text: true,
      width: 140,
      extra: true,
      cell: ({ remarks }) => remarks,
    },
  ]
}

function TimeAndOrder({ bill: { orderno, create_at: at }, onOpen }: { bill: BuyBill; onOpen: () => void }) {
  const t = useT(billWords)
  const field = useT(billFieldWords)
  return (
    <span className="sw-two-lines">
      <button type="button" className="sw-text-button" title={t('open', { orderno })} onClick={onOpen}>
        <Instant at={at} seconds />
      </button>
      <small>
        <Copyable text={orderno} label={field('orderno')} />
      </small>
    </span>
  )
}

function Goods({ bill: { goods } }: { bill: BuyBill }) {
  const t = useT(billWords)
  if (goods.length === 0) return null
  const { title, others, pieces } = goodsSummary(goods)
  return (
    <span>
      {title || t('noGoods')} {others > 0 && `${t('andMore', { count: others })} `}
      {pieces > 1 && <span className="sw-figures sw-bill-pieces">{t('pieces', { count: pieces })}</span>}
    </span>
  )
}
