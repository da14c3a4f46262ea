import { type EventDeliveryFilter, integrationCalls } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

const { getKeys, getWebhooks, getDeliveries } = integrationCalls
const events = [getWebhooks, getDeliveries]

type Paged = { page: number; size: number }

export const useKeys = ({ page, size }: Paged) =>
  useCall(getKeys, { pageNum: page, pageSize: size, condition: {} }, { inline: true })
export const useAddKey = () => useChange(integrationCalls.addKey, { refreshes: [getKeys], inline: true })
export const useEditKey = () => useChange(integrationCalls.editKey, { refreshes: [getKeys], inline: true })
export const useRevokeKey = () =>
  useChange(integrationCalls.revokeKey, { refreshes: [getKeys], inline: true })

export const useWebhooks = ({ page, size }: Paged) =>
  useCall(getWebhooks, { pageNum: page, pageSize: size, condition: {} }, { inline: true })
export const useAddWebhook = () => useChange(integrationCalls.addWebhook, { refreshes: events, inline: true })
export const useEditWebhook = () =>
  useChange(integrationCalls.editWebhook, { refreshes: events, inline: true })
export const useDeleteWebhook = () =>
  useChange(integrationCalls.delWebhook, { refreshes: events, inline: true })
export const useTestWebhook = () => useChange(integrationCalls.testWebhook, { refreshes: [] })
export const useResend = () => useChange(integrationCalls.resendEvents, { refreshes: events, inline: true })

type DeliveryPage = { filter: z.input<typeof EventDeliveryFilter>; place: ListPlace; size: number }
const waitingEveryMs = 3_000

/** The state of events changes without the page, while they are being sent. */
export const useDeliveries = ({ filter, place, size }: DeliveryPage) =>
  useCall(
    getDeliveries,
    { ...place, pageSize: size, condition: filter },
    {
      inline: true,
      staleTime: 0,
      refetchInterval: (list) =>
        list?.data.some(({ state }) => state === 'waiting') ? waitingEveryMs : false,
    },
  )
