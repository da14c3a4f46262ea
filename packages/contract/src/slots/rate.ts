import { z } from 'zod'

const isExact = (rate: number): boolean => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-9

/** A winning rate in percent, with at most two decimals. */
export const Rate = z
  .number({ error: (issue) => ((issue.input ?? '') === '' ? 'v:required' : 'v:rate') })
  .min(1, { error: 'v:rate' })
  .max(100, { error: 'v:rateAbove' })
  .refine(isExact, { error: 'v:rateDecimals' })
