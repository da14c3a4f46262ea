import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, longListOf, longPageOf, pageOf } from '../kernel/paging.ts'
import {
  Card,
  CardEdit,
  CardFilter,
  CardInput,
  CardNo,
  ExportCard,
  Member,
  MemberFilter,
  PointFilter,
  PointMove,
} from './schemas.ts'

/** Member cards hold money of customers, so they are for the main account alone. */
export const memberCalls = calls({
  getCardList: {
    path: '/api/v1/c/getCardList',
    access: 'main',
    input: pageOf(CardFilter),
    output: listOf(Card),
  },
  addCard: {
    path: '/api/v1/c/addCard',
    access: 'main',
    changes: true,
    input: CardInput,
    output: Card,
  },
  editCard: {
    path: '/api/v1/c/editCard',
    access: 'main',
    changes: true,
    input: CardEdit,
    output: Card,
    errors: ['notFound', 'changedMeanwhile'],
  },
  delCard: {
    path: '/api/v1/c/delCard',
    access: 'main',
    changes: true,
    input: z.strictObject({ cardno: CardNo }),
    output: z.object({}),
    errors: ['notFound'],
  },
  /** Named by its id, because another card may have the number by now. */
  restoreCard: {
    path: '/api/v1/c/restoreCard',
    access: 'main',
    changes: true,
    extension: true,
    input: z.strictObject({ card_id: Id }),
    output: Card,
    errors: ['notFound', 'cardNumberTaken'],
  },
  getCardPoints: {
    path: '/api/v1/c/getCardPoints',
    access: 'main',
    extension: true,
    input: longPageOf(PointFilter),
    output: longListOf(PointMove),
    errors: ['narrowFilter'],
  },
  getMemberList: {
    path: '/api/v1/c/getMemberList',
    access: 'main',
    extension: true,
    input: pageOf(MemberFilter),
    output: listOf(Member),
  },
  exportCard: exportCall({
    path: '/api/v1/c/exportCard',
    access: 'main',
    extension: true,
    input: ExportCard,
  }),
})
