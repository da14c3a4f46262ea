import { refillCalls, RefillFilter, refillPageSize } from '@slotwise/contract'

import { visitStore } from '../../entities/refill/visit-store.ts'
import { call, CallError } from '../../lib/client.ts'
import { useListTurns } from '../../lib/list-turns.ts'
import { notify } from '../../lib/notices.ts'
import { readFilter } from '../../lib/url-state.ts'

/** The ways to the stops before and after a machine on the route; without a network, on the route that is kept. */
export const useStopTurns = (account: string, sn: string) =>
  useListTurns({
    list: '/refill',
    id: sn,
    inWholeList: true,
    standardSize: refillPageSize,
    to: (next) => `/refill/${next}`,
    read: async (list, page) => {
      try {
        const condition = readFilter(RefillFilter, list)
        const { data, count } = await call(refillCalls.getRefillList, { ...page, condition }, { quiet: true })
        return { ids: data.map((device) => device.sn), count }
      } catch (error) {
        const route = isUnanswered(error) ? await keptRoute(account) : []
        if (route.length === 0) {
          if (error instanceof CallError) notify('error', error.message)
          throw error
        }
        const first = (page.pageNum - 1) * page.pageSize
        return { ids: route.slice(first, first + page.pageSize), count: route.length }
      }
    },
  })

const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.kind !== 'answer'

const keptRoute = async (account: string): Promise<string[]> => {
  const store = await visitStore()
  return (await store.get('lists', account))?.route ?? []
}
