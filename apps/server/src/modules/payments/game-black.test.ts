import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { makeOrder, makeSelling, orderOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep as sweepAll } from '../../worker/housekeeping.ts'
import { answersFor, noteWin } from './index.ts'

const app = await testApp()
const dayS = 86_400
let owner: Merchant
let machine: BoundMachine

async function makeGame(merchant: Merchant, black = true): Promise<BoundMachine> {
  const one = await makeSelling(app, merchant, { type: 'lipstick', game_price: 100 })
  await asOwner(app, 'update device set settings = $2 where device_id = $1', [one.id, { game_black: black }])
  return one
}

beforeEach(async () => {
  owner = await makeMerchant(app)
  machine = await makeGame(owner)
})

type Play = { at?: BoundMachine; payer?: string; pay?: 'wechat' | 'alipay'; kind?: 'buy' | 'game' }

/** Orders and pays. Returns the difficulty that the machine is told. */
async function play({ at = machine, payer = 'winner', pay = 'wechat', kind = 'game' }: Play = {}) {
  const { merchant_order: merchantOrder, orderno } = await makeOrder(app, at, { pay, kind })
  await app.sandbox.pay(merchantOrder, payer)
  await app.sandbox.settled()
  const [answer] = await asMachine(app, at, (ctx) => answersFor(ctx, orderno))
  expect(answer).toMatchObject({ state: 'paid' })
  return answer?.difficulty
}

const win = async () => {
  await play()
  const { orderno } = await orderOf(app, machine)
  await asMachine(app, machine, (ctx) => noteWin(ctx, orderno, ctx.now))
}

describe('a customer who has won', () => {
  test('plays at the highest difficulty for 30 days, to the millisecond', async () => {
    expect(await play()).toBeUndefined()
    await win()
    const won = app.clock.now.getTime()
    expect(await play()).toBe('extreme')
    app.clock.now = new Date(won + 30 * dayS * 1_000 - 1_000)
    expect(await play(), 'exactly 30 days later').toBe('extreme')
    app.clock.now = new Date(won + 30 * dayS * 1_000 - 999)
    expect(await play(), 'a millisecond after that').toBeUndefined()
  })

  test('is recognised at other machines of the merchant, not at those of another', async () => {
    await win()
    expect(await play({ at: await makeGame(owner) })).toBe('extreme')
    expect(await play({ at: await makeGame(await makeMerchant(app)) })).toBeUndefined()
  })

  test('is one customer of one provider, and buys as others do', async () => {
    await win()
    expect(await play({ payer: 'another' })).toBeUndefined()
    expect(await play({ pay: 'alipay' })).toBeUndefined()
    expect(await play({ kind: 'buy' })).toBeUndefined()
    expect(await play({ at: await makeGame(owner, false) })).toBeUndefined()
  })

  test('is stored without a name, and forgotten after 30 days', async () => {
    await win()
    const rows = () =>
      asOwner<{ payer: Buffer }>(app, 'select * from game_win where tenant_id = $1', [owner.tenantId])
    expect(JSON.stringify(await rows())).not.toContain('winner')
    expect((await rows())[0]?.payer).toHaveLength(32)
    app.clock.advance(30 * dayS)
    await sweepAll(app.deps)
    expect(await rows()).toHaveLength(1)
    app.clock.advance(1)
    await sweepAll(app.deps)
    expect(await rows()).toEqual([])
  })

  test('again counts from the last time, in whatever order wins are noted', async () => {
    await win()
    const { orderno } = await orderOf(app, machine)
    const note = (at: Date) => asMachine(app, machine, (ctx) => noteWin(ctx, orderno, at))
    const last = app.clock.now
    await note(new Date(last.getTime() - 1_000))
    expect(await asOwner(app, 'select won_at from game_win where tenant_id = $1', [owner.tenantId])).toEqual([
      { won_at: last },
    ])
  })
})
