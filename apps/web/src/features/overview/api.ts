import { devicePickCalls, type OverviewDetail, overviewCalls, regionCalls } from '@slotwise/contract'

import { useLiveOpen } from '../../lib/live.ts'
import { useLiveRefresh } from '../../lib/live-refresh.ts'
import { useCall } from '../../lib/query.ts'
import type { TrendRange } from './trend-figures.ts'

const { overview, detail, getAttention, getBeginnings } = overviewCalls

/** The comparison with yesterday moves with the clock, also without any sale. */
const tickMs = 60_000
/** While the live line is down. */
const pollMs = 15_000

const usePolled = () => {
  const live = useLiveOpen()
  return {
    inline: true,
    selfRefreshing: true,
    refetchInterval: (loaded: unknown) => (loaded === undefined ? false : live ? tickMs : pollMs),
  }
}

export type OverviewDay = 'today' | 'yesterday'

export const useOverview = (day: OverviewDay) => useCall(overview, { day }, usePolled())

type DetailKind = OverviewDetail['kind']
type RowsOf<Kind extends DetailKind> = Extract<OverviewDetail, { kind: Kind }>['data']

/** The rows of another kind are not shown while these load, because they have other columns. */
export function useDetail<Kind extends DetailKind>(kind: Kind, range: TrendRange) {
  const query = useCall(detail, { kind, range }, usePolled())
  const rows = query.data?.kind === kind ? (query.data.data as RowsOf<Kind>) : undefined
  return { ...query, rows }
}

export const useAttention = () => useCall(getAttention, {}, usePolled())

/** Read again until the first sale. What a merchant has begun stays begun. */
export const useBeginnings = () =>
  useCall(
    getBeginnings,
    {},
    {
      inline: true,
      selfRefreshing: true,
      refetchInterval: (begun) => (begun?.sale === false ? 5_000 : false),
    },
  )

const onlyFirst = { pageNum: 1, pageSize: 1, condition: {} }

/** Whether there are stores to rank; undefined until it is known. */
export function useManyStores(): boolean | undefined {
  const { data, isError } = useCall(regionCalls.getAllStore, onlyFirst, { inline: true, staleTime: 60_000 })
  return data ? data.count > 1 : isError ? false : undefined
}

/** The serial number of a machine of the merchant. */
export const useAnyDevice = (enabled: boolean): string | undefined =>
  useCall(devicePickCalls.getAllDevice, onlyFirst, { inline: true, enabled }).data?.data[0]?.sn

/** Sales change all figures, machines that come and go those of machines, sold out slots the list of work. */
const staleBy = {
  bills: [overview, detail, getAttention],
  presence: [overview, getAttention],
  slots: [getAttention],
}

/** Keeps the figures on the page up to date while machines sell. */
export const useLiveOverview = (): void => useLiveRefresh(staleBy)
