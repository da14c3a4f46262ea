export { devicesExporter } from './export-service.ts'
