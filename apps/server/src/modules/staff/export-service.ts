import {
  joinNames,
  mayAccess,
  type ParsedInputOf,
  idsOfDetail,
  permissionOfId,
  permissionWords,
  type staffCalls,
  staffFieldWords,
  type SubUser,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { completed } from '../../kernel/pieces.ts'
import type { Cell } from '../../kernel/sheets/cells.ts'
import { type Field, sheetOf } from '../../kernel/sheets/fields.ts'
import { type Exporter, startJob } from '../jobs/index.ts'
import { countRoles, eachRole, type RoleRow } from './role-store.ts'
import { withScopes } from './sub-user-service.ts'
import { countSubUsers, eachSubUser } from './sub-user-store.ts'

type Request = ParsedInputOf<(typeof staffCalls)['exportStaff']>

/** Either page may be open to the caller; each list is for those who may see it. */
const accessOf = ({ kind }: Request) => (kind === 'role' ? 'user.role' : 'user.subUser')

function demandList(ctx: Ctx, request: Request): void {
  if (!mayAccess(accessOf(request), { isMain: ctx.user.isMain, permissions: ctx.permissions }))
    throw new AppError('noPermission')
}

export async function exportStaff(ctx: Ctx, request: Request): Promise<{ job: string }> {
  demandList(ctx, request)
  const receipt = await startJob(ctx, 'staff', request, accessOf(request))
  await audit(ctx, { call: 'exportStaff', object: 'job', objectId: receipt.job, after: request })
  return receipt
}

function roleFields(ctx: Ctx): Field<RoleRow>[] {
  const label = staffFieldWords[ctx.locale]
  const names = permissionWords[ctx.locale]
  const permissionNames = ({ perm_detail: detail }: RoleRow): string =>
    joinNames(
      ctx.locale,
      idsOfDetail(detail)
        .map(permissionOfId)
        .flatMap((name) => (name ? names[name] : [])),
    )
  return [
    { header: label.role_name, width: 24, of: (role) => role.name },
    { header: label.note, width: 36, of: (role) => role.note },
    { header: label.perm_detail, width: 60, of: permissionNames },
    { header: label.goods_scope, width: 16, of: (role) => label[role.goods_scope] },
    { header: label.bank_scope, width: 16, of: (role) => label[role.bank_scope] },
    { header: label.user_count, kind: 'number', of: (role) => role.user_count },
  ]
}

function subUserFields(ctx: Ctx): Field<SubUser>[] {
  const label = staffFieldWords[ctx.locale]
  const instant = (text: string | null): Cell => (text === null ? null : new Date(text))
  return [
    { header: label.nickname, width: 20, of: (user) => user.nickname },
    { header: label.sub_username, width: 20, of: (user) => user.sub_username },
    { header: label.phone, width: 18, of: (user) => user.phone },
    { header: label.roleid, width: 20, of: (user) => user.role_name },
    {
      header: label.scope,
      width: 48,
      of: (user) =>
        user.all_device
          ? label.everything
          : joinNames(ctx.locale, [...user.store_names, ...user.device_names]),
    },
    {
      header: label.oper_pwd,
      width: 14,
      of: (user) => (user.operLocked ? label.locked : user.hasOperPwd ? label.is_set : label.not_set),
    },
    { header: label.last_login_at, kind: 'datetime', width: 20, of: (user) => instant(user.last_login_at) },
    { header: label.created_at, kind: 'datetime', width: 20, of: (user) => instant(user.created_at) },
  ]
}

/** The roles or sub-accounts of a filter as a sheet, in the language of who asked. */
export const staffExporter: Exporter<Request> = {
  access: ['user.subUser', 'user.role'],
  async sheet(ctx, request) {
    demandList(ctx, request)
    const label = staffFieldWords[ctx.locale]
    if (request.kind === 'role') {
      const total = await countRoles(ctx, request.condition)
      return sheetOf(label.roles, roleFields(ctx), total, eachRole(ctx, request.condition))
    }
    const total = await countSubUsers(ctx, request.condition)
    const users = completed(eachSubUser(ctx, request.condition), (rows) => withScopes(ctx, rows))
    return sheetOf(label.subUsers, subUserFields(ctx), total, users)
  },
}
