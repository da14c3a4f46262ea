import {
  type BillDetail,
  billFieldWords,
  type BillGoods,
  billKindWords,
  type BuyBill,
  payStateWords,
  refundBarWords,
} from '@slotwise/contract'
import { Button } from 'antd'
import { Link } from 'react-router'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { SoldAtDevice, SoldAtStore } from '../../entities/bill/sold-at.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Turns } from '../../lib/turns.ts'
import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { LoadedDrawer } from '../../ui/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { CurrencyCode, Money, useMoneyTitle } from '../../ui/money.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useBill } from './api.ts'
import { BillStatusTag } from './bill-state.tsx'
import { BillSteps } from './bill-steps.tsx'
import { type BillWord, billWords } from './bill-words.ts'
import './bills.css'

type BillDrawerProps = {
  orderno: string
  /** The ways to the bills beside it in the list. */
  turns: Turns | undefined
  /** Absent where the user may not refund. */
  onRefund: ((bill: BuyBill) => void) | undefined
  onClose: () => void
}

/** One bill with everything that happened to it. */
export function BillDrawer({ orderno, turns, onRefund, onClose }: BillDrawerProps) {
  const t = useT(billWords)
  const query = useBill(orderno)
  return (
    <LoadedDrawer
      title={t('detail')}
      width={600}
      query={query}
      row={query.data?.orderno === orderno ? query.data : undefined}
      turns={turns}
      missing={t('noSuchBill', { orderno })}
      onClose={onClose}
    >
      {(bill) => <Bill key={bill.orderno} bill={bill} onRefund={onRefund} />}
    </LoadedDrawer>
  )
}

const oddityTexts: Record<BuyBill['oddities'][number], BillWord> = {
  slot: 'odditySlot',
  goods: 'oddityGoods',
  price: 'oddityPrice',
  order: 'oddityOrder',
  again: 'oddityAgain',
  after_refund: 'oddityAfterRefund',
  clock: 'oddityClock',
  restored: 'oddityRestored',
  late_gift: 'oddityLateGift',
  voucher: 'oddityVoucher',
  cash: 'oddityCash',
}

function Bill({ bill, onRefund }: { bill: BillDetail; onRefund: BillDrawerProps['onRefund'] }) {
  const t = useT(billWords)
  const bar = useT(refundBarWords)
  return (
    <>
      <header className="sw-bill-head">
        <div>
          <p className="sw-detail-amount">
            <Money cents={bill.total_price} /> <CurrencyCode />
          </p>
          <BillStatusTag status={bill.status} />
        </div>
        {onRefund && bill.canRefund && (
          <Button type="primary" onClick={() => onRefund(bill)}>
            {t('refund')}
          </Button>
        )}
      </header>
      {bill.refund_bar && <p className="sw-bill-why">{bar(bill.refund_bar)}</p>}
      {bill.oddities.length > 0 && (
        <Alert tone="warning">{bill.oddities.map((name) => t(oddityTexts[name])).join('\n')}</Alert>
      )}
      <BillFacts bill={bill} />
      <section aria-labelledby="bill-goods">
        <h3 id="bill-goods">{t('goods')}</h3>
        <BillGoodsLines bill={bill} />
      </section>
      <section aria-labelledby="bill-steps">
        <h3 id="bill-steps">{t('timeline')}</h3>
        <BillSteps bill={bill} labelledBy="bill-steps" />
      </section>
    </>
  )
}

function BillFacts({ bill }: { bill: BillDetail }) {
  const t = useT(billWords)
  const field = useT(billFieldWords)
  const kind = useT(billKindWords)
  const payState = useT(payStateWords)
  const titled = useMoneyTitle()
  return (
    <Facts className="sw-bill-facts" label={t('facts')}>
      <Fact name={field('orderno')}>
        <Copyable text={bill.orderno} label={field('orderno')} />
      </Fact>
      <Fact name={field('create_at')}>
        <Instant at={bill.create_at} seconds />
      </Fact>
      <Fact name={field('device')}>
        <SoldAtDevice sale={bill} />
      </Fact>
      {bill.store !== null && (
        <Fact name={field('store')}>
          <SoldAtStore sale={bill} />
        </Fact>
      )}
      <Fact name={field('client')}>
        <PayClientTag client={bill.client} />
        {bill.pay_state !== null && <small>{payState(bill.pay_state)}</small>}
      </Fact>
      {bill.cardno !== '' && (
        <Fact name={t('cardno')}>
          <CardNumber cardno={bill.cardno} client={bill.client} />
        </Fact>
      )}
      {bill.merchant_order !== null && (
        <Fact name={t('merchantOrder')}>
          <Copyable text={bill.merchant_order} label={t('merchantOrder')} />
        </Fact>
      )}
      {bill.kind === 'game' && <Fact name={field('kind')}>{kind('game')}</Fact>}
      {bill.discount > 0 && (
        <Fact name={titled(field('discount'))}>
          <Money cents={bill.discount} />
        </Fact>
      )}
      {bill.refunded > 0 && (
        <Fact name={titled(field('refunded'))}>
          <Money cents={bill.refunded} />
        </Fact>
      )}
      {bill.remarks !== '' && <Fact name={field('remarks')}>{bill.remarks}</Fact>}
    </Facts>
  )
}

/** Leads to the member's card, for users who may see it. The machine itself settles an Easy card, which is not ours. */
function CardNumber({ cardno, client }: Pick<BillDetail, 'cardno' | 'client'>) {
  const mayOpen = useMay('main')
  if (!mayOpen || client !== 'card') return <span className="sw-figures">{cardno}</span>
  return (
    <Link className="sw-link sw-figures" to={`/card?${new URLSearchParams({ cardno })}`}>
      {cardno}
    </Link>
  )
}

/** Leads to the goods, where the user may see them. */
function GoodsName({ line: { goods_id: id, title } }: { line: BillGoods }) {
  const t = useT(billWords)
  const mayOpen = useMay('goods.manage')
  if (id === null || !mayOpen) return title || t('noGoods')
  return (
    <Link className="sw-link" to={`/goods?open=${id}`} state={closesBack}>
      {title}
    </Link>
  )
}

function BillGoodsLines({ bill }: { bill: BillDetail }) {
  const t = useT(billWords)
  return (
    <ul className="sw-bill-goods">
      {bill.goods.map((line) => (
        <li key={`${line.channel_sn} ${line.goods_id}`}>
          <span className="sw-bill-goods-name">
            <GoodsName line={line} />
            <small>{t('slot', { slot: line.channel_sn })}</small>
          </span>
          <span className="sw-bill-goods-price">
            <span className="sw-figures">
              <Money cents={line.price} /> {t('pieces', { count: line.quantity })}
            </span>
            <small>
              {line.delivered === null
                ? t('notReported')
                : t('deliveredOf', { delivered: line.delivered, quantity: line.quantity })}
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}
