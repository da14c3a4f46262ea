import {
  caseFieldWords,
  type CaseKind,
  caseKindWords,
  caseReasonWords,
  type ExceptionCase,
} from '@slotwise/contract'

import { BillLink } from '../../entities/bill/bill-link.tsx'
import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { SoldAtDevice, SoldAtStore } from '../../entities/bill/sold-at.tsx'
import { WorkState } from '../../entities/work/work-state.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import '../../ui/two-lines.css'
import { Advice } from './case-advice.tsx'
import { caseWords } from './case-words.ts'

export function useCaseColumns(isOpen: boolean): Column<ExceptionCase>[] {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const advice: Column<ExceptionCase> = {
    key: 'action',
    title: t('advice'),
    text: true,
    width: 260,
    cell: (one) => <Advice of={one} />,
  }
  return [
    { key: 'what', title: t('what'), text: true, width: 180, cell: (one) => <What of={one} /> },
    {
      key: 'amount',
      title: field('amount'),
      align: 'right',
      money: true,
      cell: ({ amount }) => <Money cents={amount} />,
    },
    { key: 'orderno', title: t('bill'), cell: (one) => <Bill of={one} /> },
    ...(isOpen ? [advice] : []),
    {
      key: 'client',
      title: field('client'),
      extra: 'middle',
      cell: ({ client }) => client !== null && <PayClientTag client={client} />,
    },
    {
      key: 'place',
      title: t('place'),
      text: true,
      width: 150,
      extra: 'middle',
      cell: (one) => <DeviceAndStore of={one} />,
    },
    {
      key: 'work',
      title: t('work'),
      text: true,
      width: 120,
      extra: 'narrow',
      cell: (one) => <CaseWork of={one} />,
    },
    {
      key: 'remarks',
      title: field('remarks'),
      text: true,
      width: 140,
      ...(isOpen ? { extra: true as const } : {}),
      cell: ({ remarks }) => remarks,
    },
  ]
}

const tones: Record<CaseKind, StatusTone> = {
  paid_not_delivered: 'bad',
  delivery_unknown: 'attention',
  delivered_not_paid: 'attention',
  refund_stuck: 'attention',
  books_differ: 'bad',
  sale_unclear: 'bad',
}

/** The kind of a case, and why it is one. */
function What({ of: { kind, reason, state, lost_at: lostAt } }: { of: ExceptionCase }) {
  const name = useT(caseKindWords)
  const why = useT(caseReasonWords)
  return (
    <span className="sw-two-lines is-text">
      <StatusTag tone={state === 'open' ? tones[kind] : 'idle'}>{name(kind)}</StatusTag>
      <small>
        {why(reason)}
        {lostAt !== null && (
          <>
            {' · '}
            <Instant at={lostAt} />
          </>
        )}
      </small>
    </span>
  )
}

/** The bill with its time; a payment that only the provider knows has the provider's number. */
function Bill({ of: one }: { of: ExceptionCase }) {
  const t = useT(caseWords)
  const { orderno, since, merchant_order: number, message, state } = one
  if (orderno !== null && (message === null || state === 'closed'))
    return <BillLink orderno={orderno} at={since} />
  if (message !== null)
    return (
      <span className="sw-two-lines is-text">
        <span className="sw-figures">{message.mid}</span>
        <small>
          <Instant at={since} />
        </small>
      </span>
    )
  return (
    <span className="sw-two-lines is-text">
      <span className="sw-figures">{number}</span>
      <small>
        {t('noOrder')} · <Instant at={since} />
      </small>
    </span>
  )
}

function DeviceAndStore({ of: { sn, title, store, store_name } }: { of: ExceptionCase }) {
  if (sn === null) return null
  const sale = { sn, dev_title: title ?? '', store, store_name }
  return (
    <span className="sw-two-lines is-text">
      <SoldAtDevice sale={sale} />
      <SoldAtStore sale={sale} />
    </span>
  )
}

/** Who takes care of it, and since when; or how it ended. */
function CaseWork({ of: { state, taker, taker_name, taken_at, done_at, closed_at } }: { of: ExceptionCase }) {
  const t = useT(caseWords)
  const name = taker_name ?? t('someone')
  const [tone, text, at] =
    state === 'done'
      ? (['good', t('doneBy', { name }), done_at] as const)
      : state === 'closed'
        ? (['good', t('closedAt'), closed_at] as const)
        : taker === null
          ? (['idle', t('free'), null] as const)
          : (['busy', name, taken_at] as const)
  return <WorkState tone={tone} text={text} at={at} />
}
