import { common, type DomainAudit, inGroup, labelled, named, oneOf, secret } from '../kernel/audit.ts'
import { joinNames, type Locale, words } from '../kernel/locale.ts'
import { permissionOfId } from '../kernel/permissions.ts'
import type { staffCalls } from './calls.ts'
import { permissionWords, staffFieldWords } from './words.ts'

const field = labelled(staffFieldWords)

const names = {
  role: ['角色', '角色', 'Role'],
  subUser: ['子账号', '子帳號', 'Sub-account'],
} as const

/** Ids that the product has meanwhile given up are shown as they were written. */
const permissionNames = (locale: Locale, value: unknown): string | undefined =>
  typeof value === 'string'
    ? joinNames(
        locale,
        value.split(',').map((id) => {
          const permission = permissionOfId(Number(id))
          return permission ? permissionWords[locale][permission] : id
        }),
      )
    : undefined

const isSet = (locale: Locale, value: unknown): string =>
  staffFieldWords[locale][value === true ? 'is_set' : 'not_set']

export const staffAudit = {
  kinds: {
    role: {
      name: names.role,
      title: 'name',
      fields: {
        name: field('role_name'),
        note: field('note'),
        perm_detail: field('perm_detail', { text: permissionNames }),
        goods_scope: field('goods_scope', oneOf(staffFieldWords)),
        bank_scope: field('bank_scope', oneOf(staffFieldWords)),
      },
      hidden: ['roleid', 'rev', 'user_count', 'editable'],
    },
    subUser: {
      name: names.subUser,
      title: 'nickname',
      fields: {
        all_device: field('everything'),
        hasOperPwd: field('oper_pwd', { text: isSet }),
        operLocked: field('oper_pwd_locked'),
        nickname: field('nickname'),
        sub_username: field('sub_username'),
        phone: field('phone'),
        roleid: field('roleid', named('role_name')),
        area: field('area', named('area_names')),
        store: field('store', named('store_names')),
        device: field('device', named('device_names')),
        suspended: field('suspended'),
        password: field('password', secret),
        oper_pwd: field('oper_pwd', secret),
      },
      hidden: [
        'sub_userid',
        'rev',
        'role_name',
        'area_names',
        'store_names',
        'device_names',
        'joined',
        'phone_verified',
        'invited',
        'invited_until',
        'last_login_at',
        'created_at',
        'editable',
      ],
    },
    session: {
      name: ['登录会话', '登入工作階段', 'Session'],
      title: 'username',
      fields: {
        username: field('sub_username'),
        address: common('address'),
        user_agent: field('user_agent'),
        nickname: field('nickname'),
      },
      hidden: ['session', 'account', 'isMain', 'created_at', 'exp', 'current'],
    },
  },
  calls: {
    ...inGroup('staff', {
      addRole: ['新增角色', '新增角色', 'Added a role'],
      editRole: ['编辑角色', '編輯角色', 'Edited a role'],
      delRole: ['删除角色', '刪除角色', 'Deleted a role'],
      restoreRole: ['恢复角色', '還原角色', 'Restored a role'],
      addSubUser: ['新增子账号', '新增子帳號', 'Added a sub-account'],
      editSubUser: ['编辑子账号', '編輯子帳號', 'Edited a sub-account'],
      delSubUser: ['删除子账号', '刪除子帳號', 'Deleted a sub-account'],
      restoreSubUser: ['恢复子账号', '還原子帳號', 'Restored a sub-account'],
      suspendSubUser: ['停用子账号', '停用子帳號', 'Suspended a sub-account'],
      resumeSubUser: ['启用子账号', '啟用子帳號', 'Resumed a sub-account'],
      inviteSubUser: ['发送邀请短信', '傳送邀請簡訊', 'Invited a sub-account'],
      withdrawInvitation: ['撤回邀请', '撤回邀請', 'Withdrew an invitation'],
      resetSubUserOprPwd: [
        '重置子账号操作密码',
        '重設子帳號操作密碼',
        "Reset a sub-account's operation password",
      ],
    }),
    ...inGroup('account', { endSession: ['强制下线', '強制登出', 'Ended a session'] }),
    ...inGroup('files', {
      exportStaff: ['导出员工与角色', '匯出員工與角色', 'Exported staff or roles'],
    }),
  },
  elsewhere: {
    job: {
      kind: common('kind', oneOf(words(names))),
      q: common('q'),
      ids: common('ids'),
      roleid: field('roleid'),
      store: field('store'),
      state: field('state', oneOf(staffFieldWords)),
    },
  },
} as const satisfies DomainAudit<typeof staffCalls>
