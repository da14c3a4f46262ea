export { countByGoods, slotsWith } from './store.ts'
