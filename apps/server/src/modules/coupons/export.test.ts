import { auditCalls, couponCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { couponStand, grantsOf, makeCoupon, receive } from '../../../test/coupon-stand.ts'
import { downloadExport, linesOf, readExport, serialOf } from '../../../test/exports.ts'
import { asOwner } from '../../../test/owner.ts'

const { delCoupon, exportCoupon } = couponCalls

const app = await testApp()
app.clock.now = new Date('2026-11-18T04:00:00.000Z')
const { owner, neighbour, store, elsewhere } = await couponStand(app)

const opening = await makeCoupon(app, owner, {
  name: 'Opening',
  quantity: 2,
  limit_period: 'week',
  limit_count: 1,
  start_date: '2026-11-18',
  end_date: '2026-11-30',
  regions: [store, elsewhere],
})
const five = await makeCoupon(app, owner, { name: 'Five', type: 'cash', value: 500 })
const gone = await makeCoupon(app, owner, { name: 'Gone' })
await app.call(delCoupon, { coupon_id: gone.coupon_id }, { as: owner })
await makeCoupon(app, neighbour, { name: 'Theirs' })
await receive(app, opening, { cardno: '7001' })
app.clock.advance(1)
await receive(app, opening)
await receive(app, await makeCoupon(app, neighbour))

/** As an order does that was paid with it. */
const [used] = await grantsOf(app, opening)
await asOwner(
  app,
  `update coupon_grant set state = 'used', orderno = 'o1', discount = 200, paid = 800, used_at = $2 where grant_id = $1`,
  [used?.grant_id, app.clock.now],
)

test('coupons are exported with their limits, and with what became of them', async () => {
  const [head, ...lines] = await readExport(app, exportCoupon, { kind: 'coupon' }, owner)
  expect(head).toEqual([
    'Coupon name',
    'Type',
    'Value',
    'Status',
    'Quantity',
    'Received',
    'Used',
    'Discounts given (CNY)',
    'Sales with the coupon (CNY)',
    'Limit per customer',
    'First day',
    'Last day',
    'Stores',
    'Created',
  ])
  const days = [serialOf('2026-11-18'), serialOf('2026-11-30')]
  const stores = opening.region_names.join(', ')
  expect(lines.map((line) => line.slice(0, -1).join('|'))).toEqual([
    'Five|Cash|5.00 CNY off|Running|No limit|0|0|0.00|0.00|No limit|All stores',
    `Opening|Discount|20% off|None left|2|2|1|2.00|8.00|1 a week|${days.join('|')}|${stores}`,
  ])
})

test('coupons are exported by the filter of the list, deleted ones when asked for', async () => {
  const names = async (condition: object) =>
    (await readExport(app, exportCoupon, { kind: 'coupon', condition }, owner)).slice(1).map(([name]) => name)
  expect(await names({ type: 'cash' })).toEqual(['Five'])
  expect(await names({ q: 'open' })).toEqual(['Opening'])
  expect(await names({ state: 'deleted' })).toEqual(['Gone'])
  expect(await names({ ids: [five.coupon_id, gone.coupon_id] })).toEqual(['Five'])
})

test('received coupons are exported with who received and used them, without codes that can be used', async () => {
  const request = { kind: 'received', condition: { coupon_id: opening.coupon_id } } as const
  const { rawPayload } = await downloadExport(app, exportCoupon, { ...request, format: 'csv' }, { as: owner })
  const csv = rawPayload.toString()
  const lines = linesOf((await downloadExport(app, exportCoupon, request, { as: owner })).rawPayload)
  expect(lines[0]?.slice(0, 4)).toEqual(['Coupon name', 'Code', 'Card no.', 'Buyer'])
  expect(lines).toHaveLength(3)
  expect(lines[1]).toEqual(expect.arrayContaining(['Opening', 'Not used yet']))
  expect(lines[2]).toEqual(expect.arrayContaining(['Opening', '7001', 'Used', 'o1', '2.00', '8.00']))
  for (const { code } of await grantsOf(app, opening)) {
    expect(csv).not.toContain(code)
    expect(JSON.stringify(lines)).not.toContain(code)
  }
})

test('the audit says which of the two lists was exported', async () => {
  const { body } = await app.call(auditCalls.getAudit, { condition: { call: 'exportCoupon' } }, { as: owner })
  const kinds = body.result.data.map(({ after }) => (after as { kind?: string } | null)?.kind)
  expect(new Set(kinds)).toEqual(new Set(['coupon', 'received']))
})
