import { calls } from '../kernel/call.ts'
import { refillListCalls } from './list-calls.ts'

export const refillCalls = calls({ ...refillListCalls })
