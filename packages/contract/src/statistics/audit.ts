import { common, type DomainAudit, inGroup, labelled } from '../kernel/audit.ts'
import type { statisticsCalls } from './calls.ts'
import { statisticsFieldWords } from './words.ts'

const field = labelled(statisticsFieldWords)

export const statisticsAudit = {
  kinds: {},
  calls: inGroup('files', {
    exportAreaSales: ['导出区域统计', '匯出區域統計', 'Exported area statistics'],
    exportStoreSales: ['导出门店统计', '匯出門店統計', 'Exported store statistics'],
    exportDeviceSales: ['导出设备统计', '匯出設備統計', 'Exported device statistics'],
    exportGoodsSales: ['导出商品分析', '匯出商品分析', 'Exported goods analysis'],
  }),
  elsewhere: {
    job: {
      from: common('from'),
      to: common('to'),
      area: field('area'),
      store: field('store'),
      sn: field('device'),
      device: common('binding'),
      sort: field('sort'),
    },
  },
} as const satisfies DomainAudit<typeof statisticsCalls>
