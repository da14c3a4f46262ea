import type { RefillFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { writeFilter } from '../../lib/url-state.ts'

/** The refill list of the machines that a filter finds. The order of another list does not matter there. */
export function refillAddress({
  order: _,
  ...filter
}: z.input<typeof RefillFilter> & { order?: unknown }): string {
  const params = writeFilter(new URLSearchParams(), filter)
  return params.size === 0 ? '/refill' : `/refill?${params}`
}
