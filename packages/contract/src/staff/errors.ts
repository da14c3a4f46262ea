import { errors } from '../kernel/errors.ts'

export const staffErrors = errors({
  roleInUse: [
    103,
    '该角色仍有 {count} 个账号在使用：{names}。请先为他们更换角色。',
    '該角色仍有 {count} 個帳號在使用：{names}。請先為他們更換角色。',
    'The role is still assigned to {count} {count|account|accounts}: {names}. Assign them another role first.',
  ],
  accountTaken: [
    104,
    '该账号已存在，请换一个',
    '該帳號已存在，請換一個',
    'this account is existing, please write another',
  ],
  alreadyJoined: [
    103,
    '该账号已设置密码，无需邀请',
    '該帳號已設定密碼，無需邀請',
    'This account already has a password and needs no invitation',
  ],
  resumeFirst: [
    103,
    '该账号已停用，请先启用',
    '該帳號已停用，請先啟用',
    'This account is suspended. Resume it first.',
  ],
  lockedAccount: [
    303,
    '该账号的操作密码已锁定，仅主账号可以删除。如需立即禁止登录，请停用该账号。',
    '該帳號的操作密碼已鎖定，僅主帳號可以刪除。如需立即禁止登入，請停用該帳號。',
    'The operation password of this account is locked, so only the main account can delete it. To keep it from logging in, suspend it.',
  ],
  aboveYou: [
    300,
    '该账号或角色的权限不比您少，请由主账号修改',
    '該帳號或角色的權限不比您少，請由主帳號修改',
    'This account or role has at least as many permissions as you. Only the main account can change it.',
  ],
  ownRole: [
    300,
    '不能修改自己的角色，请由主账号修改',
    '不能修改自己的角色，請由主帳號修改',
    'You cannot change your own role. Ask the main account.',
  ],
  ownAccount: [
    300,
    '不能对自己的账号执行此操作，请由主账号操作',
    '不能對自己的帳號執行此操作，請由主帳號操作',
    'You cannot do this to your own account. Ask the main account.',
  ],
})
