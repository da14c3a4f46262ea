import { config } from 'zod'

/**
 * Loaded before any schema is created: zod would otherwise test whether it may compile code, and the content security
 * policy would report the attempt.
 */
config({ jitless: true })
