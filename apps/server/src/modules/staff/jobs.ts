export { staffExporter } from './export-service.ts'
