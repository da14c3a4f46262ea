import { fundCalls, payAccountCalls } from '@slotwise/contract'

import { useCall, useChange } from '../../lib/query.ts'

/** The calls of this page. What own accounts receive is a figure of the funds, too. */
const { getPayAccounts } = payAccountCalls
const reads = [getPayAccounts, fundCalls.getFundSum]

export const usePayAccounts = () => useCall(getPayAccounts, {}, { inline: true })
export const useAddPayAccount = () =>
  useChange(payAccountCalls.addPayAccount, { refreshes: reads, inline: true })
export const useEditPayAccount = () =>
  useChange(payAccountCalls.editPayAccount, { refreshes: reads, inline: true })
export const useSwitchPayAccount = () => useChange(payAccountCalls.switchPayAccount, { refreshes: reads })
export const useTryPayAccount = () => useChange(payAccountCalls.tryPayAccount)
