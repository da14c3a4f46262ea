import { type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import type { thresholdCalls } from './calls.ts'
import { lowModeWords, thresholdFieldWords } from './words.ts'

const field = labelled(thresholdFieldWords)

export const thresholdAudit = {
  kinds: {
    threshold: {
      name: ['告警阈值', '告警門檻', 'Alert threshold'],
      title: 'title',
      fields: {
        store: field('store', named('store_name')),
        sn: field('sn'),
        low_mode: field('low_mode', oneOf(lowModeWords)),
        low_value: field('low_value'),
        offline_minutes: field('offline_minutes'),
      },
      hidden: ['title', 'store_name'],
    },
  },
  calls: inGroup('devices', {
    setThreshold: ['设置告警阈值', '設定告警門檻', 'Set an alert threshold'],
  }),
} as const satisfies DomainAudit<typeof thresholdCalls>
