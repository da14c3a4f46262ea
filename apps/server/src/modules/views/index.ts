export { sweep } from './sweep-service.ts'
