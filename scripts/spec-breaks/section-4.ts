import type { Break } from './break.ts'

export const section4: readonly Break[] = [
  [
    'S4-T14',
    'apps/server/src/modules/bankcards/photo-service.ts',
    `openStates, { state: 'reviewing' })`,
    `openStates, { state: 'approved' })`,
  ],
  ['S4-T23', 'packages/contract/src/bills/status.ts', `  2: 'abnormal',`, `  2: 'normal',`],
  [
    'S4-T32',
    'apps/server/src/modules/bills/refund-rules.ts',
    `if (bill.refunded > 0 || refundedStatuses.has(bill.status)) return 'refunded'`,
    '',
  ],
  [
    'S4-T20',
    'apps/simulator/src/machine/operations.ts',
    '[60 * second, 120 * second]',
    '[30 * second, 60 * second]',
  ],
  ['S4-T02', 'apps/web/src/lib/client.ts', `  if (body.rcode === sessionEnded) endSession(token)\n`, ''],
  [
    'S4-T10',
    'apps/web/src/features/account/reset-login-password.tsx',
    `    notify('success', t('done'))\n`,
    '',
  ],
]
