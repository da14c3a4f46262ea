import { billCalls, type Card, memberCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { makeMerchant, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { hold, waitingForLocks } from '../../../test/hold-table.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { makeCard, movesOf, storedCard, unbalancedCards } from '../../../test/member-stand.ts'
import { ask, makeSelling, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { beat } from '../../../test/presence-stand.ts'
import { billsAt, reportSales, saleOf } from '../../../test/report-stand.ts'
import { billOf, inBooks, makeSale } from '../../../test/sale-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { decideBill } from '../sales/index.ts'
import { givePointsBack, holdCards } from './index.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let sign: string

beforeEach(async () => {
  owner = await makeMerchant(app)
  sign = await unlock(app, owner)
  machine = await makeSelling(app, owner)
  app.clock.advance(1)
})

/** A customer pays by card. Returns the number of the order. */
async function pay(cardno: string, at = machine, n = 1): Promise<string> {
  const answer = await ask(app, at, requestOf({ pay: 'card', card: cardno, items: [{ ch: 1, n }] }))
  if (answer?.state !== 'paid') throw new Error(answer?.why)
  return answer.orderNo
}

const deliver = (orderNo: string, at = machine) => reportSales(app, at, saleOf({ orderNo, client: 'card' }))

const refund = async (orderno: string, part?: number) =>
  (
    await app.call(
      billCalls.refund,
      {
        orderno,
        part_refund: part !== undefined,
        ...(part === undefined ? {} : { refund_fee: part }),
        remarks: 'broken',
        sign,
      },
      { as: owner },
    )
  ).body

describe('a refund', () => {
  test('gives all points of the sale back, once, and only to its card', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const other = await makeCard(app, owner, { point: 1_000 })
    const orderno = await pay(card.cardno)
    const untouched = await pay(other.cardno)
    await deliver(orderno)
    await deliver(untouched)
    app.clock.advance(1)
    expect(await refund(orderno)).toMatchObject({ rcode: 0, result: { status: 9, refunded: 350 } })
    expect((await refund(orderno)).rcode).toBe(500)
    expect(await movesOf(app, card)).toEqual([
      { reason: 'topup', amount: 1_000, balance: 1_000, orderno: '' },
      { reason: 'sale', amount: -350, balance: 650, orderno },
      { reason: 'refund', amount: 350, balance: 1_000, orderno },
    ])
    expect(await storedCard(app, card)).toMatchObject({ point: 1_000, spent: 0, visits: 1 })
    expect(await storedCard(app, other)).toMatchObject({ point: 650, spent: 350 })
    expect(await unbalancedCards(app)).toEqual([])
  })

  test('of a part gives that part back', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const orderno = await pay(card.cardno)
    await deliver(orderno)
    expect(await refund(orderno, 100)).toMatchObject({ rcode: 0, result: { status: 10 } })
    expect(await storedCard(app, card)).toMatchObject({ point: 750, spent: 250, visits: 1 })
    expect(await unbalancedCards(app)).toEqual([])
  })

  test('that is told twice, or of more than was paid, gives back what was paid once', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const orderno = await pay(card.cardno)
    const tell = (amount: number, client: 'card' | 'ezcard' = 'card') =>
      inBooks(app, owner.tenantId, (ctx) => givePointsBack(ctx, { orderno, client, amount, part: false }))
    await tell(350, 'ezcard')
    expect(await storedCard(app, card)).toMatchObject({ point: 650 })
    await tell(5_000)
    await tell(350)
    expect(await storedCard(app, card)).toMatchObject({ point: 1_000, spent: 0 })
    expect(await unbalancedCards(app)).toEqual([])
  })

  test('of a card that the machine settled itself moves no points', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const { orderno } = await makeSale(app, machine, { client: 'card' })
    expect(await refund(orderno)).toMatchObject({ rcode: 0, result: { status: 9 } })
    expect(await movesOf(app, card)).toHaveLength(1)
  })

  test('is said to go to the card, or to be paid by hand where the machine settled the card itself', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const ours = await pay(card.cardno)
    await deliver(ours)
    await reportSales(app, machine, saleOf({ client: 'card' }), saleOf({ client: 'ezcard' }))
    const { body } = await app.call(
      billCalls.getBuyBill,
      { pageNum: 1, pageSize: 3, condition: {} },
      { as: owner },
    )
    const ways = body.result.data.map((bill) => [bill.client, bill.orderno === ours, bill.refund_by])
    expect(ways.toSorted()).toEqual([
      ['card', false, 'hand'],
      ['card', true, 'card'],
      ['ezcard', false, 'hand'],
    ])
    const wechat = await makeSale(app, machine)
    const one = await app.call(billCalls.getBill, { orderno: wechat.orderno }, { as: owner })
    expect(one.body.result.refund_by).toBe('provider')
  })

  test('to a deleted card is in its ledger, and restoring the card shows it', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const orderno = await pay(card.cardno)
    await deliver(orderno)
    await app.call(memberCalls.delCard, { cardno: card.cardno }, { as: owner })
    const heir = await makeCard(app, owner, { cardno: card.cardno, point: 5 })
    expect((await refund(orderno)).rcode).toBe(0)
    expect(await movesOf(app, card)).toHaveLength(3)
    expect(await movesOf(app, heir)).toHaveLength(1)
    await app.call(memberCalls.delCard, { cardno: heir.cardno }, { as: owner })
    const { body } = await app.call(memberCalls.restoreCard, { card_id: card.card_id }, { as: owner })
    expect(body.result).toMatchObject({ point: 1_000 })
  })
})

