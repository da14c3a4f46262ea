export { stockLinesOf } from './bill-stock-queries.ts'
export { countLowSlots, emptySlots, hasPricedSlot, type LowSlot, lowSlotsOf } from './empty-queries.ts'
export { slotsExport } from './export-service.ts'
export { type Layout, layoutFor, type RoomOfSlot, roomsOf, takeLayout } from './layout-service.ts'
export { slotsWith } from './goods-use-queries.ts'
export { bookResult, clearStock } from './machine-stock-service.ts'
export {
  changedSince,
  lockStock,
  missingByDevice,
  missingFigures,
  missingSlots,
  type StockedSlot,
  countUnsizedIn,
} from './missing-queries.ts'
export { moveLocked } from './many-stock-queries.ts'
export { takeSlots } from './report-service.ts'
export { bookSold, type Sold } from './sale-stock-service.ts'
export { type SaleSlot, slotsAt, slotSettings, slotsForSale, type SlotThen } from './selling-queries.ts'
export { applyThresholds } from './low-queries.ts'
export { insertSlots, reportedSlots, slotNumbers } from './slot-queries.ts'
export { lockMachine, setAllSlots, slotsOf, tellGoodsLooks } from './slot-service.ts'
export { sweep } from './sweep-service.ts'
export { bookVisit, type StatedSlot } from './visit-stock-service.ts'
