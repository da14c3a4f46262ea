export { auditExporter } from './export-service.ts'
export { sealAll } from './seal-service.ts'
