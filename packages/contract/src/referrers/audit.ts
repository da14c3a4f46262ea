import { common, type DomainAudit, inGroup, labelled, named } from '../kernel/audit.ts'
import { formatRate } from '../kernel/money.ts'
import type { referrerCalls } from './calls.ts'
import { referrerFieldWords } from './words.ts'

const field = labelled(referrerFieldWords)

export const referrerAudit = {
  kinds: {
    referrer: {
      name: ['推荐人', '推薦人', 'Referrer'],
      title: 'name',
      fields: {
        name: field('name'),
        number: field('number'),
        region: field('region', named('region_names')),
        commission: field('commission', {
          text: (_locale, value) => (typeof value === 'number' ? formatRate(value) : undefined),
        }),
      },
      hidden: ['referrer_id', 'rev', 'region_names'],
    },
  },
  calls: {
    ...inGroup('activity', {
      addReferrer: ['新增推荐人', '新增推薦人', 'Added a referrer'],
      editReferrer: ['编辑推荐人', '編輯推薦人', 'Edited a referrer'],
      delReferrer: ['删除推荐人', '刪除推薦人', 'Deleted a referrer'],
      restoreReferrer: ['恢复推荐人', '還原推薦人', 'Restored a referrer'],
    }),
    ...inGroup('files', {
      exportReferrers: ['导出推荐人佣金', '匯出推薦人佣金', 'Exported referrers'],
    }),
  },
  elsewhere: {
    job: { q: common('q'), ids: common('ids'), month: field('month'), store: field('store') },
  },
} as const satisfies DomainAudit<typeof referrerCalls>
