export { cancelOpen, giveCommand, sendNewSecret, takeAck, takeForSending, takeResult } from './service.ts'
export { unbindByOperator } from './unbind-service.ts'
export { commandChannel, dueTask, historyOf } from './store.ts'
