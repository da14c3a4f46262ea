import { alertCalls, type AlertFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

const { getAlerts, takeAlert, doneAlert } = alertCalls

type Page = { condition: z.input<typeof AlertFilter>; page: number; size: number }

export const useAlerts = ({ condition, page, size }: Page) =>
  useCall(getAlerts, { pageNum: page, pageSize: size, condition }, { inline: true })

export const useTakeAlert = () => useChange(takeAlert, { refreshes: [getAlerts] })
export const useDoneAlert = () => useChange(doneAlert, { refreshes: [getAlerts] })
/** For a form, which shows what was refused. */
export const useSaveWork = () => useChange(doneAlert, { refreshes: [getAlerts], inline: true })
