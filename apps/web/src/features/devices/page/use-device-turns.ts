import { deviceCalls, DeviceFilter } from '@slotwise/contract'
import { useSearchParams } from 'react-router'

import { call } from '../../../lib/client.ts'
import { useListTurns } from '../../../lib/list-turns.ts'
import { readFilter } from '../../../lib/url-state.ts'

/** The ways to the machines before and after one. The open tab stays, a drawer does not. */
export function useDeviceTurns(sn: string, { isGone = false } = {}) {
  const [params] = useSearchParams()
  const tab = params.get('tab')
  return useListTurns({
    list: '/device',
    inWholeList: !isGone,
    id: sn,
    to: (next) => `/device/${next}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`,
    read: async (list, page) => {
      const condition = readFilter(DeviceFilter, list)
      const { data, count } = await call(deviceCalls.getDev, { ...page, condition })
      return { ids: data.map((device) => device.sn), count }
    },
  })
}
