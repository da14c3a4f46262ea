/** The cards of a filter as a sheet, in the caller's language. Numbers are masked, as in the list. */
import {
  acctNoField,
  type BankCard,
  bankCardCalls,
  bankCardFieldWords,
  bankCardStateWords,
  certTypeWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { inOnePiece } from '../../kernel/pieces.ts'
import { dayField, defineExport } from '../jobs/index.ts'
import { getMerchant } from './card-service.ts'
import { mostCards } from './intake-service.ts'

function cardFields(ctx: Ctx): Field<BankCard>[] {
  const { locale } = ctx
  const label = bankCardFieldWords[locale]
  return [
    { header: label.mch_name, width: 24, of: (card) => card.mch_name },
    { header: label.state, width: 14, of: (card) => bankCardStateWords[locale][card.state] },
    { header: label.reason, width: 28, of: (card) => card.reason },
    { header: label.state_at, kind: 'datetime', of: (card) => new Date(card.state_at) },
    { header: label.bank_code, width: 20, of: (card) => card.bank },
    { header: label.bank_branch, width: 28, of: (card) => card.bank_branch },
    { header: label.bank_no, width: 16, of: (card) => card.bank_no },
    { header: label.acct_name, width: 18, of: (card) => card.acct_name },
    { header: label[acctNoField(ctx.tenant.country)], width: 22, of: (card) => card.acct_no },
    { header: label.acct_cert_type, width: 16, of: (card) => certTypeWords[locale][card.acct_cert_type] },
    { header: label.acct_cert_no, width: 22, of: (card) => card.acct_cert_no },
    dayField(ctx, label.cert_expire_date, (card) => card.cert_expire_date),
    { header: label.acct_mobile, width: 18, of: (card) => card.acct_mobile },
    { header: label.person, width: 18, of: (card) => card.person },
    { header: label.telephone, width: 18, of: (card) => card.telephone },
    { header: label.email, width: 28, of: (card) => card.email },
    {
      header: label.address,
      width: 40,
      of: (card) => [card.province, card.city, card.district, card.address].filter(Boolean).join(' '),
    },
    { header: label.username, width: 18, of: (card) => card.username },
    { header: label.create_at, kind: 'datetime', of: (card) => new Date(card.create_at) },
  ]
}

export const bankCardsExport = defineExport(bankCardCalls, 'exportBank', {
  async sheet(ctx, { condition }) {
    const { data } = await getMerchant(ctx, { pageNum: 1, pageSize: mostCards, condition })
    return sheetOf(bankCardFieldWords[ctx.locale].cards, cardFields(ctx), data.length, inOnePiece(data))
  },
})
