import { goodsCalls, GoodsFilter } from '@slotwise/contract'

import { call } from '../../lib/client.ts'
import { useListTurns } from '../../lib/list-turns.ts'
import { readFilter } from '../../lib/url-state.ts'

/** The ways to the goods before and after these, in the order of their list. */
export const useGoodsTurns = (id: string) =>
  useListTurns({
    list: '/goods',
    id,
    to: (next) => `/goods/${next}/slots`,
    read: async (list, page) => {
      const condition = readFilter(GoodsFilter, list)
      const { data, count } = await call(goodsCalls.getGoods, { ...page, condition })
      return { ids: data.map((goods) => goods.goods_id), count }
    },
  })
