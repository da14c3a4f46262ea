import { common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import { payClientWords } from '../payments/words.ts'
import type { reportCalls } from './calls.ts'
import {
  planRhythmWords,
  reportFieldWords,
  reportLocaleWords,
  reportPrecisionWords,
  reportScaleWords,
} from './words.ts'

const field = labelled(reportFieldWords)

const content = {
  data_scale: field('data_scale', oneOf(reportScaleWords)),
  data_precision: field('data_precision', oneOf(reportPrecisionWords)),
  locale: field('locale', oneOf(reportLocaleWords)),
  client: field('client', oneOf(payClientWords)),
}

export const reportAudit = {
  kinds: {
    reportPlan: {
      name: ['定期报表', '定期報表', 'Regular report'],
      title: 'name',
      fields: {
        name: field('name'),
        rhythm: field('rhythm', oneOf(planRhythmWords)),
        ...content,
        format: field('format'),
        area: field('area', named('area_name')),
        store: field('store', named('store_name')),
        sn: field('device', named('dev_title')),
      },
      hidden: ['plan', 'rev', 'next_at', 'area_name', 'store_name', 'dev_title'],
    },
  },
  calls: inGroup('files', {
    report: ['生成报表', '產生報表', 'Made a report'],
    delReport: ['删除报表', '刪除報表', 'Deleted a report'],
    addReportPlan: ['新增定期报表', '新增定期報表', 'Added a regular report'],
    editReportPlan: ['编辑定期报表', '編輯定期報表', 'Edited a regular report'],
    delReportPlan: ['停止定期报表', '停止定期報表', 'Stopped a regular report'],
  }),
  elsewhere: {
    job: {
      from: common('from'),
      to: common('to'),
      ...content,
      area: field('area'),
      store: field('store'),
      sn: field('device'),
    },
  },
} as const satisfies DomainAudit<typeof reportCalls>
