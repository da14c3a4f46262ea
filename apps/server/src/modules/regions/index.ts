export { knowsAreas } from './area-queries.ts'
export { regionsExport } from './export-service.ts'
export { areaOfStore, knowsStores } from './store-queries.ts'
