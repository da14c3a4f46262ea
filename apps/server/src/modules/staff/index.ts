export { addDeviceToOwnScope, addToOwnScope, staffOf } from './scope-store.ts'
