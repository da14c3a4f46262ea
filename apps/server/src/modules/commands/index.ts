export { exportDevHistory } from './export-service.ts'
export { getDevHistory } from './history-service.ts'
export {
  getCommand,
  power,
  refreshSetting,
  remoteOuting,
  resetId,
  setChannelNum,
  switchLED,
  testOut,
} from './remote-service.ts'
export {
  cancelOpen,
  giveCommand,
  sendNewSecret,
  takeAck,
  takeForSending,
  takeProgress,
  takeResult,
} from './service.ts'
export { unbind, unbindByOperator } from './unbind-service.ts'
export { commandChannel, dueTask, historyOf } from './store.ts'
