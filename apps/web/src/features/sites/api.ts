import { type SiteFilter, siteCalls } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall } from '../../lib/query.ts'

type Condition = z.input<typeof SiteFilter>

export const useSites = (condition: Condition, { page, size }: { page: number; size: number }) =>
  useCall(siteCalls.getSites, { pageNum: page, pageSize: size, condition }, { inline: true })

export const useSite = (store: string, month: string) =>
  useCall(siteCalls.getSite, { store, month }, { inline: true })
