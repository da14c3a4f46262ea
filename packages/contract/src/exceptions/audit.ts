import { amount, common, type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import { payClientWords } from '../payments/words.ts'
import type { exceptionCalls } from './calls.ts'
import { caseFieldWords, caseKindWords, caseReasonWords, caseStateWords, saleResultWords } from './words.ts'

const field = labelled(caseFieldWords)

export const exceptionAudit = {
  kinds: {
    case: {
      name: ['异常', '異常', 'Exception'],
      title: 'subject',
      fields: {
        kind: field('kind', oneOf(caseKindWords)),
        reason: field('reason', oneOf(caseReasonWords)),
        taker: field('taker'),
        done: field('done'),
        remarks: field('remarks'),
        orderno: field('orderno'),
        client: field('client', oneOf(payClientWords)),
        amount: field('amount', amount),
        result: field('result', oneOf(saleResultWords)),
        items: field('items'),
      },
      hidden: ['subject'],
    },
    statement: {
      name: ['支付账单', '支付帳單', 'Statement'],
      title: 'day',
      fields: {
        client: field('client', oneOf(payClientWords)),
        account: field('account'),
        lines: field('lines'),
        differing: field('differing'),
      },
      hidden: ['day'],
    },
  },
  calls: {
    ...inGroup('bills', {
      bookCaseSale: ['补录设备销售', '補錄設備銷售', 'Booked a sale of an exception'],
      takeCase: ['接手异常', '接手異常', 'Assigned an exception'],
      importStatement: ['导入支付账单', '匯入支付帳單', 'Imported a statement'],
      doneCase: ['完成异常处理', '完成異常處理', 'Marked an exception as done'],
    }),
    ...inGroup('files', { exportCases: ['导出异常', '匯出異常', 'Exported exceptions'] }),
  },
  elsewhere: {
    job: {
      state: field('state', oneOf(caseStateWords)),
      kind: field('kind', oneOf(caseKindWords)),
      from: common('from'),
      to: common('to'),
      store: field('store'),
      sn: field('sn'),
      ids: common('ids'),
    },
  },
} as const satisfies DomainAudit<typeof exceptionCalls>
