import { billCalls, memberCalls, paymentCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { makeCard, movesOf, storedCard, unbalancedCards } from '../../../test/member-stand.ts'
import { ask, makeSelling, ordersOf, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { billsAt, reportSales, saleOf, stockAt } from '../../../test/report-stand.ts'
import { noteWin } from '../payments/index.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
let machine: BoundMachine
let sibling: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  machine = await makeSelling(app, owner)
  sibling = await makeSelling(app, owner)
  app.clock.advance(1)
})

/** A customer holds a card to a machine that sells at 350. Returns what the machine is told. */
const pay = (card: string | undefined, at = machine, more: Partial<Parameters<typeof requestOf>[0]> = {}) =>
  ask(app, at, requestOf({ pay: 'card', ...(card === undefined ? {} : { card }), ...more }))

const refusals = {
  unknown: '没有这张会员卡',
  elsewhere: '该会员卡不能在本机使用',
  empty: '会员卡积分不足',
}

describe('a card', () => {
  test('pays at once, and the machine is told so', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const other = await makeCard(app, owner, { point: 1_000 })
    const answer = await pay(card.cardno)
    expect(answer).toMatchObject({ state: 'paid', amount: 350 })
    const [order] = await ordersOf(app, machine)
    expect(order).toMatchObject({
      orderno: answer?.orderNo,
      state: 'paid',
      client: 'card',
      cardno: card.cardno,
      amount: 350,
    })
    expect(await movesOf(app, card)).toEqual([
      { reason: 'topup', amount: 1_000, balance: 1_000, orderno: '' },
      { reason: 'sale', amount: -350, balance: 650, orderno: order?.orderno },
    ])
    expect(await storedCard(app, card)).toEqual({
      point: 650,
      spent: 350,
      visits: 1,
      last_visit: app.clock.now,
    })
    expect(await storedCard(app, other)).toMatchObject({ point: 1_000, visits: 0 })
    // The sale is income that no provider owes, so it never becomes funds.
    expect(await billsAt(app, machine)).toMatchObject([{ client: 'card', status: 7, total_price: 350 }])
    expect(await asOwner(app, 'select from ledger_line where orderno = $1', [order?.orderno])).toEqual([])
    await reportSales(app, machine, saleOf({ orderNo: order?.orderno ?? '', client: 'card' }))
    expect(await billsAt(app, machine)).toMatchObject([{ status: 0 }])
    expect(await stockAt(app, machine)).toBe(4)
    expect((await storedCard(app, card)).point).toBe(650)
    const listed = await app.call(paymentCalls.getPayBill, {}, { as: owner })
    expect(listed.body.result.data).toMatchObject([{ cardno: card.cardno, client: 'card', status: 'paid' }])
  })

  test('pays for a game at the price of the game', async () => {
    const game = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
    const card = await makeCard(app, owner, { point: 150 })
    expect(await pay(card.cardno, game, { kind: 'game' })).toMatchObject({ state: 'paid', amount: 100 })
    expect(await storedCard(app, card)).toMatchObject({ point: 50 })
  })

  test('that has won before plays at the highest difficulty, and another card does not', async () => {
    const game = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
    await asOwner(app, `update device set settings = '{"game_black": true}' where device_id = $1`, [game.id])
    const winner = await makeCard(app, owner, { point: 1_000 })
    const other = await makeCard(app, owner, { point: 1_000 })
    const first = await pay(winner.cardno, game, { kind: 'game' })
    expect(first).toMatchObject({ state: 'paid' })
    expect(first?.difficulty).toBeUndefined()
    await asMachine(app, game, (ctx) => noteWin(ctx, first?.orderNo ?? '', ctx.now))
    expect(await pay(winner.cardno, game, { kind: 'game' })).toMatchObject({ difficulty: 'extreme' })
    expect((await pay(other.cardno, game, { kind: 'game' }))?.difficulty).toBeUndefined()
  })

  test('pays exactly what it has, and not a point more', async () => {
    const exact = await makeCard(app, owner, { point: 350 })
    const short = await makeCard(app, owner, { point: 349 })
    expect(await pay(exact.cardno)).toMatchObject({ state: 'paid' })
    expect(await storedCard(app, exact)).toMatchObject({ point: 0 })
    expect(await pay(exact.cardno)).toMatchObject({ state: 'refused', why: refusals.empty })
    expect(await pay(short.cardno)).toMatchObject({ state: 'refused', why: refusals.empty })
    expect(await storedCard(app, short)).toMatchObject({ point: 349, visits: 0 })
    expect(await ordersOf(app, machine)).toHaveLength(1)
    expect(await billsAt(app, machine)).toHaveLength(1)
  })

  test('that is unknown, deleted, not named or of another merchant pays nothing', async () => {
    const deleted = await makeCard(app, owner, { point: 1_000 })
    await app.call(memberCalls.delCard, { cardno: deleted.cardno }, { as: owner })
    const theirs = await makeCard(app, neighbour, { point: 1_000 })
    for (const cardno of ['no-such-card', deleted.cardno, theirs.cardno, undefined, `${theirs.cardno} `])
      expect(await pay(cardno), String(cardno)).toMatchObject({ state: 'refused', why: refusals.unknown })
    expect(await storedCard(app, deleted)).toMatchObject({ point: 1_000 })
    expect(await storedCard(app, theirs)).toMatchObject({ point: 1_000 })
    expect(await ordersOf(app, machine)).toEqual([])
  })

  test('of the same number as that of a neighbour is the own one', async () => {
    const mine = await makeCard(app, owner, { cardno: 'same', point: 1_000 })
    const theirs = await makeCard(app, neighbour, { cardno: 'same', point: 1_000 })
    await pay('same')
    expect(await storedCard(app, mine)).toMatchObject({ point: 650 })
    expect(await storedCard(app, theirs)).toMatchObject({ point: 1_000 })
  })

  test('pays at the machines that it is for, and nowhere else', async () => {
    const card = await makeCard(app, owner, { point: 1_000, device: [sibling.sn] })
    expect(await pay(card.cardno)).toMatchObject({ state: 'refused', why: refusals.elsewhere })
    expect(await pay(card.cardno, sibling)).toMatchObject({ state: 'paid' })
    expect(await storedCard(app, card)).toMatchObject({ point: 650 })
    await app.call(memberCalls.editCard, { cardno: card.cardno, device: [] }, { as: owner })
    expect(await pay(card.cardno)).toMatchObject({ state: 'paid' })
  })

  test('whose only machine was unbound does not pay at the others', async () => {
    const card = await makeCard(app, owner, { point: 1_000, device: [sibling.sn] })
    await asOwner(app, 'update device set unbound_at = now() where device_id = $1', [sibling.id])
    expect(await pay(card.cardno)).toMatchObject({ state: 'refused', why: refusals.elsewhere })
  })

  test('pays a request once, however often it is repeated', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const request = requestOf({ pay: 'card', card: card.cardno })
    const first = await ask(app, machine, request)
    app.clock.advance(1)
    expect(await ask(app, machine, request)).toEqual(first)
    expect(await ask(app, machine, request)).toEqual(first)
    expect(await ask(app, machine, { ...request, items: [{ ch: 1, n: 2 }] })).toMatchObject({
      state: 'refused',
    })
    expect(await movesOf(app, card)).toHaveLength(2)
    expect(await storedCard(app, card)).toMatchObject({ point: 650, visits: 1 })
  })

  test('with points for one order pays one of 64 that come at once', async () => {
    const card = await makeCard(app, owner, { point: 699 })
    const rich = await makeCard(app, owner, { point: 3_500 })
    const machines = [machine, sibling, await makeSelling(app, owner), await makeSelling(app, owner)]
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => pay(card.cardno, machines[n % machines.length])),
    )
    expect(answers.filter((answer) => answer?.state === 'paid')).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer?.why))).toEqual(new Set([undefined, refusals.empty]))
    expect(await storedCard(app, card)).toMatchObject({ point: 349, spent: 350, visits: 1 })
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, n) => pay(rich.cardno, machines[n % machines.length])),
    )
    expect(others.filter((answer) => answer?.state === 'paid')).toHaveLength(10)
    expect(await storedCard(app, rich)).toMatchObject({ point: 0, visits: 10 })
    expect(await unbalancedCards(app)).toEqual([])
  })

  test('is named by the bill that it paid', async () => {
    const card = await makeCard(app, owner, { point: 1_000 })
    const answer = await pay(card.cardno)
    const { body } = await app.call(billCalls.getBill, { orderno: answer?.orderNo ?? '' }, { as: owner })
    expect(body.result).toMatchObject({ client: 'card', cardno: card.cardno })
  })
})
