export { storeAccountsAt } from './account-queries.ts'
export { areaNamesOf, knowsAreas, searchAreas, seenAreaNames } from './area-queries.ts'
export { regionsExport } from './export-service.ts'
export {
  areaOfStore,
  autoRefundStores,
  hasStores,
  knowsStores,
  partFailedWays,
  payoutsOfStores,
  searchStores,
  storeCountsOf,
  storeNamesOf,
  storesDeletedBefore,
  storesNamed,
  storesOfArea,
} from './store-queries.ts'
export { type StoreTerms, termsOfStore, termsOfStores } from './term-queries.ts'
