import { z } from 'zod'

import { hasTwoDecimals } from '../kernel/percent.ts'

/** A winning rate in percent, with at most two decimals. */
export const Rate = z
  .number({ error: (issue) => ((issue.input ?? '') === '' ? 'v:required' : 'v:rate') })
  .min(1, { error: 'v:rate' })
  .max(100, { error: 'v:rateAbove' })
  .refine(hasTwoDecimals, { error: 'v:twoDecimals' })
