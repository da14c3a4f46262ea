import type { Break } from './break.ts'

const modules = 'apps/server/src/modules'

export const section3: readonly Break[] = [
  ['S3-E16', `${modules}/bills/bill-rows.ts`, 'refunded: bill.refunded,', 'refunded: 0,'],
  ['S3-E16', `${modules}/bills/bill-rows.ts`, 'dev_type: bill.dev_type,', `dev_type: 'vending',`],
  ['S3-E16', `${modules}/bills/bill-rows.ts`, 'goods: [...bill.goods],', 'goods: bill.goods.slice(0, 1),'],
  ['S3-E16', `${modules}/bills/bill-rows.ts`, `remarks: bill.remarks ?? '',`, `remarks: '',`],
  [
    'S3-E17',
    `${modules}/payments/pay-bill-queries.ts`,
    `      'p.cardno',\n`,
    `      sql<string>\`''\`.as('cardno'),\n`,
  ],
  [
    'S3-E17',
    `${modules}/payments/pay-bill-queries.ts`,
    `'p.state as status'`,
    `sql<string>\`'paid'\`.as('status')`,
  ],
  ['S3-F04', 'packages/contract/src/kernel/sn.ts', `/^\\d{1,20}$/`, `/^\\w{1,20}$/`],
  ['S3-E08', 'packages/contract/src/devices/settings.ts', '...(has.powerTimer ? power : []),', ''],
  [
    'S3-E15',
    'apps/server/src/modules/media/image-queries.ts',
    `    'image.name',\n    'image.file',`,
    `    sql<string>\`''\`.as('name'),\n    'image.file',`,
  ],
  [
    'S3-E21',
    'apps/server/src/modules/bankcards/card-queries.ts',
    `  'c.cert_expire_date',\n`,
    `  sql<null>\`null\`.as('cert_expire_date'),\n`,
  ],
  [
    'S3-F13',
    'packages/contract/src/coupons/schemas.ts',
    `['discount', 'cash'] as const`,
    `['discount'] as const`,
  ],
  [
    'S3-E31',
    'apps/server/src/modules/referrers/referrer-queries.ts',
    `region: sql<string[]>\`\${region}::bigint[]\`,\n  commission: hundredths(commission) ?? 0,`,
    `region: sql<string[]>\`'{}'::bigint[]\`,\n  commission: hundredths(commission) ?? 0,`,
  ],
  [
    'S3-E32',
    'apps/server/src/modules/overview/detail-service.ts',
    `point[\`\${prefixes[online]}Refund\`] += refund`,
    `point[\`\${prefixes[online]}Refund\`] += online === 'gkash' ? 0 : refund`,
  ],
  [
    'S3-E42',
    'apps/server/src/modules/account/password-service.ts',
    `if (!main || !(await isCode(deps, now, 'reset', { phone }, input.code))) throw new AppError('codeWrong')\n  const passwordHash = await newPassword(deps, main, input.password)\n  if (!(await useCode(deps, now, 'reset', phone, input.code))) throw new AppError('codeWrong')`,
    `if (!main) throw new AppError('codeWrong')\n  const passwordHash = await newPassword(deps, main, input.password)`,
  ],
]
