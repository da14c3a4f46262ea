export { decideDue } from './service.ts'
