export { commandChannel, dueTask, historyOf, unsentCommands } from './command-queries.ts'
export {
  cancelOpen,
  decideDue,
  giveCommand,
  giveNewSecret,
  isCommand,
  takeAck,
  takeForSending,
  takeProgress,
  takeResult,
} from './command-service.ts'
export { sweep } from './sweep-service.ts'
