/**
 * Which accounts and roles a caller may change. The main account may change all. Any other caller grants at most
 * the caller's own rights: permissions, the reach of a role (all goods and cards, or only own ones), stores and
 * devices. Such a caller changes only accounts with fewer rights: if equals could change each other, a user could
 * add a second, equal account and change the first from there.
 */
import {
  allPermissions,
  holds,
  idsOfDetail,
  isOwnScoped,
  type OwnScope,
  type Permission,
  permissionOfId,
} from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'

export type Powers = { perm_detail: string; goods_scope: OwnScope; bank_scope: OwnScope }

export const mayGrant = (ctx: Ctx, permission: Permission): boolean =>
  ctx.user.isMain || holds(ctx.permissions, permission)

const grantedBy = ({ perm_detail: detail }: Powers) => idsOfDetail(detail).map(permissionOfId)

/** Whether a role reaches goods or cards that others added. */
const reachesAll = (role: Powers, what: 'goods' | 'bank'): boolean =>
  role[`${what}_scope`] === 'all' && isOwnScoped(role.perm_detail, what)

/** Whether the caller has all rights of a role. */
export const isWithinPowers = (ctx: Ctx, role: Powers): boolean =>
  ctx.user.isMain ||
  (grantedBy(role).every((permission) => permission !== undefined && holds(ctx.permissions, permission)) &&
    (['goods', 'bank'] as const).every((what) => !(ctx.ownOnly[what] && reachesAll(role, what))))

/** How much is granted, with the parts of what is granted as a whole. */
const countHeld = (granted: ReadonlySet<Permission>): number =>
  allPermissions.filter((name) => holds(granted, name)).length

/** Whether the caller has all rights of a role, and more. */
export const isAboveRole = (ctx: Ctx, role: Powers): boolean =>
  ctx.user.isMain ||
  (isWithinPowers(ctx, role) &&
    countHeld(new Set(grantedBy(role).filter((name) => name !== undefined))) < countHeld(ctx.permissions))
