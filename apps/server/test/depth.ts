/**
 * The size of a storm test: small on every run, full with `npm run test:deep`. A small one still covers every case
 * that the test names; a full one also covers what only happens under load or once in thousands of runs.
 */
export const storm = ({ usual, deep }: { usual: number; deep: number }): number =>
  process.env['SLOTWISE_DEEP'] === '1' ? deep : usual
