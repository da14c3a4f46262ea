import { common, type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import type { paymentCalls } from './calls.ts'
import { payClientWords, payFieldWords, payStateWords } from './words.ts'

const field = labelled(payFieldWords)

export const paymentAudit = {
  kinds: {},
  calls: inGroup('files', {
    exportPayBill: ['导出支付账单', '匯出支付帳單', 'Exported payment bills'],
  }),
  elsewhere: {
    job: {
      from: common('from'),
      to: common('to'),
      order_no: field('order_no'),
      merchant_order: field('merchant_order'),
      cardno: field('cardno'),
      client: field('client', oneOf(payClientWords)),
      status: field('status', oneOf(payStateWords)),
      sn: field('device'),
      store: field('store'),
    },
  },
} as const satisfies DomainAudit<typeof paymentCalls>
