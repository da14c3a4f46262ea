import {
  allPermissions,
  joinNames,
  type List,
  type ParsedInputOf,
  permissionGroupWords,
  permissions,
  permissionWords,
  type PermissionTree,
  type Role,
  type staffCalls,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { whenTaken } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { emit } from '../../kernel/events.ts'
import { deleteSignsOf } from '../account/index.ts'
import { isAboveRole, isWithinPowers, mayGrant, type Powers } from './rank-service.ts'
import * as queries from './role-queries.ts'

type Input<Name extends keyof typeof staffCalls> = ParsedInputOf<(typeof staffCalls)[Name]>

/** All permissions that a role can grant, as a tree in the caller's language. */
export async function getPermission(ctx: Ctx): Promise<PermissionTree> {
  const groups = [...new Set(allPermissions.map((name) => permissions[name].group))]
  return {
    data: groups.map((group) => ({
      group,
      title: permissionGroupWords[ctx.locale][group],
      items: allPermissions
        .filter((name) => permissions[name].group === group)
        .map((name) => ({
          id: permissions[name].id,
          name: permissionWords[ctx.locale][name],
          grantable: mayGrant(ctx, name),
        })),
    })),
  }
}

const isOwn = (ctx: Ctx, role: queries.RoleRow): boolean => role.roleid === ctx.user.roleId
const isAbove = (ctx: Ctx, role: queries.RoleRow): boolean => role.reaches_beyond || !isAboveRole(ctx, role)

const toRole = (ctx: Ctx, role: queries.RoleRow): Role => {
  const { reaches_beyond: _, ...rest } = role
  return {
    ...rest,
    editable: !isOwn(ctx, role) && !isAbove(ctx, role),
    grantable: isWithinPowers(ctx, role),
  }
}

/** What the audit records: the role itself, without what depends on the caller. */
const facts = ({ roleid, name, note, perm_detail, goods_scope, bank_scope }: queries.RoleRow) => ({
  roleid,
  name,
  note,
  perm_detail,
  goods_scope,
  bank_scope,
})

export async function getRole(ctx: Ctx, { condition, ...page }: Input<'getRole'>): Promise<List<Role>> {
  const { data, count } = await queries.listRoles(ctx, page, condition)
  return { data: data.map((role) => toRole(ctx, role)), count }
}

async function demandRole(ctx: Ctx, id: string): Promise<queries.RoleRow> {
  const role = await queries.findRole(ctx, id)
  if (!role) throw new AppError('notFound')
  return role
}

/** Returns the role and locks it; refuses when the caller may not change it. */
async function demandEditable(ctx: Ctx, id: string): Promise<queries.RoleRow> {
  await queries.lockRole(ctx, id, 'update')
  const role = await demandRole(ctx, id)
  if (isOwn(ctx, role)) throw new AppError('ownRole')
  if (isAbove(ctx, role)) throw new AppError('aboveYou')
  return role
}

function demandGrantable(ctx: Ctx, draft: Powers): void {
  if (!isWithinPowers(ctx, draft)) throw AppError.atField('perm_detail', 'cannotGrant')
}

export async function addRole(ctx: Ctx, draft: Input<'addRole'>): Promise<Role> {
  demandGrantable(ctx, draft)
  const id = await queries.insertRole(ctx, draft).catch(nameTaken)
  const role = await demandRole(ctx, id)
  await audit(ctx, { call: 'addRole', object: 'role', objectId: id, after: facts(role) })
  return toRole(ctx, role)
}

const nameTaken = whenTaken(() => AppError.atField('name', 'nameTaken'))

export async function editRole(ctx: Ctx, { roleid, rev, ...draft }: Input<'editRole'>): Promise<Role> {
  const before = await demandEditable(ctx, roleid)
  demandGrantable(ctx, draft)
  const updated = await queries.updateRole(ctx, roleid, rev, draft).catch(nameTaken)
  if (!updated) throw new AppError('changedMeanwhile')
  const after = await demandRole(ctx, roleid)
  await tellUsers(ctx, before, after)
  await audit(ctx, {
    call: 'editRole',
    object: 'role',
    objectId: roleid,
    before: facts(before),
    after: facts(after),
  })
  return toRole(ctx, after)
}

/**
 * When the rights have changed: ends the signs given under the old ones, and makes open consoles reload their
 * rights.
 */
async function tellUsers(ctx: Ctx, before: queries.RoleRow, after: queries.RoleRow): Promise<void> {
  const powers = ({ perm_detail, goods_scope, bank_scope }: Powers): string =>
    [perm_detail, goods_scope, bank_scope].join(' ')
  if (powers(before) === powers(after)) return
  for (const { account_id: account } of await queries.usersOfRole(ctx, after.roleid))
    await rightsChanged(ctx, account)
}

export async function rightsChanged(ctx: Ctx, account: string): Promise<void> {
  await deleteSignsOf(ctx.tx, ctx.tenant.id, account)
  await askAgain(ctx, account)
}

/** Makes the open consoles of an account reload their user. */
export const askAgain = (ctx: Ctx, account: string): Promise<void> =>
  emit(ctx.tx, ctx.tenant.id, ctx.now, { kind: 'me', data: { account } }, { account })

const namedAtMost = 5

export async function delRole(ctx: Ctx, { roleid }: Input<'delRole'>): Promise<Record<string, never>> {
  const before = await demandEditable(ctx, roleid)
  const users = await queries.usersOfRole(ctx, roleid)
  if (users.length > 0)
    throw new AppError('roleInUse', {
      count: users.length,
      names: joinNames(
        ctx.locale,
        users.slice(0, namedAtMost).map(({ nickname }) => nickname),
      ),
    })
  await queries.setRoleDeleted(ctx, roleid, true)
  await audit(ctx, { call: 'delRole', object: 'role', objectId: roleid, before: facts(before) })
  return {}
}

/** Restores a deleted role, if the caller could add such a role. */
export async function restoreRole(ctx: Ctx, { roleid }: Input<'restoreRole'>): Promise<Role> {
  const restored = await queries
    .setRoleDeleted(ctx, roleid, false)
    .catch(whenTaken(() => new AppError('duplicate')))
  if (!restored) throw new AppError('notFound')
  const role = await demandRole(ctx, roleid)
  if (isAbove(ctx, role)) throw new AppError('aboveYou')
  await audit(ctx, { call: 'restoreRole', object: 'role', objectId: roleid, after: facts(role) })
  return toRole(ctx, role)
}
