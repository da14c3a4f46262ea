import { accountCalls } from './account/calls.ts'
import { jobCalls } from './jobs/calls.ts'
import type { Call } from './kernel/call.ts'
import { regionCalls } from './regions/calls.ts'

/** The one table of calls, by domain. */
export const contract = {
  account: accountCalls,
  regions: regionCalls,
  jobs: jobCalls,
} satisfies Record<string, Record<string, Call>>

export { accountCalls, jobCalls, regionCalls }
export * from './account/forms.ts'
export * from './account/schemas.ts'
export * from './account/words.ts'
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
export * from './kernel/time.ts'
export * from './messages/messages.ts'
export * from './regions/schemas.ts'
export * from './regions/words.ts'
