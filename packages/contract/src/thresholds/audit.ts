import { type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import type { thresholdCalls } from './calls.ts'
import { lowModeWords, thresholdFieldWords } from './words.ts'

const field = labelled(thresholdFieldWords)

export const thresholdAudit = {
  kinds: {
    threshold: {
      name: ['提醒界限', '提醒界限', 'Alert threshold'],
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
    setThreshold: ['设置提醒界限', '設定提醒界限', 'Set an alert threshold'],
  }),
} as const satisfies DomainAudit<typeof thresholdCalls>
