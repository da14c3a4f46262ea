import { amount, common, type DomainAudit, inGroup, labelled, numbered, oneOf } from '../kernel/audit.ts'
import { payClientWords } from '../payments/words.ts'
import type { billCalls } from './calls.ts'
import { billFieldWords, billStatusWords, refundKindWords } from './words.ts'

const field = labelled(billFieldWords)

export const billAudit = {
  kinds: {
    bill: {
      name: ['订单', '訂單', 'Sale'],
      title: 'orderno',
      fields: {
        orderno: field('orderno'),
        status: field('status', numbered(billStatusWords)),
        total_price: field('total_price', amount),
        refund_fee: field('refund_fee', amount),
        part_refund: field('part_refund'),
        remarks: field('remarks'),
      },
      hidden: [],
    },
  },
  calls: {
    ...inGroup('bills', {
      refund: ['退款', '退款', 'Refunded a sale'],
      'ops.refundDone': [
        '运营人员登记退款已完成',
        '營運人員登記退款已完成',
        'Operator recorded that a refund was done',
      ],
      'ops.refundNotDone': [
        '运营人员登记退款未完成',
        '營運人員登記退款未完成',
        'Operator recorded that a refund was not done',
      ],
    }),
    ...inGroup('files', {
      exportBuyBill: ['导出销售订单', '匯出銷售訂單', 'Exported sales'],
      exportRefundBill: ['导出退款记录', '匯出退款紀錄', 'Exported refunds'],
    }),
  },
  elsewhere: {
    job: {
      from: common('from'),
      to: common('to'),
      ids: common('ids'),
      orderno: field('orderno'),
      sn: field('device'),
      device: common('binding'),
      store: field('store'),
      area: field('area'),
      client: field('client', oneOf(payClientWords)),
      status: field('status', numbered(billStatusWords)),
      goods_id: field('goods'),
      min: field('min', amount),
      max: field('max', amount),
      kind: field('refund_kind', oneOf(refundKindWords)),
    },
  },
} as const satisfies DomainAudit<typeof billCalls>
