export { refillExport } from './list-export.ts'
export { sweep } from './sweep-service.ts'
