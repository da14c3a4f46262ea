import { type RoleFilter, type SessionFilter, staffCalls, type SubUserFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

/**
 * The calls of these pages. Accounts name their role, roles count their accounts, and a change of an account may end
 * its sessions, so each change makes all of them stale.
 */
const { getRole, getSubUser, getSessions } = staffCalls
const reads = [getRole, getSubUser, getSessions]

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useRoles = ({ filter, page, size }: PageOf<z.input<typeof RoleFilter>>) =>
  useCall(getRole, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useSubUsers = ({ filter, page, size }: PageOf<z.input<typeof SubUserFilter>>) =>
  useCall(getSubUser, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useSessions = ({ filter, page, size }: PageOf<z.input<typeof SessionFilter>>) =>
  useCall(getSessions, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const usePermissionTree = () => useCall(staffCalls.getPermission, {}, { inline: true })

export const useAccountCheck = (account: string, enabled: boolean) =>
  useCall(staffCalls.isExistSubUser, { sub_username: account }, { inline: true, enabled })

export const useAddRole = () => useChange(staffCalls.addRole, { refreshes: reads, inline: true })
export const useEditRole = () => useChange(staffCalls.editRole, { refreshes: reads, inline: true })
export const useDeleteRole = () => useChange(staffCalls.delRole, { refreshes: reads, inline: true })
export const useRestoreRole = () => useChange(staffCalls.restoreRole, { refreshes: reads })

export const useAddSubUser = () => useChange(staffCalls.addSubUser, { refreshes: reads, inline: true })
export const useEditSubUser = () => useChange(staffCalls.editSubUser, { refreshes: reads, inline: true })
export const useDeleteSubUser = () => useChange(staffCalls.delSubUser, { refreshes: reads, inline: true })
export const useRestoreSubUser = () => useChange(staffCalls.restoreSubUser, { refreshes: reads })
export const useSuspendSubUser = () =>
  useChange(staffCalls.suspendSubUser, { refreshes: reads, inline: true })
export const useResumeSubUser = () => useChange(staffCalls.resumeSubUser, { refreshes: reads, inline: true })
export const useInviteSubUser = () => useChange(staffCalls.inviteSubUser, { refreshes: reads, inline: true })
export const useWithdrawInvitation = () =>
  useChange(staffCalls.withdrawInvitation, { refreshes: reads, inline: true })
export const useResetOperation = () =>
  useChange(staffCalls.resetSubUserOprPwd, { refreshes: reads, inline: true })

export const useEndSession = () => useChange(staffCalls.endSession, { refreshes: reads, inline: true })
