import { config } from 'zod'

/**
 * Loaded before any schema is made: zod would otherwise try whether it may compile code, and the content policy
 * would report the attempt.
 */
config({ jitless: true })
