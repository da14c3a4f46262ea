import { type ReferrerFilter, referrerCalls } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

const { getReferrer, getAllReferrer, getReferrerStatement } = referrerCalls
const reads = [getReferrer, getAllReferrer, getReferrerStatement]

type Condition = z.input<typeof ReferrerFilter>

export const useReferrers = (condition: Condition, { page, size }: { page: number; size: number }) =>
  useCall(getReferrer, { pageNum: page, pageSize: size, condition }, { inline: true })

export const useStatement = (id: string, month: string) =>
  useCall(getReferrerStatement, { referrer_id: id, month }, { inline: true })

export const useAddReferrer = () => useChange(referrerCalls.addReferrer, { refreshes: reads, inline: true })
export const useEditReferrer = () => useChange(referrerCalls.editReferrer, { refreshes: reads, inline: true })
export const useDeleteReferrer = () =>
  useChange(referrerCalls.delReferrer, { refreshes: reads, inline: true })
export const useRestoreReferrer = () => useChange(referrerCalls.restoreReferrer, { refreshes: reads })
