// Random cases: few on every run, many with `npm run test:deep`.
import fc from 'fast-check'

fc.configureGlobal({ numRuns: process.env['SLOTWISE_DEEP'] === '1' ? 5_000 : 100 })
