import type { payAccountCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import {
  addPayAccount,
  editPayAccount,
  getPayAccounts,
  switchPayAccount,
  tryPayAccount,
} from './account-service.ts'

export const payAccountHandlers: HandlersOf<typeof payAccountCalls> = {
  getPayAccounts,
  addPayAccount,
  editPayAccount,
  switchPayAccount,
  tryPayAccount,
}
