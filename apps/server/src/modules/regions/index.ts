export { lockStores, storeNames } from './store-store.ts'
