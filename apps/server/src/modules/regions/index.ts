export { knowsAreas } from './area-store.ts'
export { areaOfStore, lockStores, storeNames } from './store-store.ts'
