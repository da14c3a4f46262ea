export { regionsExporter } from './export-service.ts'
