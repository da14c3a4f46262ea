import { z } from 'zod'

/** Whether a percentage has at most two decimals. */
export const hasTwoDecimals = (percent: number): boolean =>
  Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9

/** A percentage from 0 to 100 with at most two decimals. */
export const Percent = z
  .number({ error: 'v:percent' })
  .min(0, { error: 'v:percent' })
  .max(100, { error: 'v:percent' })
  .refine(hasTwoDecimals, { error: 'v:twoDecimals' })
