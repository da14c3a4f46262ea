import { common, type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import type { alertCalls } from './calls.ts'
import { alertFieldWords, alertKindWords, alertStateWords } from './words.ts'

const field = labelled(alertFieldWords)

export const alertAudit = {
  kinds: {
    alert: {
      name: ['设备告警', '設備告警', 'Alert'],
      title: 'title',
      fields: {
        kind: field('kind', oneOf(alertKindWords)),
        sn: field('sn'),
        taker: field('taker'),
        done: field('done'),
        remarks: field('remarks'),
      },
      hidden: ['title'],
    },
  },
  calls: {
    ...inGroup('devices', {
      takeAlert: ['接手告警', '接手告警', 'Assigned an alert'],
      doneAlert: ['完成告警处理', '完成告警處理', 'Marked an alert as done'],
    }),
    ...inGroup('files', { exportAlerts: ['导出告警', '匯出告警', 'Exported alerts'] }),
  },
  elsewhere: {
    job: {
      state: field('state', oneOf(alertStateWords)),
      kind: field('kind', oneOf(alertKindWords)),
      store: field('store'),
      area: field('area'),
      sn: field('sn'),
      mine: field('mine'),
      ids: common('ids'),
    },
  },
} as const satisfies DomainAudit<typeof alertCalls>
