export { statisticsExports } from './export-service.ts'
export { type GoodsAmounts, goodsSalesFields, salesFields } from './fields.ts'
export { todayOf } from './period.ts'
export { byClient } from './sales-service.ts'
