export { channelsExporter } from './export-service.ts'
