export { historyExporter } from './export-service.ts'
export { decideDue } from './service.ts'
