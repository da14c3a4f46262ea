import { memberFieldWords, type PointMove, pointReasonWords } from '@slotwise/contract'

import { BillLink } from '../../entities/bill/bill-link.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { PointChange, Points } from './points.tsx'

/** The lines of the points ledger. */
export function usePointColumns(): Column<PointMove>[] {
  const field = useT(memberFieldWords)
  const reason = useT(pointReasonWords)
  return [
    {
      key: 'at',
      title: field('at'),
      cell: ({ orderno, at }) =>
        orderno === '' ? <Instant at={at} seconds /> : <BillLink orderno={orderno} at={at} />,
    },
    { key: 'reason', title: field('reason'), cell: (move) => reason(move.reason) },
    {
      key: 'amount',
      title: field('amount'),
      align: 'right',
      cell: (move) => <PointChange value={move.amount} />,
    },
    {
      key: 'balance',
      title: field('balance'),
      align: 'right',
      cell: (move) => <Points value={move.balance} />,
    },
    { key: 'by', title: field('by'), cell: (move) => move.by },
  ]
}
