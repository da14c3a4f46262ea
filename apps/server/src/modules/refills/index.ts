export { refillExport } from './list-export.ts'
export { sweep } from './list-sweep.ts'
