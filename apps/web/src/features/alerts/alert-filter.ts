import { AlertFilter, alertStates } from '@slotwise/contract'
import { z } from 'zod'

/** The address names the state only where it is not the usual one. */
export const PageFilter = AlertFilter.extend({ state: z.enum(alertStates).optional() })
export type PageFilter = z.output<typeof PageFilter>
