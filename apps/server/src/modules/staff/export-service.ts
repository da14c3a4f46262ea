import {
  joinNames,
  idsOfDetail,
  permissionOfId,
  permissionWords,
  staffCalls,
  staffFieldWords,
  type SubUser,
  subUserStateOf,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField } from '../jobs/index.ts'
import { countRoles, eachRole, type RoleRow } from './role-queries.ts'
import { withScopes } from './sub-user-service.ts'
import { countSubUsers, eachSubUser } from './sub-user-queries.ts'

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
          : joinNames(ctx.locale, [...user.area_names, ...user.store_names, ...user.device_names]),
    },
    {
      header: label.state,
      width: 12,
      of: (user) => label[subUserStateOf(user)],
    },
    {
      header: label.oper_pwd,
      width: 14,
      of: (user) => (user.operLocked ? label.locked : user.hasOperPwd ? label.is_set : label.not_set),
    },
    instantField(label.last_login_at, (user) => user.last_login_at),
    instantField(label.created_at, (user) => user.created_at),
  ]
}

/** The roles or sub-accounts of a filter as a sheet, in the caller's language. */
export const staffExport = defineExport(staffCalls, 'exportStaff', {
  // The export serves two pages; each list needs the permission of its own page.
  access: ({ kind }) => (kind === 'role' ? 'user.role' : 'user.subUser'),
  async sheet(ctx, request) {
    const label = staffFieldWords[ctx.locale]
    if (request.kind === 'role') {
      const total = await countRoles(ctx, request.condition)
      return sheetOf(label.roles, roleFields(ctx), total, eachRole(ctx, request.condition))
    }
    const total = await countSubUsers(ctx, request.condition)
    const users = completed(eachSubUser(ctx, request.condition), (rows) => withScopes(ctx, rows))
    return sheetOf(label.subUsers, subUserFields(ctx), total, users)
  },
})
