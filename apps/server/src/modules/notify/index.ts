export { noteAlerts, noteRefunds } from './event-service.ts'
