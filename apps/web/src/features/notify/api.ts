import { type DeliveryFilter, notifyCalls, type NotifyFilter } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

/** The calls of this page. A receiver counts what was not delivered, and a notice names its receiver. */
const { getNotifyList, getNotices } = notifyCalls
const reads = [getNotifyList, getNotices]

type ReceiverPage = { filter: z.input<typeof NotifyFilter>; page: number; size: number }

export const useReceivers = ({ filter, page, size }: ReceiverPage) =>
  useCall(getNotifyList, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

const everyReceiver = { pageNum: 1, pageSize: 999, condition: {} }

/** All receivers, for the filter of the deliveries. */
export const useAllReceivers = () => useCall(getNotifyList, everyReceiver)

/** What a code can be for: the inbox, and the chat apps in which the operator has an account. */
export const useBindChannels = () =>
  useCall(notifyCalls.getNotifyChannels, {}, { inline: true, staleTime: 0 })

const boundEveryMs = 2_000

/** All receivers, read again and again while a code is shown. */
export const usePolledReceivers = (isShown: boolean) =>
  useCall(getNotifyList, everyReceiver, {
    staleTime: 0,
    selfRefreshing: true,
    refetchInterval: () => (isShown ? boundEveryMs : false),
  })

/** Whether the user's own account is a receiver. */
export const useOwnBinding = (scene: string) =>
  useCall(notifyCalls.getNotifyBind, { scene }, { inline: true })

export const useBindOwn = () => useChange(notifyCalls.bindNotify, { refreshes: [getNotifyList] })
export const useAddRobot = () => useChange(notifyCalls.addRobot, { refreshes: reads, inline: true })
export const useEditReceiver = () => useChange(notifyCalls.editNotify, { refreshes: reads, inline: true })
export const useSwitchReceiver = () => useChange(notifyCalls.editNotify, { refreshes: reads })
export const useDeleteReceiver = () => useChange(notifyCalls.delNotify, { refreshes: reads, inline: true })
export const useTestReceiver = () => useChange(notifyCalls.testNotify, { refreshes: reads })

/** Reads the list of receivers again, which shows what was sent to each. */
export function useRefreshReceivers(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [getNotifyList.path] })
}

export const useResend = () => useChange(notifyCalls.resendNotice, { refreshes: reads })

type DeliveryPage = { filter: z.input<typeof DeliveryFilter>; place: ListPlace; size: number }
const waitingEveryMs = 3_000

/** Notices that are on their way move by themselves. */
export const useDeliveries = ({ filter, place, size }: DeliveryPage) =>
  useCall(
    getNotices,
    { ...place, pageSize: size, condition: filter },
    {
      inline: true,
      staleTime: 0,
      refetchInterval: (list) =>
        list?.data.some(({ state }) => state === 'waiting') ? waitingEveryMs : false,
    },
  )

const testEveryMs = 500

/** One notice, until it has arrived or was given up. */
export const useDelivery = (notice: string | undefined) =>
  useCall(
    getNotices,
    { pageSize: 1, condition: { ids: notice === undefined ? [] : [notice] } },
    {
      enabled: notice !== undefined,
      staleTime: 0,
      selfRefreshing: true,
      refetchInterval: (list) => (list?.data[0]?.state === 'waiting' ? testEveryMs : false),
    },
  )
