import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import {
  AccountName,
  ExportStaff,
  OpenSession,
  PermissionTree,
  ResetSubUserOprPwd,
  Role,
  RoleEdit,
  RoleFilter,
  RoleInput,
  SessionFilter,
  staffPageSize,
  SubUser,
  SubUserEdit,
  SubUserFilter,
  SubUserInput,
} from './schemas.ts'

const done = z.object({})
const oneRole = z.strictObject({ roleid: Id })
const oneUser = z.strictObject({ sub_userid: Id })

export const staffCalls = calls({
  getPermission: {
    path: '/api/v1/a/getPermission',
    access: 'user.role',
    input: z.strictObject({}),
    output: PermissionTree,
  },
  getRole: {
    path: '/api/v1/a/getRole',
    // An account that creates sub-accounts needs the list of roles to choose from.
    access: ['user.role', 'user.subUser'],
    input: pageOf(RoleFilter, staffPageSize),
    output: listOf(Role),
  },
  addRole: {
    path: '/api/v1/a/addRole',
    access: 'user.role',
    changes: true,
    input: RoleInput,
    output: Role,
  },
  editRole: {
    path: '/api/v1/a/editRole',
    access: 'user.role',
    changes: true,
    input: RoleEdit,
    output: Role,
    errors: ['notFound', 'changedMeanwhile', 'ownRole', 'aboveYou'],
  },
  delRole: {
    path: '/api/v1/a/delRole',
    access: 'user.role',
    changes: true,
    input: oneRole,
    output: done,
    errors: ['notFound', 'roleInUse', 'ownRole', 'aboveYou'],
  },
  restoreRole: {
    path: '/api/v1/a/restoreRole',
    access: 'user.role',
    changes: true,
    extension: true,
    input: oneRole,
    output: Role,
    errors: ['notFound', 'aboveYou', 'duplicate'],
  },

  getSubUser: {
    path: '/api/v1/u/getSubUser',
    access: 'user.subUser',
    input: pageOf(SubUserFilter, staffPageSize),
    output: listOf(SubUser),
  },
  isExistSubUser: {
    path: '/api/v1/u/isExistSubUser',
    access: 'user.subUser',
    outside: true,
    input: z.strictObject({ sub_username: AccountName }),
    output: z.object({ isExist: z.boolean() }),
    errors: ['wait'],
  },
  addSubUser: {
    path: '/api/v1/u/addSubUser',
    access: 'user.subUser',
    changes: true,
    prepares: true,
    perMinute: 60,
    input: SubUserInput,
    output: SubUser,
  },
  editSubUser: {
    path: '/api/v1/u/editSubUser',
    access: 'user.subUser',
    changes: true,
    prepares: true,
    sign: ['password', 'oper_pwd'],
    perMinute: 60,
    input: SubUserEdit,
    output: SubUser,
    errors: ['notFound', 'changedMeanwhile', 'ownAccount', 'aboveYou'],
  },
  delSubUser: {
    path: '/api/v1/u/delSubUser',
    access: 'user.subUser',
    changes: true,
    input: oneUser,
    output: done,
    errors: ['notFound', 'ownAccount', 'aboveYou', 'lockedAccount'],
  },
  restoreSubUser: {
    path: '/api/v1/u/restoreSubUser',
    access: 'user.subUser',
    changes: true,
    extension: true,
    input: oneUser,
    output: SubUser,
    errors: ['notFound', 'aboveYou', 'accountTaken'],
  },
  /** Keeps the account from logging in, and ends its sessions. */
  suspendSubUser: {
    path: '/api/v1/u/suspendSubUser',
    access: 'user.subUser',
    changes: true,
    extension: true,
    input: oneUser,
    output: SubUser,
    errors: ['notFound', 'ownAccount', 'aboveYou', 'changedMeanwhile'],
  },
  resumeSubUser: {
    path: '/api/v1/u/resumeSubUser',
    access: 'user.subUser',
    changes: true,
    extension: true,
    input: oneUser,
    output: SubUser,
    errors: ['notFound', 'ownAccount', 'aboveYou', 'changedMeanwhile'],
  },
  /** Sends an invitation to an account that has no password yet; an earlier one becomes invalid. */
  inviteSubUser: {
    path: '/api/v1/u/inviteSubUser',
    access: 'user.subUser',
    changes: true,
    outside: true,
    extension: true,
    perMinute: 20,
    input: oneUser,
    output: SubUser,
    errors: [
      'notFound',
      'ownAccount',
      'aboveYou',
      'alreadyJoined',
      'resumeFirst',
      'changedMeanwhile',
      'smsUnavailable',
    ],
  },
  withdrawInvitation: {
    path: '/api/v1/u/withdrawInvitation',
    access: 'user.subUser',
    changes: true,
    extension: true,
    input: oneUser,
    output: SubUser,
    errors: ['notFound', 'ownAccount', 'aboveYou'],
  },
  resetSubUserOprPwd: {
    path: '/api/v1/u/resetSubUserOprPwd',
    access: 'user.subUser',
    changes: true,
    sign: true,
    perMinute: 20,
    input: ResetSubUserOprPwd,
    output: done,
    errors: ['notFound', 'ownAccount', 'aboveYou'],
  },

  exportStaff: exportCall({
    path: '/api/v1/u/exportStaff',
    access: ['user.subUser', 'user.role'],
    extension: true,
    input: ExportStaff,
  }),

  getSessions: {
    path: '/api/v1/u/getSessions',
    access: 'main',
    extension: true,
    input: pageOf(SessionFilter),
    output: listOf(OpenSession),
  },
  endSession: {
    path: '/api/v1/u/endSession',
    access: 'main',
    changes: true,
    extension: true,
    input: z.strictObject({ session: Id }),
    output: done,
    errors: ['notFound'],
  },
})
