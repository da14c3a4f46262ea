import { CaseFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { rangeField } from '../../lib/day-range.ts'

/** The address names the state only where it is not the usual one. */
export const PageFilter = CaseFilter.safeExtend(rangeField)
export type PageFilter = z.output<typeof PageFilter>
