/**
 * Who may change whom. The main account may change everyone. Anybody else hands on at most what he has: permissions,
 * the reach of a role (all goods and cards, or his own), stores and devices. He changes only those who have less:
 * among equals one could make himself a second account, and change the first from there.
 */
import { idsOfDetail, isOwnScoped, type OwnScope, type Permission, permissionOfId } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'

export type Powers = { perm_detail: string; goods_scope: OwnScope; bank_scope: OwnScope }

export const mayGrant = (ctx: Ctx, permission: Permission): boolean =>
  ctx.user.isMain || ctx.permissions.has(permission)

const grantedBy = ({ perm_detail: detail }: Powers) => idsOfDetail(detail).map(permissionOfId)

/** Whether a role reaches everybody's goods or cards. */
const reachesAll = (role: Powers, what: 'goods' | 'bank'): boolean =>
  role[`${what}_scope`] === 'all' && isOwnScoped(role.perm_detail, what)

/** Whether a role holds nothing that the caller lacks. */
export const isWithinPowers = (ctx: Ctx, role: Powers): boolean =>
  ctx.user.isMain ||
  (grantedBy(role).every((permission) => permission !== undefined && ctx.permissions.has(permission)) &&
    (['goods', 'bank'] as const).every((what) => !(ctx.ownOnly[what] && reachesAll(role, what))))

/** Whether the caller has all that a role holds, and more. */
export const isAboveRole = (ctx: Ctx, role: Powers): boolean =>
  ctx.user.isMain || (isWithinPowers(ctx, role) && grantedBy(role).length < ctx.permissions.size)
