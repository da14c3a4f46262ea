import { type OrderRefusal, orderRefusalWords } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { makeCard } from '../../../test/member-stand.ts'
import { ask, makeSelling, requestOf } from '../../../test/order-stand.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  machine = await makeSelling(app, owner)
})

const why = async (request = requestOf(), at = machine): Promise<string | undefined> =>
  (await ask(app, at, request))?.why
const texts: Record<OrderRefusal, string> = orderRefusalWords['zh-CN']

const guesses = [
  ['cardUnknown', (n: number) => requestOf({ pay: 'card', card: `guess ${n}` })],
  ['couponUnknown', (n: number) => requestOf({ coupon: `GUESS${n}` })],
  ['voucherUnknown', (n: number) => requestOf({ pay: 'gift', voucher: `GUESS${n}`, items: [] })],
] as const

test('many unknown cards, coupons and vouchers end the guessing at a machine for a while', async () => {
  const { cardno: card } = await makeCard(app, owner, { point: 100_000 })
  const byCard = () => requestOf({ pay: 'card', card })
  for (let n = 0; n < 10; n += 1)
    for (const [refusal, guess] of guesses) expect(await why(guess(n))).toBe(texts[refusal])
  for (const [, guess] of guesses) expect(await why(guess(99))).toBe(texts.tooManyCodes)
  expect(await why(byCard())).toBe(texts.tooManyCodes)
  // Customers who pay otherwise, and those at other machines, are not held up.
  expect(await ask(app, machine)).toBeUndefined()
  expect(await ask(app, await makeSelling(app, owner), byCard())).toMatchObject({ state: 'paid' })
  app.clock.advance(599)
  expect(await why(byCard())).toBe(texts.tooManyCodes)
  app.clock.advance(1)
  expect(await ask(app, machine, byCard())).toMatchObject({ state: 'paid' })
})

test('refusals for other reasons are no guesses', async () => {
  const { cardno: card } = await makeCard(app, owner, { point: 1 })
  for (let n = 0; n < 40; n += 1) expect(await why(requestOf({ pay: 'card', card }))).toBe(texts.cardEmpty)
})
