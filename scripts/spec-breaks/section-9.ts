import type { Break } from './break.ts'

export const section9: readonly Break[] = [
  ['S9-K06', 'packages/contract/src/account/schemas.ts', 'header: 4,', 'header: 5,'],
  [
    'S9-K09',
    'packages/contract/src/account/schemas.ts',
    'export const minPasswordLength = 6',
    'export const minPasswordLength = 5',
  ],
  [
    'S9-K17',
    'packages/contract/src/kernel/paging.ts',
    'pageOf = <Filter extends z.ZodType>(condition: Filter, defaultSize = 10)',
    'pageOf = <Filter extends z.ZodType>(condition: Filter, defaultSize = 20)',
  ],
  [
    'S9-K21',
    'packages/contract/src/goods/schemas.ts',
    'export const goodsPageSize = 8',
    'export const goodsPageSize = 10',
  ],
  [
    'S9-K22',
    'packages/contract/src/funds/schemas.ts',
    'export const fundPageSize = 2',
    'export const fundPageSize = 10',
  ],
  [
    'S9-K30',
    'apps/server/src/modules/payments/paid-service.ts',
    'export const winnerDays = 30',
    'export const winnerDays = 29',
  ],
  [
    'S9-K38',
    'packages/contract/src/kernel/time.ts',
    'return { from: firstOfMonth, to: today }',
    'return { from: addDays(today, -30), to: today }',
  ],
  [
    'S9-K34',
    'apps/web/src/features/bills/bill-words.ts',
    `'The money returns to the customer in 1-3 working days.'`,
    `'The money returns to the customer in 5-10 working days.'`,
  ],
]