describe('a delivery that fails in a store that refunds by itself', () => {
  let refunding: BoundMachine
  beforeEach(async () => {
    const { _id: store } = await makeStore(app, owner, { auto_refund: true })
    refunding = await makeSelling(app, owner, { store })
  })
  const fail = (orderNo: string, items: { ch: number; n: number; ok: boolean }[]) =>
    reportSales(app, refunding, saleOf({ orderNo, client: 'card', result: 'failed', items }))

  test('gives the points back with the report', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const orderno = await pay(card.cardno, refunding)
    await fail(orderno, [{ ch: 1, n: 1, ok: false }])
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 8, refunded: 350 })
    expect(await storedCard(app, card)).toMatchObject({ point: 1_000, spent: 0, visits: 1 })
    expect((await movesOf(app, card)).at(-1)).toMatchObject({ reason: 'refund', amount: 350, orderno })
  })

  test('in part gives back the points of what did not come out', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const orderno = await pay(card.cardno, refunding, 2)
    const items = [
      { ch: 1, n: 1, ok: true },
      { ch: 1, n: 1, ok: false },
    ]
    await reportSales(
      app,
      refunding,
      saleOf({ orderNo: orderno, client: 'card', amount: 700, result: 'part', items }),
    )
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ refunded: 350 })
    expect(await storedCard(app, card)).toMatchObject({ point: 650, spent: 350 })
  })

  test('that is never reported gives them back when the time has passed', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const orderno = await pay(card.cardno, refunding)
    for (const seconds of [121, 601]) {
      app.clock.advance(seconds)
      await beat(app, refunding)
      await decideBill(app.deps, owner.tenantId, orderno)
    }
    expect(await billsAt(app, refunding)).toMatchObject([{ orderno, status: 8 }])
    expect(await storedCard(app, card)).toMatchObject({ point: 1_000 })
  })
})

test('the database refuses a balance below zero, and an order that is paid or given back twice', async () => {
  const card = await makeCard(app, owner, { point: 1_000 })
  const orderno = await pay(card.cardno)
  await deliver(orderno)
  await refund(orderno)
  const take = asOwner(app, 'update card set point = point - 1001 where card_id = $1', [card.card_id])
  await expect(take).rejects.toThrow(/card_point/)
  for (const reason of ['sale', 'refund']) {
    const again = asOwner(
      app,
      `insert into point_move (tenant_id, card_id, at, reason, amount, balance, orderno)
       select tenant_id, card_id, at, reason, amount, balance, orderno from point_move
        where orderno = $1 and reason = $2`,
      [orderno, reason],
    )
    await expect(again).rejects.toThrow(/point_move_order/)
  }
  expect(await unbalancedCards(app)).toEqual([])
})

