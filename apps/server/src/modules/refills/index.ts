export { refillExport } from './list-export.ts'
export { insertRefill } from './list-queries.ts'
export { sweep } from './sweep-service.ts'
