/** Random cases: few and always the same on a usual run, many and different ones with `npm run test:deep`. */
import fc from 'fast-check'

fc.configureGlobal(
  process.env['SLOTWISE_DEEP'] === '1' ? { numRuns: 5_000 } : { numRuns: 100, seed: 20_261_115 },
)
