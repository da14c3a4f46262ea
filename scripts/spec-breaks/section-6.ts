import type { Break } from './break.ts'

const routes = 'apps/web/src/app/routes.tsx'

export const section6: readonly Break[] = [
  ['S6-P05', routes, `access: 'goods.manage',`, `access: 'signedIn',`],
  ['S6-P05', routes, `access: 'statistics.report',`, `access: 'statistics.goods',`],
  [
    'S6-P14',
    'packages/contract/src/goods/calls.ts',
    `path: '/api/v1/g/getGoods',\n    access: 'goods.manage',`,
    `path: '/api/v1/g/getGoods',\n    access: ['goods.manage', 'device.manage'],`,
  ],
  [
    'S6-P17',
    'packages/contract/src/statistics/calls.ts',
    `path: '/api/v1/a/store', access: 'statistics.store'`,
    `path: '/api/v1/a/store', access: ['statistics.store', 'statistics.area']`,
  ],
  [
    'S6-P23',
    'apps/server/src/modules/bankcards/card-queries.ts',
    `\n    .where(isOwn(ctx, 'bank', 'c.account_id'))`,
    '',
  ],
  ['S6-P38', 'apps/web/src/app/routes.tsx', `access: 'user.subUser',`, `access: 'signedIn',`],
  [
    'S6-P40',
    'packages/contract/src/bills/calls.ts',
    `path: '/api/v1/b/getRefundBill',\n    access: 'main',`,
    `path: '/api/v1/b/getRefundBill',\n    access: 'order.refund',`,
  ],
  [
    'S6-P51',
    'packages/contract/src/commands/calls.ts',
    `path: '/api/v1/d/power',\n    access: 'device.remote',\n    sign: true,`,
    `path: '/api/v1/d/power',\n    access: 'device.remote',`,
  ],
  [
    'S6-P55',
    'packages/contract/src/bills/calls.ts',
    `path: '/api/v1/b/refund',\n    access: 'order.refund',\n    sign: true,`,
    `path: '/api/v1/b/refund',\n    access: 'order.refund',`,
  ],
  [
    'S6-P58',
    'apps/server/src/modules/overview/overview-service.ts',
    '(await seesPayments(ctx)) ? byClient(clients) : null',
    '((await seesPayments(ctx)) || !ctx.user.isMain) ? byClient(clients) : null',
  ],
]
