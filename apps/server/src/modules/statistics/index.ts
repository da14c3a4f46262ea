export { statisticsExports } from './export-service.ts'
export { todayOf } from './period.ts'
export { byClient } from './sales-service.ts'
