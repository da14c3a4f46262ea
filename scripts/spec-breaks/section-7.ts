import type { Break } from './break.ts'

const remote = 'apps/server/src/modules/commands/remote-service.ts'
const slotSheet = 'apps/server/src/modules/slots/export-service.ts'
const slotSheetRows = 'apps/server/src/modules/slots/export-queries.ts'

export const section7: readonly Break[] = [
  ['S7-C14', remote, `on: motion === 'on'`, `on: motion !== 'on'`],
  ['S7-C14', remote, `op: 'restart', args: { part: dev }`, `op: 'restart', args: { part: 'machine' }`],
  [
    'S7-C16',
    'packages/contract/src/machines/calls.ts',
    `unbind',\n    access: 'device.remote',\n    sign: true,`,
    `unbind',\n    access: 'device.remote',`,
  ],
  [
    'S7-C16',
    'apps/server/src/modules/machines/unbind-service.ts',
    'await clearStock(ctx, by)',
    'void clearStock',
  ],
  ['S7-C24', slotSheet, `...(contents.includes('place') ? place : []),`, '...place,'],
  ['S7-C24', slotSheet, `request.type === 'goods'`, `request.type !== 'slot' && request.discard`],
  ['S7-C24', slotSheet, 'request.locale ?? caller.locale', 'caller.locale'],
  [
    'S7-C24',
    slotSheetRows,
    'or d.store_id = any(${stores}::bigint[])',
    'or d.store_id = any(${areas}::bigint[])',
  ],
  ['S7-C24', slotSheetRows, 'or st.area_id = any(${areas}::bigint[])', ''],
  ['S7-C24', slotSheetRows, 'choice.discard ? sql`c.enabled` : sql`true`', 'sql`true`'],
  [
    'S7-C01',
    'apps/server/src/modules/account/login-service.ts',
    'tx, deps })), token, secret }',
    'tx, deps })), token, secret: token }',
  ],
  [
    'S7-A04',
    'apps/server/src/modules/account/signup-service.ts',
    `if (form.country === 'CN' && !(await isSignOf(deps, 'signup', phone, form.sign ?? '')))\n    throw new AppError('codeNotRequested')`,
    '',
  ],
  [
    'S7-C12',
    'apps/server/src/modules/commands/remote-service.ts',
    `op: 'led', args: setting`,
    `op: 'led', args: { ...setting, on: true }`,
  ],
  [
    'S7-C25',
    'apps/server/src/modules/regions/area-queries.ts',
    `    .orderBy('area.area_id', 'desc')\n    .$call(atPage(page))`,
    `    .orderBy('area.area_id')\n    .$call(atPage(page))`,
  ],
  [
    'S7-C46',
    'apps/server/src/modules/bankcards/card-queries.ts',
    `await asRows(ctx, query).orderBy('c.merchant_id', 'desc')`,
    `await asRows(ctx, query).orderBy('c.merchant_id')`,
  ],
  [
    'S7-C64',
    'apps/server/src/modules/account/login-service.ts',
    'return { isRight: await isOwnPassword(ctx, account?.password_hash, password) }',
    'return { isRight: (await isOwnPassword(ctx, account?.password_hash, password)) || !ctx.user.isMain }',
  ],
  [
    'S7-C66',
    'apps/server/src/modules/account/operation-service.ts',
    `    await queries.deleteSignsOf(ctx.tx, ctx.tenant.id, ctx.user.id)\n`,
    '',
  ],
  [
    'S7-C66',
    'apps/server/src/modules/account/operation-service.ts',
    `if (account?.operation_hash) await demandOperation(ctx, account, input.old_oper_pwd ?? '')`,
    '',
  ],
  [
    'S7-C80',
    'apps/server/src/modules/vouchers/voucher-queries.ts',
    `  const { q } = filter\n  let query = vouchers(ctx).where(isOneOf(filter.ids, 'v.gift_id'))`,
    `  const { q } = filter\n  let query = vouchers(ctx)\n    .where(isOneOf(filter.ids, 'v.gift_id'))\n    .where('v.state', '<>', 'deleted')`,
  ],
  [
    'S7-C83',
    'apps/server/src/modules/coupons/coupon-queries.ts',
    `      sql<number>\`count(*)::int\`.as('used'),`,
    `      sql<number>\`0\`.as('used'),`,
  ],
  [
    'S7-C84',
    'apps/server/src/modules/coupons/coupon-service.ts',
    `export async function addCoupon(ctx: Ctx, draft: Input<'addCoupon'>): Promise<Coupon> {\n  await demandStores(ctx, draft.regions)`,
    `export async function addCoupon(ctx: Ctx, draft: Input<'addCoupon'>): Promise<Coupon> {`,
  ],
  [
    'S7-C89',
    'apps/server/src/modules/referrers/referrer-queries.ts',
    'commission: hundredths(commission) ?? 0,',
    'commission: 0,',
  ],
  [
    'S7-C91',
    'apps/server/src/modules/referrers/referrer-queries.ts',
    `.set({ deleted_at: deleted ? ctx.now : null })\n      .where('tenant_id', '=', ctx.tenant.id)\n      .where('referrer_id', '=', id)`,
    `.set({ deleted_at: deleted ? ctx.now : null })\n      .where('tenant_id', '=', ctx.tenant.id)`,
  ],
  [
    'S7-C92',
    'apps/server/src/modules/members/card-queries.ts',
    `['cardno', 'nickname', 'note']))\n  if`,
    `['cardno', 'nickname']))\n  if`,
  ],
  [
    'S7-C93',
    'apps/server/src/modules/members/card-queries.ts',
    `      note,\n      device,\n      point: 0,`,
    `      note: '',\n      device,\n      point: 0,`,
  ],
]
