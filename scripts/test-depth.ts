// Random cases: few and the same ones on every run, many and others each time with `npm run test:deep`.
import fc from 'fast-check'

fc.configureGlobal(
  process.env['SLOTWISE_DEEP'] === '1' ? { numRuns: 5_000 } : { numRuns: 100, seed: 20_261_115 },
)
