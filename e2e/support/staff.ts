import {
  accountCalls,
  detailOfIds,
  type Permission,
  permissions,
  type Role,
  staffCalls,
  type SubUser,
} from '@slotwise/contract'

import type { Merchant } from './merchant.ts'
import { callServer, md5 } from './server.ts'

/** The ids of these permissions, as a role holds them. */
export const detailOf = (...names: Permission[]): string =>
  detailOfIds(names.map((name) => permissions[name].id))

type RoleWish = Partial<Pick<Role, 'note' | 'goods_scope' | 'bank_scope'>>

export const addRole = (
  merchant: Merchant,
  name: string,
  granted: Permission[],
  wish: RoleWish = {},
): Promise<Role> =>
  callServer(
    staffCalls.addRole,
    { name, note: `${name} of the shop`, perm_detail: detailOf(...granted), ...wish },
    merchant.caller,
  )

export const staffPassword = 'counter-88'

type SubUserWish = Partial<Pick<SubUser, 'sub_username' | 'phone' | 'all_device' | 'store' | 'device'>> & {
  oper_pwd?: string
}

/** Account names are unique across merchants, so the merchant's phone number is added. */
export const accountOf = (merchant: Merchant, name: string): string => `${name}.${merchant.phone}`

export const addSubUser = (
  merchant: Merchant,
  nickname: string,
  role: Role,
  wish: SubUserWish = {},
): Promise<SubUser> =>
  callServer(
    staffCalls.addSubUser,
    {
      nickname,
      sub_username: accountOf(merchant, nickname.toLowerCase().replace(/\W/g, '')),
      roleid: role.roleid,
      password: md5(staffPassword),
      ...wish,
    },
    merchant.caller,
  )

export const operationPassword = '602214'

export const setOperationPassword = (merchant: Merchant): Promise<unknown> =>
  callServer(accountCalls.editOprPwd, { new_oper_pwd: operationPassword }, merchant.caller)

/** The authorization of the operation password, for a sensitive call. */
export const signOf = async (merchant: Merchant): Promise<string> =>
  (await callServer(accountCalls.checkOprPwd, { password: md5(operationPassword) }, merchant.caller)).sign
