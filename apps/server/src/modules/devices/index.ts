export { countByStore, devicesIn } from './store.ts'
