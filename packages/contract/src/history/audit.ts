import { deviceFieldWords } from '../devices/words.ts'
import { common, type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import { slotFieldWords } from '../slots/words.ts'
import type { historyCalls } from './calls.ts'
import { historyFieldWords, historyLineWords } from './words.ts'

export const historyAudit = {
  kinds: {},
  calls: inGroup('files', {
    exportDevHistory: ['导出设备历史', '匯出設備歷史', 'Exported a device history'],
  }),
  elsewhere: {
    job: {
      kind: labelled(historyFieldWords)('kind', oneOf(historyLineWords)),
      to: common('to'),
      sn: labelled(deviceFieldWords)('sn'),
      channel_sn: labelled(slotFieldWords)('channel_sn'),
    },
  },
} as const satisfies DomainAudit<typeof historyCalls>
