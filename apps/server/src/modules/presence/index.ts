export { isContested } from './contest-service.ts'
export { activeFaults } from './fault-queries.ts'
export { takeFault } from './fault-service.ts'
export { noteMessage } from './heard-queries.ts'
export {
  applyStatus,
  countAnew,
  hearOf,
  lineLostAt,
  noteSwitched,
  sweepPresence,
  takeHeartbeats,
  tellOfMachine,
  tellStore,
} from './presence-service.ts'
export {
  beginSearch,
  endSearch,
  forgetSlotReports,
  lockSlotReports,
  noteSlotReport,
  slotsNamedAt,
} from './slot-report-queries.ts'
export {
  beginState,
  endState,
  type Heard,
  isInitializing,
  lockInOrder,
  lockState,
  merchantsWithMachines,
  readiness,
  stillBound,
} from './state-queries.ts'
export { addSlips, type CountedSlip, slipsOf } from './slip-queries.ts'
export { sweep } from './sweep-service.ts'
