import { accountCalls } from './account/calls.ts'
import { auditCalls } from './audit/calls.ts'
import { channelCalls } from './channels/calls.ts'
import { deviceCalls } from './devices/calls.ts'
import { goodsCalls } from './goods/calls.ts'
import { jobCalls } from './jobs/calls.ts'
import type { Call } from './kernel/call.ts'
import { regionCalls } from './regions/calls.ts'
import { staffCalls } from './staff/calls.ts'

/** The one table of calls, by domain. */
export const contract = {
  account: accountCalls,
  regions: regionCalls,
  devices: deviceCalls,
  channels: channelCalls,
  goods: goodsCalls,
  staff: staffCalls,
  audit: auditCalls,
  jobs: jobCalls,
} satisfies Record<string, Record<string, Call>>

export { accountCalls, auditCalls, channelCalls, deviceCalls, goodsCalls, jobCalls, regionCalls, staffCalls }
export * from './account/forms.ts'
export * from './account/schemas.ts'
export * from './account/words.ts'
export * from './audit/call-words.ts'
export * from './audit/changes.ts'
export * from './audit/schemas.ts'
export * from './audit/words.ts'
export * from './channels/low.ts'
export * from './channels/rate.ts'
export * from './channels/schemas.ts'
export * from './channels/words.ts'
export * from './devices/command-args.ts'
export * from './devices/command-failure.ts'
export * from './devices/history.ts'
export { historyText } from './devices/history-text.ts'
export * from './devices/history-words.ts'
export * from './devices/live.ts'
export * from './devices/remote.ts'
export * from './devices/schemas.ts'
export * from './devices/command-words.ts'
export * from './devices/setting-words.ts'
export * from './devices/settings.ts'
export * from './devices/sn.ts'
export * from './devices/words.ts'
export * from './goods/schemas.ts'
export * from './goods/words.ts'
export * from './jobs/events.ts'
export * from './jobs/schemas.ts'
export * from './kernel/call.ts'
export * from './kernel/countries.ts'
export * from './kernel/errors.ts'
export * from './kernel/fields.ts'
export * from './kernel/locale.ts'
export * from './kernel/money.ts'
export * from './kernel/paging.ts'
export * from './kernel/permissions.ts'
export * from './kernel/rules.ts'
export * from './kernel/time.ts'
export * from './messages/messages.ts'
export * from './regions/schemas.ts'
export * from './regions/words.ts'
export * from './staff/forms.ts'
export * from './staff/schemas.ts'
export * from './staff/words.ts'
export {
  capabilities,
  type FaultCode,
  faultCodes,
  type MachineType,
  machineTypes,
} from '@slotwise/machine-protocol'
