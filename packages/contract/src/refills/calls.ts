import { refillListCalls } from './list-calls.ts'
import { visitCalls } from './visit-calls.ts'

/** Refills: what to bring, and what was done at the machine. */
export const refillCalls = { ...refillListCalls, ...visitCalls }
