import { historyCalls, type HistoryFilter, type temperatureSpans } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

type Page = { filter: z.input<typeof HistoryFilter>; place?: ListPlace; size: number }

export const useHistory = ({ filter, place, size }: Page) =>
  useCall(historyCalls.getDevHistory, { ...place, pageSize: size, condition: filter }, { inline: true })

/** What was wrong with its messages. */
export const useSlips = (sn: string) => useCall(historyCalls.getDevSlips, { sn }, { inline: true })

type TemperatureSpan = (typeof temperatureSpans)[number]

/** The last temperatures of a machine; they change each minute while the page is open. */
export const useTemperature = (sn: string, span: TemperatureSpan) =>
  useCall(historyCalls.getDevTemperature, { sn, span }, { inline: true, staleTime: 60_000 })