/**
 * An order locks its card and then the sums of bills; a refund changes the sums and then the card. Without `holdCards` the
 * two wait for each other.
 */
test('orders, reports and refunds of one card at the same time do not wait for each other in a circle', async () => {
  const { _id: store } = await makeStore(app, owner, { auto_refund: true })
  const machines = [await makeSelling(app, owner, { store }), await makeSelling(app, owner, { store })]
  const [first = machine, second = machine] = machines
  const cards = [
    await makeCard(app, owner, { point: 1_000_000 }),
    await makeCard(app, owner, { point: 1_000_000 }),
  ]
  const [one = '', two = ''] = cards.map(({ cardno }) => cardno)
  const deadlocks: unknown[] = []
  const quietly = (work: Promise<unknown>) => work.catch((error: unknown) => deadlocks.push(error))
  for (let round = 0; round < storm({ usual: 12, deep: 60 }); round += 1) {
    app.clock.advance(1)
    await asOwner(app, 'update channel set quantity = max where tenant_id = $1 and goods_id is not null', [
      owner.tenantId,
    ])
    const sold = await Promise.all([pay(one, first), pay(two, first), pay(two, second), pay(one, second)])
    const [a, b, c, d] = sold
    await deliver(a, first)
    await deliver(c, second)
    const failed = (orderNo: string) =>
      saleOf({ orderNo, client: 'card', result: 'failed', items: [{ ch: 1, n: 1, ok: false }] })
    const answers = await Promise.all([
      quietly(pay(one, first)),
      quietly(pay(two, second)),
      refund(a),
      refund(c),
      quietly(reportSales(app, first, failed(b))),
      quietly(reportSales(app, second, failed(d))),
      quietly(pay(two, first)),
      quietly(pay(one, second)),
    ])
    expect(answers.slice(2, 4)).toMatchObject([{ rcode: 0 }, { rcode: 0 }])
  }
  expect(deadlocks).toEqual([])
  expect(await unbalancedCards(app)).toEqual([])
})

/** The cards of the merchant that no transaction holds. */
const freeCards = async (): Promise<string[]> =>
  (
    await asOwner<{ id: string }>(
      app,
      'select card_id::text as id from card where tenant_id = $1 order by card_id for update skip locked',
      [owner.tenantId],
    )
  ).map(({ id }) => id)

test('cards are locked in the order of their ids, so that two processes never wait for each other', async () => {
  const cards: Card[] = []
  for (let n = 0; n < 8; n += 1) cards.push(await makeCard(app, owner, { point: 1_000 }))
  const ordernos: string[] = []
  for (const { cardno } of cards.toReversed()) ordernos.push(await pay(cardno))
  const [first = '', ...others] = cards.map(({ card_id: id }) => id)
  const held = await hold(app, `select from card where card_id = ${BigInt(first)} for update`)
  const locking = inTenant(app.deps.db.main, owner.tenantId, (tx) =>
    holdCards({ tx, tenantId: owner.tenantId }, ordernos),
  )
  await expect.poll(() => asOwner(app, waitingForLocks)).toHaveLength(1)
  expect(await freeCards()).toEqual(others)
  await held.letGo()
  await locking
})

test('cards that paid for other orders, or for nothing, are not locked', async () => {
  const [card, ...others] = [
    await makeCard(app, owner, { point: 1_000 }),
    await makeCard(app, owner, { point: 1_000 }),
    await makeCard(app, owner),
  ]
  const orderno = await pay(card?.cardno ?? '')
  await pay(others[0]?.cardno ?? '')
  await inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
    await holdCards({ tx, tenantId: owner.tenantId }, [orderno])
    expect(await freeCards()).toEqual(others.map(({ card_id: id }) => id))
  })
})
