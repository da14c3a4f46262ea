import { common, type DomainAudit, inGroup, labelled } from '../kernel/audit.ts'
import type { siteCalls } from './calls.ts'
import { siteFieldWords } from './words.ts'

const field = labelled(siteFieldWords)

export const siteAudit = {
  kinds: {},
  calls: inGroup('files', { exportSites: ['导出场地对账单', '匯出場地對帳單', 'Exported site statements'] }),
  elsewhere: {
    job: {
      month: field('month'),
      area: field('area'),
      store: field('store'),
      q: common('q'),
      ids: common('ids'),
    },
  },
} as const satisfies DomainAudit<typeof siteCalls>
