export { hasSales, incomesOf, slotIncomesOf, type SlotRef } from './earning-queries.ts'
export {
  addFigures,
  addNamed,
  amountNames,
  countsOf,
  figureNames,
  type Figures,
  type GoodsFigures,
  monthOf,
} from './figures-model.ts'
export {
  mostSales,
  mostSalesByGoods,
  salesBy,
  salesByDay,
  salesByGoods,
  salesOfGoodsByClient,
} from './figures-queries.ts'
export { salesByHour } from './hours-service.ts'
export { moveSums } from './move-queries.ts'
export { dailySumsOf, hourlySumsOf, namesDevices } from './places-queries.ts'
export { type Difference, recountDay, recountMonth } from './recount-service.ts'
export { deviceHourDays, type SummedBill, sumsOf } from './rollups-model.ts'
export { salesOf } from './sales-service.ts'
export { divide } from './shares-model.ts'
export { salesInSpans } from './span-queries.ts'
export { firstMonth } from './stored-queries.ts'
export { sweep } from './sweep-service.ts'
export { dayAt, hourAt, monthsOf, reachOf, type Stretch } from './walk-queries.ts'
