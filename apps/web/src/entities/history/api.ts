import { historyCalls, type HistoryFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

type Page = { filter: z.input<typeof HistoryFilter>; place?: ListPlace; size: number }

export const useHistory = ({ filter, place, size }: Page) =>
  useCall(historyCalls.getDevHistory, { ...place, pageSize: size, condition: filter }, { inline: true })
