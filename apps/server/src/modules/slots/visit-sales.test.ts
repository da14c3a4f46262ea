/** Sales between a person's count and its booking, of more pieces than the books still had. */
import { beforeEach, expect, test } from 'vitest'

import { type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { Phone } from '../../../test/refill-phone.ts'
import { reportSales, reportSalesOf, type SaleData, saleOf } from '../../../test/report-stand.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

const stand = await SlotStand.start()
let machine: BoundMachine
let sibling: BoundMachine

/** Two machines with 2 colas in slot 1 and none in slot 2; each slot holds 20. */
beforeEach(async () => {
  machine = await makeOnlineMachine(stand.app, stand.owner)
  sibling = await makeBoundMachine(stand.app, stand.owner)
  for (const one of [machine, sibling]) {
    await stand.put(one, 1, stand.cola, 2)
    await stand.put(one, 2, stand.cola, 0)
  }
  later(10)
})

const phoneAt = (one: BoundMachine) => Phone.at(stand.app, one, stand.owner)
const later = (seconds: number) => stand.app.clock.advance(seconds)

/** Coin sales of one piece each, which the machine reports at once. */
async function sells(ch: number, pieces: number, more: Partial<SaleData> = {}, one = machine): Promise<void> {
  for (let i = 0; i < pieces; i += 1) {
    later(1)
    await reportSales(stand.app, one, saleOf({ items: [{ ch, n: 1, ok: true }], ...more }))
  }
}

test('pieces that the books did not have any more leave as well', async () => {
  const phone = (await phoneAt(machine)).says([1, 'full'], [2, 10])
  await sells(1, 5)
  await sells(2, 3)
  later(3_600)
  expect(await phone.outcome()).toEqual([
    [1, 15],
    [2, 7],
  ])
})

test('sales of before the count, of another machine, and pieces that did not come out do not count', async () => {
  const phone = await phoneAt(machine)
  await sells(1, 4)
  later(60)
  phone.says([1, 'full'], [2, 10])
  await sells(1, 2, {}, sibling)
  await sells(1, 3, { result: 'failed', items: [{ ch: 1, n: 1, ok: false }] })
  await sells(2, 1)
  expect(await phone.outcome()).toEqual([
    [1, 20],
    [2, 9],
  ])
})

test('a sale that the books took in part is taken off once, and the next visit begins anew', async () => {
  const phone = (await phoneAt(machine)).says([1, 12])
  later(1)
  await reportSales(stand.app, machine, saleOf({ amount: 1750, items: [{ ch: 1, n: 5, ok: true }] }))
  expect(await phone.outcome()).toEqual([[1, 7]])
  later(60)
  const next = (await phoneAt(machine)).says([1, 'full'])
  await sells(1, 1)
  expect(await next.outcome()).toEqual([[1, 19]])
})

test.each([
  ['before', 1],
  ['at the moment of', 0],
])(
  'pieces that a count missed, sold %s that count and reported later, leave once',
  async (_when, earlier) => {
    await stand.counts(machine, 1, { 1: 20, 2: 20 })
    await stand.put(machine, 1, stand.cola, 2)
    later(10)
    const phone = (await phoneAt(machine)).says([1, 'full'])
    later(1)
    const sale = saleOf({ amount: 1750, items: [{ ch: 1, n: 5, ok: true }] })
    await stand.counts(machine, 2, { 1: 15, 2: 20 })
    const soldAt = new Date(stand.app.clock.now.getTime() - earlier * 1_000)
    await reportSalesOf(stand.app, machine, soldAt, [sale])
    expect(await phone.outcome()).toEqual([[1, 15]])
  },
)

test('pieces that a count missed before the first sale that the books could not take leave beside it', async () => {
  await stand.counts(machine, 1, { 1: 2, 2: 0 })
  const phone = (await phoneAt(machine)).says([1, 'full'])
  await stand.counts(machine, 2, { 1: 0, 2: 0 })
  await sells(1, 3)
  expect(await phone.outcome()).toEqual([[1, 15]])
})

test('dispensed pieces are taken off once, though they have a bill', async () => {
  await stand.put(machine, 1, stand.cola, 8)
  later(10)
  const phone = (await phoneAt(machine)).says([1, 'full'])
  const id = await stand.give(machine, { op: 'dispense', args: { items: [{ ch: 1, n: 2 }] } })
  await stand.says(machine, 'ack', { id, accepted: true })
  await stand.says(machine, 'result', { id, ok: true, items: [{ ch: 1, n: 2, ok: true }] })
  expect(await phone.outcome()).toEqual([[1, 18]])
})
