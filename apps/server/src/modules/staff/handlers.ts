import type { staffCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { staffExport } from './export-service.ts'
import { addRole, delRole, editRole, getPermission, getRole, restoreRole } from './role-service.ts'
import { inviteSubUser, withdrawInvitation } from './invitation-service.ts'
import { endSession, getSessions } from './session-service.ts'
import {
  addSubUser,
  delSubUser,
  editSubUser,
  getSubUser,
  isExistSubUser,
  resetSubUserOprPwd,
  restoreSubUser,
} from './sub-user-service.ts'
import { resumeSubUser, suspendSubUser } from './suspension-service.ts'

export const staffHandlers: HandlersOf<typeof staffCalls> = {
  getPermission,
  getRole,
  addRole,
  editRole,
  delRole,
  restoreRole,
  getSubUser,
  isExistSubUser,
  addSubUser,
  editSubUser,
  delSubUser,
  restoreSubUser,
  suspendSubUser,
  resumeSubUser,
  inviteSubUser,
  withdrawInvitation,
  resetSubUserOprPwd,
  exportStaff: staffExport.start,
  getSessions,
  endSession,
}
