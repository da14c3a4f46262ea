export { sitesExport } from './export-service.ts'
