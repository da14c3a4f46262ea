export { takeIntoInbox } from './inbox-service.ts'
