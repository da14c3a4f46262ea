export { addToOwnScope, staffOf } from './store.ts'
