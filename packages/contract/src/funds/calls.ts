import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, longListOf, longPageOf, pageOf } from '../kernel/paging.ts'
import {
  AssignFunds,
  ExportFundLines,
  ExportSettle,
  Fund,
  FundFilter,
  FundLine,
  FundLineFilter,
  fundPageSize,
  FundSum,
  Settle,
  SettleDetail,
  SettleFilter,
} from './schemas.ts'

/** Funds: what is owed to the merchant, when it is paid out, and why it is as much. */
export const fundCalls = calls({
  getFunds: {
    path: '/api/v1/b/getFunds',
    access: 'main',
    input: pageOf(FundFilter, fundPageSize),
    output: listOf(Fund),
  },
  getFundSum: {
    path: '/api/v1/b/getFundSum',
    access: 'main',
    extension: true,
    input: z.strictObject({}),
    output: FundSum,
  },
  /** The statement: every change of the funds, down to the bill. */
  getFundLines: {
    path: '/api/v1/b/getFundLines',
    access: 'main',
    extension: true,
    input: longPageOf(FundLineFilter),
    output: longListOf(FundLine),
    errors: ['narrowFilter', 'notFound'],
  },
  exportFundLines: exportCall({
    path: '/api/v1/b/exportFundLines',
    access: 'main',
    extension: true,
    input: ExportFundLines,
  }),
  /** Gives the money that has no payout account to this one. */
  assignFunds: {
    path: '/api/v1/b/assignFunds',
    access: 'main',
    sign: true,
    changes: true,
    extension: true,
    input: AssignFunds,
    output: Fund,
    errors: ['notFound', 'nothingToAssign'],
  },
  getSettle: {
    path: '/api/v1/b/getSettle',
    access: 'bank.settle',
    input: longPageOf(SettleFilter),
    output: longListOf(Settle),
    errors: ['narrowFilter'],
  },
  getSettleDetail: {
    path: '/api/v1/b/getSettleDetail',
    access: 'bank.settle',
    extension: true,
    input: z.strictObject({ settle: Id }),
    output: SettleDetail,
    errors: ['notFound'],
  },
  /** The lines of the statement that a settlement pays out. */
  getSettleLines: {
    path: '/api/v1/b/getSettleLines',
    access: 'bank.settle',
    extension: true,
    input: longPageOf(z.strictObject({ settle: Id.optional() })),
    output: longListOf(FundLine),
    errors: ['notFound', 'narrowFilter'],
  },
  exportSettle: exportCall({
    path: '/api/v1/b/exportSettle',
    access: 'bank.settle',
    extension: true,
    input: ExportSettle,
  }),
})
