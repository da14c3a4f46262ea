import { describe, expect, test } from 'vitest'

import { overviewCalls } from '../overview/calls.ts'
import { DeviceRank, GoodsRank, Overview, StoreRank, TrendRow } from '../overview/schemas.ts'
import { statisticsCalls } from './calls.ts'
import { AreaSales, AreaSalesList, DeviceSales, GoodsSales, StoreSales } from './schemas.ts'

/** The names are written from the specification, never copied from the schemas. */
const figures =
  'income refund count failRate successCount successRate abnormalCount abnormalRate refundCount refundRate'
const channels = 'wechat alipay gkash'

const rows = {
  'the overview': [Overview, 'overview payment device'],
  'its figures': [Overview.shape.overview, figures],
  'the state of devices': [Overview.shape.device, 'online offline'],
  'a point of the trend': [
    TrendRow,
    'hour day income count wxIncome wxRefund alipayIncome alipayRefund gkashIncome gkashRefund',
  ],
  'a store of the ranking': [StoreRank, `store_name store_address count devCount income ${channels}`],
  'a device of the ranking': [DeviceRank, `sn title region count income ${channels}`],
  'goods of the ranking': [GoodsRank, 'goods_name count income'],
  'a payment of the ranking': [StoreRank.shape.wechat, 'income refund'],
  'a list of statistics': [AreaSalesList, 'data count total'],
  'the sum of a list': [AreaSalesList.shape.total, `${figures} channels before`],
  'an area': [AreaSales, `area area_name ${figures} channels before`],
  'a store': [StoreSales, `store store_name store_address area_name devCount ${figures} channels before`],
  'a device': [DeviceSales, `sn title store_name ${figures} channels before`],
  goods: [GoodsSales, 'goods_id goods_name count income refund before'],
} as const

describe('figures', () => {
  test.each(Object.entries(rows))('of %s have the names of the specification', (_, [row, names]) => {
    expect(Object.keys(row.shape)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  test.each(['area', 'store', 'device', 'goods'] as const)(
    'by %s are asked for by days and place',
    (list) => {
      const { input } = statisticsCalls[list]
      const condition = {
        from: '2026-01-01',
        to: '2026-01-31',
        area: '1',
        store: '2',
        sn: '9900004',
        sort: '-income',
      }
      expect(input.safeParse({ condition }).success).toBe(true)
      expect(input.parse({})).toMatchObject({ pageNum: 1, pageSize: 10, condition: { sort: '-income' } })
      expect(input.safeParse({ condition: { from: '2026-02-01', to: '2026-01-31' } }).success).toBe(false)
      expect(input.safeParse({ condition: { region: '1' } }).success).toBe(false)
    },
  )

  test('of the overview are those of today or yesterday, and its details those of a range', () => {
    const { overview, detail } = overviewCalls
    for (const day of ['today', 'yesterday']) expect(overview.input.safeParse({ day }).success).toBe(true)
    expect(overview.input.safeParse({ day: 'week' }).success).toBe(false)
    for (const kind of ['trend', 'storeRank', 'deviceRank', 'goodsRank'])
      for (const range of ['today', 'week', 'month'])
        expect(detail.input.safeParse({ kind, range }).success).toBe(true)
  })
})
