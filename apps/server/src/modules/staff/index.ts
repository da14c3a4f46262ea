export { addToOwnScope, staffOf } from './scope-store.ts'
