export { historyExport } from './export-service.ts'
