export { knowsAreas } from './area-queries.ts'
export { regionsExport } from './export-service.ts'
export { areaOfStore, autoRefundStores, knowsStores, storeNamesOf, storesOfArea } from './store-queries.ts'
