/** Sales that come after the machine, or the money of its store, has changed its place. */
import { deviceCalls, regionCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { makeSelling } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { billsAt, reportSalesOf, saleOf } from '../../../test/report-stand.ts'
import { unbindMachine } from '../machines/unbind-service.ts'

const app = await testApp()
let owner: Merchant
let first: string
let second: string
let machine: BoundMachine
/** Stays where it is. */
let sibling: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  first = (await makeStore(app, owner))._id
  second = (await makeStore(app, owner))._id
  machine = await makeSelling(app, owner, { store: first })
  sibling = await makeSelling(app, owner, { store: first })
  app.clock.advance(10)
})

const edit = async (fields: { store?: string | null; merchant_id?: string | null }): Promise<void> => {
  app.clock.advance(10)
  const { body } = await app.call(deviceCalls.editDev, { sn: machine.sn, ...fields }, { as: owner })
  expect(body.rcode).toBe(0)
  app.clock.advance(10)
}

const editStore = async (_id: string, fields: { merchant_id?: string | null; remarks?: string }) => {
  app.clock.advance(10)
  const { data } = (await app.call(regionCalls.getStore, { condition: { ids: [_id] } }, { as: owner })).body
    .result
  const { store_name: name } = data[0] ?? {}
  const input = { _id, store_name: name ?? '', ...fields }
  expect((await app.call(regionCalls.editStore, input, { as: owner })).body.rcode).toBe(0)
  app.clock.advance(10)
}

/** Reports a sale of that moment now, and says where it was booked. */
async function placeOf(one: BoundMachine, at: Date): Promise<[string | null, string | null]> {
  const sale = saleOf()
  expect(await reportSalesOf(app, one, at, [sale])).toEqual(['booked'])
  const bill = (await billsAt(app, one)).find(({ sale_id: id }) => id === sale.saleId)
  return [bill?.store_id ?? null, bill?.merchant_id ?? null]
}

describe('a sale that is reported after the machine was moved', () => {
  test('stays with the store where it happened, in its sums as well; a later one is of the new store', async () => {
    const before = app.clock.now
    await edit({ store: second })
    const between = app.clock.now
    await edit({ store: null })
    expect(await placeOf(machine, before)).toEqual([first, null])
    expect(await placeOf(machine, between)).toEqual([second, null])
    expect(await placeOf(machine, app.clock.now)).toEqual([null, null])
    const sums = await asOwner<{ store_id: string; count: number }>(
      app,
      'select store_id, sum(count)::int as count from sales_store_day where tenant_id = $1 group by 1 order by 1',
      [owner.tenantId],
    )
    expect(sums).toEqual(['0', first, second].map((store_id) => ({ store_id, count: 1 })))
  })

  test('is of the new store from the moment of the move on', async () => {
    await edit({ store: second })
    const [row] = await asOwner<{ placed_at: Date }>(
      app,
      'select placed_at from device where device_id = $1',
      [machine.id],
    )
    const moved = row?.placed_at ?? new Date(0)
    expect(await placeOf(machine, new Date(moved.getTime() - 1))).toEqual([first, null])
    expect(await placeOf(machine, moved)).toEqual([second, null])
  })

  test('changes nothing for a machine that stayed, nor for an edit that moves nothing', async () => {
    const before = app.clock.now
    await edit({ store: first })
    await edit({ store: second })
    expect(await placeOf(sibling, before)).toEqual([first, null])
    const past = await asOwner(
      app,
      'select device_id, store_id from device_past_place where tenant_id = $1',
      [owner.tenantId],
    )
    expect(past).toEqual([{ device_id: machine.id, store_id: first }])
  })

  test('stays with that store also when the machine has left the merchant since', async () => {
    const before = app.clock.now
    await edit({ store: second })
    const between = app.clock.now
    app.clock.advance(10)
    await asMachine(app, machine, (ctx) => unbindMachine(ctx, { id: null, username: 'tester' }))
    expect(await placeOf(machine, before)).toEqual([first, null])
    expect(await placeOf(machine, between)).toEqual([second, null])
  })

  test('is found in one batch with sales of other times and machines', async () => {
    const before = app.clock.now
    await edit({ store: second })
    const at = app.clock.now
    await reportSalesOf(app, machine, before, [saleOf(), saleOf()])
    await reportSalesOf(app, machine, at, [saleOf()])
    expect((await billsAt(app, machine)).map(({ store_id: store }) => store)).toEqual([first, first, second])
  })
})

describe('a sale that is reported after the payout account changed', () => {
  test('is paid to the account that the machine had', async () => {
    const [old, next] = [await makeApproved(app, owner), await makeApproved(app, owner)]
    await edit({ merchant_id: old.merchant_id })
    const before = app.clock.now
    await edit({ merchant_id: next.merchant_id })
    const between = app.clock.now
    await edit({ merchant_id: null })
    expect(await placeOf(machine, before)).toEqual([first, old.merchant_id])
    expect(await placeOf(machine, between)).toEqual([first, next.merchant_id])
    expect(await placeOf(machine, app.clock.now)).toEqual([first, null])
  })

  test('is paid to the account that its store had, and the store beside it keeps its own', async () => {
    const [old, next] = [await makeApproved(app, owner), await makeApproved(app, owner)]
    await editStore(second, { merchant_id: old.merchant_id })
    await editStore(first, { merchant_id: old.merchant_id })
    const before = app.clock.now
    await editStore(first, { merchant_id: old.merchant_id, remarks: 'Beside the lift' })
    await editStore(first, { merchant_id: next.merchant_id })
    const between = app.clock.now
    // The machine moves to a store that is still paid out to the account of before.
    await edit({ store: second })
    expect(await placeOf(sibling, before)).toEqual([first, old.merchant_id])
    expect(await placeOf(machine, before)).toEqual([first, old.merchant_id])
    expect(await placeOf(sibling, between)).toEqual([first, next.merchant_id])
    expect(await placeOf(machine, between)).toEqual([first, next.merchant_id])
    expect(await placeOf(machine, app.clock.now)).toEqual([second, old.merchant_id])
  })

  test('is paid to the account of the machine while it had one, whatever its store did', async () => {
    const [own, ofStore] = [await makeApproved(app, owner), await makeApproved(app, owner)]
    await edit({ merchant_id: own.merchant_id })
    const before = app.clock.now
    await editStore(first, { merchant_id: ofStore.merchant_id })
    expect(await placeOf(machine, before)).toEqual([first, own.merchant_id])
    expect(await placeOf(machine, app.clock.now)).toEqual([first, own.merchant_id])
    expect(await placeOf(sibling, before)).toEqual([first, null])
  })
})
