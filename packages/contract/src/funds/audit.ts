import { common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import type { fundCalls } from './calls.ts'
import { fundFieldWords, fundLineKindWords, settleStateWords } from './words.ts'

const field = labelled(fundFieldWords)

export const fundAudit = {
  kinds: {
    fund: {
      name: ['资金', '資金', 'Funds'],
      title: 'stort_name',
      fields: { stort_name: field('stort_name'), amount: field('amount') },
      hidden: ['merchant_id'],
    },
  },
  calls: {
    ...inGroup('finance', {
      assignFunds: ['分配收款账户', '分配收款帳戶', 'Assigned funds to a payout account'],
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
