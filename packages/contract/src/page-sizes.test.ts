import { expect, test } from 'vitest'
import { z } from 'zod'

import { contract } from './index.ts'
import type { Call } from './kernel/call.ts'

/** Written from the specification: 10, staff, roles and merchants 6, goods 8, images 4, pickers 999. */
const sizes: Record<string, number> = {
  '/api/v1/u/getArea': 10,
  '/api/v1/u/getStore': 10,
  '/api/v1/d/getDev': 10,
  '/api/v1/a/getRole': 6,
  '/api/v1/b/getBuyBill': 10,
  '/api/v1/b/getPayBill': 10,
  '/api/v1/b/getRefundBill': 10,
  '/api/v1/b/getFunds': 2,
  '/api/v1/b/getSettle': 10,
  '/api/v1/c/getCardList': 10,
  '/api/v1/u/getSubUser': 6,
  '/api/v1/u/getNotifyList': 6,
  '/api/v1/b/getCoupon': 10,
  '/api/v1/b/getCardCouponList': 10,
  '/api/v1/a/area': 10,
  '/api/v1/a/store': 10,
  '/api/v1/a/device': 10,
  '/api/v1/g/getGoods': 8,
  '/api/v1/g/getImg': 4,
  '/api/v1/k/getMerchant': 6,
  '/api/v1/h/getGift': 10,
  '/api/v1/b/getReferrer': 10,
  '/api/v1/u/getAllStore': 999,
  '/api/v1/d/getAllDevice': 999,
  '/api/v1/g/getAllGoods': 999,
  // Lists that are not in the specification.
  '/api/v1/k/getPayoutAccounts': 999,
  '/api/v1/u/getAllArea': 999,
  '/api/v1/b/getAllReferrer': 999,
  '/api/v1/b/getGiftBatches': 10,
  '/api/v1/b/getSites': 10,
  '/api/v1/c/getCardPoints': 10,
  '/api/v1/c/getMemberList': 10,
  '/api/v1/b/getFundLines': 10,
  '/api/v1/b/getSettleLines': 10,
  '/api/v1/u/getSessions': 10,
  '/api/v1/a/getAudit': 10,
  '/api/v1/a/getAuditPeople': 50,
  '/api/v1/a/goods': 10,
  '/api/v1/a/getReports': 10,
  '/api/v1/a/getReportPlans': 20,
  '/api/v1/u/getNotices': 10,
  '/api/v1/u/getInbox': 10,
  '/api/v1/d/getAlerts': 10,
  '/api/v1/b/getCases': 10,
  '/api/v1/b/getStatementRuns': 10,
  '/api/v1/d/getDevHistory': 20,
  '/api/v1/g/getImportRows': 20,
  '/api/v1/c/getGoodsSlots': 20,
  '/api/v1/c/getSlotImportRows': 20,
  '/api/v1/c/getRefillList': 20,
  '/api/v1/j/getJobs': 10,
}

const standardSize = ({ input }: Call): number | undefined => {
  const field: unknown = input instanceof z.ZodObject ? input.shape['pageSize'] : undefined
  return field instanceof z.ZodType ? (field.parse(undefined) as number) : undefined
}

test('every list has the page size of the specification where none is asked for', () => {
  const rows: Call[] = Object.values(contract).flatMap((table) => Object.values(table))
  const found = rows.flatMap((row) => {
    const size = standardSize(row)
    return size === undefined ? [] : [[row.path, size] as const]
  })
  expect(Object.fromEntries(found)).toEqual(sizes)
})
