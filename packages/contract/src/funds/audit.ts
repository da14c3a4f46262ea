import { common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import type { fundCalls } from './calls.ts'
import { fundFieldWords, fundLineKindWords, settleStateWords } from './words.ts'

const field = labelled(fundFieldWords)

export const fundAudit = {
  kinds: {
    fund: {
      name: ['资金', '資金', 'Funds'],
      title: 'stort_name',
      fields: {
        stort_name: field('stort_name'),
        amount: field('amount'),
        payout_no: field('payout_no'),
        acct_no: field('acct_no'),
        why: field('why'),
      },
      hidden: ['merchant_id'],
    },
  },
  calls: {
    ...inGroup('finance', {
      assignFunds: ['分配收款账户', '分配收款帳戶', 'Assigned funds to a payout account'],
      'ops.showTransfer': [
        '运营人员查看打款账号',
        '營運人員檢視撥款帳號',
        'Operator viewed the account of a payout',
      ],
      'ops.payoutPaid': ['运营人员已打款', '營運人員已撥款', 'Operator made a payout'],
      'ops.payoutRefused': ['运营人员打款失败', '營運人員撥款失敗', 'Operator could not make a payout'],
    }),
    ...inGroup('files', {
      exportFundLines: ['导出资金明细', '匯出資金明細', 'Exported the fund statement'],
      exportSettle: ['导出结算记录', '匯出結算紀錄', 'Exported settlements'],
    }),
  },
  elsewhere: {
    job: {
      from: common('from'),
      to: common('to'),
      merchant_id: field('merchant_id', named('stort_name')),
      status: field('status', oneOf(settleStateWords)),
      kind: field('kind', oneOf(fundLineKindWords)),
      settle: field('settle'),
      ids: common('ids'),
    },
  },
} as const satisfies DomainAudit<typeof fundCalls>
