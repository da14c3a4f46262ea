import { deviceAudit } from '../devices/audit.ts'
import { type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import type { refillCalls } from './calls.ts'
import { refillFieldWords, refillSheetWords, refillSlotWords } from './list-words.ts'

const field = labelled(refillFieldWords)

/** The fields of a visit are those of slots. */
export const refillAudit = {
  kinds: {},
  calls: {
    ...inGroup('devices', {
      refillDevices: ['批量补满设备', '批次補滿設備', 'Filled up devices'],
      sendRefillVisit: ['现场补货', '現場補貨', 'Refilled a device on site'],
      undoRefill: ['撤销库存变动', '復原庫存異動', 'Undid a stock change'],
    }),
    ...inGroup('files', { exportRefillList: ['导出补货清单', '匯出補貨清單', 'Exported a refill list'] }),
  },
  elsewhere: {
    device: { pieces: field('pieces') },
    job: {
      ...deviceAudit.elsewhere.job,
      sheet: field('sheet', oneOf(refillSheetWords)),
      slots: field('slots', oneOf(refillSlotWords)),
    },
  },
} as const satisfies DomainAudit<typeof refillCalls>
