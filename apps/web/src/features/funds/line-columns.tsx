import { type FundLine, fundFieldWords, fundLineKindWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { BillLink } from '../../entities/bill/bill-link.tsx'
import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import { closesBack } from '../../lib/url-state.ts'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { fundWords } from './fund-words.ts'

/** The lines of the statement; each leads to its bill or its settlement. */
export function useLineColumns(nameOf?: (account: string) => string): Column<FundLine>[] {
  const field = useT(fundFieldWords)
  const kind = useT(fundLineKindWords)
  const t = useT(fundWords)
  return [
    { key: 'source', title: t('source'), cell: (line) => <Source line={line} /> },
    { key: 'kind', title: field('kind'), cell: (line) => kind(line.kind) },
    ...(nameOf
      ? [
          {
            key: 'merchant_id',
            title: field('merchant_id'),
            text: true as const,
            width: 140,
            cell: (line: FundLine) => nameOf(line.merchant_id),
          },
        ]
      : []),
    {
      key: 'client',
      title: field('client'),
      cell: ({ client }) => client && <PayClientTag client={client} />,
    },
    {
      key: 'gross',
      title: field('gross'),
      align: 'right',
      money: true,
      cell: (line) => line.orderno && <Money cents={line.gross} />,
    },
    {
      key: 'fee',
      title: field('fee'),
      align: 'right',
      money: true,
      cell: (line) => line.orderno && <Money cents={line.fee} />,
    },
    {
      key: 'amount',
      title: field('net'),
      align: 'right',
      money: true,
      cell: (line) => <Money cents={line.amount} />,
    },
  ]
}

function Source({ line }: { line: FundLine }) {
  const t = useT(fundWords)
  if (line.orderno !== null) return <BillLink orderno={line.orderno} at={line.at} />
  return (
    <span className="sw-two-lines">
      {line.settle === null ? (
        t('assignedLine')
      ) : (
        <Link className="sw-link" to={`/settle?settle=${line.settle}`} state={closesBack}>
          {t('settlementNo', { settle: line.settle })}
        </Link>
      )}
      <small>
        <Instant at={line.at} seconds />
      </small>
    </span>
  )
}
