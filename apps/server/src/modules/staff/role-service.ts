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
import * as store from './role-store.ts'

type Input<Name extends keyof typeof staffCalls> = ParsedInputOf<(typeof staffCalls)[Name]>

/** Everything a role can grant, as a tree in the caller's language. */
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

const isOwn = (ctx: Ctx, role: store.RoleRow): boolean => role.roleid === ctx.user.roleId
const isAbove = (ctx: Ctx, role: store.RoleRow): boolean => role.reaches_beyond || !isAboveRole(ctx, role)

const toRole = (ctx: Ctx, role: store.RoleRow): Role => {
  const { reaches_beyond: _, ...rest } = role
  return {
    ...rest,
    editable: !isOwn(ctx, role) && !isAbove(ctx, role),
    grantable: isWithinPowers(ctx, role),
  }
}

/** What the audit keeps: the role itself, not how it looks to the caller. */
const facts = ({ roleid, name, note, perm_detail, goods_scope, bank_scope }: store.RoleRow) => ({
  roleid,
  name,
  note,
  perm_detail,
  goods_scope,
  bank_scope,
})

export async function getRole(ctx: Ctx, { condition, ...page }: Input<'getRole'>): Promise<List<Role>> {
  const { data, count } = await store.listRoles(ctx, page, condition)
  return { data: data.map((role) => toRole(ctx, role)), count }
}

async function demandRole(ctx: Ctx, id: string): Promise<store.RoleRow> {
  const role = await store.findRole(ctx, id)
  if (!role) throw new AppError('notFound')
  return role
}

/** The role, locked, if the caller may change it. */
async function demandEditable(ctx: Ctx, id: string): Promise<store.RoleRow> {
  if (!(await store.lockRole(ctx, id, 'update'))) throw new AppError('notFound')
  const role = await demandRole(ctx, id)
  if (isOwn(ctx, role)) throw new AppError('ownRole')
  if (isAbove(ctx, role)) throw new AppError('aboveYou')
  return role
}

function demandGrantable(ctx: Ctx, draft: Powers): void {
  if (!isWithinPowers(ctx, draft)) throw AppError.atField('perm_detail', 'cannotGrant')
}

async function demandFreeName(ctx: Ctx, name: string, except?: string): Promise<void> {
  if (await store.isRoleName(ctx, name, except)) throw AppError.atField('name', 'nameTaken')
}

export async function addRole(ctx: Ctx, draft: Input<'addRole'>): Promise<Role> {
  demandGrantable(ctx, draft)
  await demandFreeName(ctx, draft.name)
  const id = await store.insertRole(ctx, draft).catch(nameTaken)
  const role = await demandRole(ctx, id)
  await audit(ctx, { call: 'addRole', object: 'role', objectId: id, after: facts(role) })
  return toRole(ctx, role)
}

const nameTaken = whenTaken(() => AppError.atField('name', 'nameTaken'))

export async function editRole(ctx: Ctx, { roleid, rev, ...draft }: Input<'editRole'>): Promise<Role> {
  const before = await demandEditable(ctx, roleid)
  demandGrantable(ctx, draft)
  await demandFreeName(ctx, draft.name, roleid)
  const updated = await store.updateRole(ctx, roleid, rev, draft).catch(nameTaken)
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

/** Other rights than before: authorizations given under the old ones end, and open consoles ask again what they may. */
async function tellUsers(ctx: Ctx, before: store.RoleRow, after: store.RoleRow): Promise<void> {
  const powers = ({ perm_detail, goods_scope, bank_scope }: Powers): string =>
    [perm_detail, goods_scope, bank_scope].join(' ')
  if (powers(before) === powers(after)) return
  for (const { account_id: account } of await store.usersOfRole(ctx, after.roleid))
    await rightsChanged(ctx, account)
}

export async function rightsChanged(ctx: Ctx, account: string): Promise<void> {
  await deleteSignsOf(ctx.tx, ctx.tenant.id, account)
  await askAgain(ctx, account)
}

/** Has the open consoles of an account ask again who their user is. */
export const askAgain = (ctx: Ctx, account: string): Promise<void> =>
  emit(ctx.tx, ctx.tenant.id, ctx.now, { kind: 'me', data: { account } }, { account })

const namedAtMost = 5

export async function delRole(ctx: Ctx, { roleid }: Input<'delRole'>): Promise<Record<string, never>> {
  const before = await demandEditable(ctx, roleid)
  const users = await store.usersOfRole(ctx, roleid)
  if (users.length > 0)
    throw new AppError('roleInUse', {
      count: users.length,
      names: joinNames(
        ctx.locale,
        users.slice(0, namedAtMost).map(({ nickname }) => nickname),
      ),
    })
  await store.setRoleDeleted(ctx, roleid, true)
  await audit(ctx, { call: 'delRole', object: 'role', objectId: roleid, before: facts(before) })
  return {}
}

/** Takes a deletion back, as far as the caller could make that role himself. */
export async function restoreRole(ctx: Ctx, { roleid }: Input<'restoreRole'>): Promise<Role> {
  const restored = await store
    .setRoleDeleted(ctx, roleid, false)
    .catch(whenTaken(() => new AppError('duplicate')))
  if (!restored) throw new AppError('notFound')
  const role = await demandRole(ctx, roleid)
  if (isAbove(ctx, role)) throw new AppError('aboveYou')
  await audit(ctx, { call: 'restoreRole', object: 'role', objectId: roleid, after: facts(role) })
  return toRole(ctx, role)
}
