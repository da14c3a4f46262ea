import type { contract } from '@slotwise/contract'

import { accountHandlers } from '../modules/account/handlers.ts'
import { jobHandlers } from '../modules/jobs/handlers.ts'
import { regionHandlers } from '../modules/regions/handlers.ts'
import type { Handlers } from './register-contract.ts'

export const handlers: Handlers<typeof contract> = {
  account: accountHandlers,
  regions: regionHandlers,
  jobs: jobHandlers,
}
