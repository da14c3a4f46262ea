import {
  acctNoField,
  bankCardFieldWords,
  type FundLine,
  fundCalls,
  fundFieldWords,
  fundLineKindWords,
  payClientWords,
  type Settle,
  settleStateWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { dayField, defineExport, instantField, moneyField } from '../jobs/index.ts'
import { type Account, accountsOf } from './account-queries.ts'
import { settlementsOf } from './settle-list-service.ts'
import { statementOf } from './statement-service.ts'

const numberHeader = ({ locale, tenant }: Ctx): string =>
  bankCardFieldWords[locale][acctNoField(tenant.country)]

function lineFields(ctx: Ctx, accounts: ReadonlyMap<string, Account>): Field<FundLine>[] {
  const { locale } = ctx
  const label = fundFieldWords[locale]
  return [
    instantField(label.at, (line) => line.at),
    { header: label.kind, width: 18, of: (line) => fundLineKindWords[locale][line.kind] },
    {
      header: label.merchant_id,
      width: 24,
      of: (line) => accounts.get(line.merchant_id)?.mch_name ?? label.unassigned,
    },
    { header: numberHeader(ctx), width: 22, of: (line) => accounts.get(line.merchant_id)?.acct_no ?? null },
    { header: label.orderno, width: 28, of: (line) => line.orderno },
    { header: label.settle, width: 14, of: (line) => line.settle },
    {
      header: label.client,
      width: 14,
      of: (line) => (line.client === null ? null : payClientWords[locale][line.client]),
    },
    moneyField(ctx, label.gross, (line) => line.gross),
    moneyField(ctx, label.fee, (line) => line.fee),
    moneyField(ctx, label.net, (line) => line.amount),
  ]
}

/** The statement of a filter as a sheet, in the caller's language. */
export const fundLinesExport = defineExport(fundCalls, 'exportFundLines', {
  async sheet(ctx, { condition }) {
    const accounts = await accountsOf(refOf(ctx))
    const byNumber = new Map(accounts.map((account) => [account.merchant_id, account]))
    const { total, rows } = await statementOf(ctx, condition)
    return sheetOf(fundFieldWords[ctx.locale].fund_lines, lineFields(ctx, byNumber), total, rows)
  },
})

function settleFields(ctx: Ctx): Field<Settle>[] {
  const { locale } = ctx
  const label = fundFieldWords[locale]
  return [
    dayField(ctx, label.date, (row) => row.date),
    { header: label.settle, width: 14, of: (row) => row.settle },
    { header: label.stort_name, width: 24, of: (row) => row.stort_name },
    { header: numberHeader(ctx), width: 22, of: (row) => row.acct_no_encry },
    { header: label.acct_name, width: 18, of: (row) => row.acct_name },
    { header: label.bank, width: 20, of: (row) => row.bank },
    moneyField(ctx, label.amount, (row) => row.amount),
    { header: label.status, width: 14, of: (row) => settleStateWords[locale][row.status] },
    dayField(ctx, label.first_day, (row) => row.first_day),
    dayField(ctx, label.last_day, (row) => row.last_day),
    { header: label.count, kind: 'number', of: (row) => row.count },
    { header: label.why, width: 30, of: (row) => row.why },
    instantField(label.done_at, (row) => row.done_at),
  ]
}

/** The settlements of a filter as a sheet, in the caller's language. */
export const settleExport = defineExport(fundCalls, 'exportSettle', {
  async sheet(ctx, { condition }) {
    const { total, rows } = await settlementsOf(ctx, condition)
    return sheetOf(fundFieldWords[ctx.locale].settlements, settleFields(ctx), total, rows)
  },
})
