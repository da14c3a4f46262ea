/** Orders and refunds that meet at the same coupons and cards. */
import { billCalls, orderRefusalWords } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { codeOf, couponStand, grantsOf, makeCoupon } from '../../../test/coupon-stand.ts'
import { storm } from '../../../test/depth.ts'
import { unlock } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { makeCard, storedCard, unbalancedCards } from '../../../test/member-stand.ts'
import { ask, makeSelling, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { reportSales, saleOf } from '../../../test/report-stand.ts'

const app = await testApp()
app.clock.now = new Date('2026-11-18T04:00:00.000Z')
const why = orderRefusalWords['zh-CN']

/** An order takes its coupon and then the card that pays; a refund holds the card and then gives the coupon back. */
test('orders by card with coupons and refunds of such orders do not wait for each other in a circle', async () => {
  const { owner, store } = await couponStand(app)
  const sign = await unlock(app, owner)
  const machines = [
    await makeSelling(app, owner, { store }),
    await makeSelling(app, owner, { store }),
  ] as const
  const cards = [
    await makeCard(app, owner, { point: 100_000 }),
    await makeCard(app, owner, { point: 100_000 }),
  ]
  const [one = '', two = ''] = cards.map(({ cardno }) => cardno)
  const [here, there] = machines
  const coupon = await makeCoupon(app, owner)
  const pay = (card: string, code: string, at: BoundMachine) =>
    ask(app, at, requestOf({ pay: 'card', card, coupon: code }))
  const refund = async (orderno = '') =>
    (
      await app.call(
        billCalls.refund,
        { orderno, part_refund: false, remarks: 'broken', sign },
        { as: owner },
      )
    ).body.rcode
  for (let round = 0; round < storm({ usual: 3, deep: 40 }); round += 1) {
    app.clock.advance(1)
    await asOwner(app, 'update channel set quantity = max where tenant_id = $1 and goods_id is not null', [
      owner.tenantId,
    ])
    const codes: string[] = []
    for (let n = 0; n < 4; n += 1) codes.push(await codeOf(app, coupon))
    const [a = '', b = '', c = '', d = ''] = codes
    const sold = [await pay(one, a, here), await pay(two, b, there)]
    const [first, second] = sold.map((order) => order?.orderNo)
    await reportSales(app, here, saleOf({ orderNo: first ?? '', client: 'card', amount: 280 }))
    await reportSales(app, there, saleOf({ orderNo: second ?? '', client: 'card', amount: 280 }))
    const [again, ...answers] = await Promise.all([
      pay(two, a, here),
      refund(first),
      refund(second),
      pay(one, c, there),
      pay(two, d, here),
    ])
    expect(answers).toMatchObject([0, 0, { state: 'paid' }, { state: 'paid' }])
    // The order that showed a coupon of a refunded order came before its return, or after it.
    if (again?.state !== 'paid') expect(again?.why).toBe(why.couponUsed)
    const stateOf = new Map((await grantsOf(app, coupon)).map(({ code, state }) => [code, state]))
    expect(codes.map((code) => stateOf.get(code))).toEqual([
      again?.state === 'paid' ? 'used' : 'received',
      'received',
      'used',
      'used',
    ])
  }
  expect(await unbalancedCards(app)).toEqual([])
  for (const card of cards) expect((await storedCard(app, card)).point).toBeLessThan(100_000)
})
