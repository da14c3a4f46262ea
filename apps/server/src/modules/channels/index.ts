export { bookResult, clearStock, correctStock } from './machine-service.ts'
export { setAllSlots, tellGoodsRenamed } from './slot-service.ts'
export { reportedSlots, slotNumbers, slotSettings, stockByDevice } from './slot-store.ts'
export { countByGoods, slotsWith } from './store.ts'
