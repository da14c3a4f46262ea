import { refillCalls } from '@slotwise/contract'

import { useChange } from '../../lib/query.ts'

export const useSetRoute = () =>
  useChange(refillCalls.setRefillRoute, { refreshes: [refillCalls.getRefillList] })
