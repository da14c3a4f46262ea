/** The way of an order through the real gateway: a machine asks, shows the code, and is told when it is paid. */
import { billCalls, orderRefusalWords } from '@slotwise/contract'
import type { UpMessage } from '@slotwise/machine-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import { makeMerchant } from '../../test/factories.ts'
import type { HandMachine } from '../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { makeOrder, ordersOf, orderOf, requestOf, sellIn } from '../../test/order-stand.ts'
import { asOwner } from '../../test/owner.ts'
import { bindByOperator, rotateSecret, unbindByOperator } from '../modules/machines/index.ts'
import { startGateway } from './gateway.ts'
import { linesOf } from './lines.ts'

let stand: GatewayStand
let machine: BoundMachine
let hand: HandMachine

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterEach(async () => {
  await stand.app.sandbox.behave({})
  await stand.sendHome()
})
afterAll(() => stand.close())

async function comeSelling(): Promise<void> {
  machine = await makeBoundMachine(stand.app, stand.owner)
  await sellIn(stand.app, machine, stand.owner)
  hand = await stand.comeOnline(machine)
}

const ordersTo = (one: HandMachine) => one.heard.filter(({ name }) => name === 'order')

/** What the merchant reads about whether the machine was told that an order is paid. */
async function sendingsOf(orderno: string) {
  const { body } = await stand.app.call(billCalls.getBill, { orderno }, { as: stand.owner })
  return body.result.steps.filter(({ kind }) => kind === 'sent' || kind === 'not_sent')
}

describe('an order', () => {
  test('goes from the request to the code, the payment and the machine', async () => {
    await stand.app.work()
    await comeSelling()
    const sibling = await stand.comeOnline(await makeBoundMachine(stand.app, stand.owner))
    const request = requestOf({ items: [{ ch: 1, n: 2 }] })
    await hand.say('order', request)
    const waiting = await hand.hears('order')
    const { orderno, merchant_order: number } = await orderOf(stand.app, machine)
    expect(waiting).toEqual({
      reqId: request.reqId,
      orderNo: orderno,
      amount: 700,
      state: 'waiting',
      qr: `http://pay.test/pay/${number}`,
      until: stand.app.clock.now.getTime() + 120_000,
      refunds: false,
    })
    await stand.app.sandbox.pay(number, 'buyer')
    expect(await hand.hears('order', ({ state }) => state === 'paid')).toEqual({
      reqId: request.reqId,
      orderNo: orderno,
      amount: 700,
      state: 'paid',
      refunds: false,
    })
    expect(ordersTo(sibling)).toEqual([])
  })

  test('is a sign of life of a machine that was silent for long', async () => {
    await stand.app.work()
    await comeSelling()
    await asOwner(
      stand.app,
      "update device_state set online = false, reason = 'silence' where device_id = $1",
      [machine.id],
    )
    await hand.say('order', requestOf())
    await hand.hears('order')
    expect(await stand.stateOf(machine)).toMatchObject({ online: true })
  })

  test('is refused at once where it cannot be served', async () => {
    await comeSelling()
    const request = requestOf({ items: [{ ch: 2, n: 1 }] })
    await hand.say('order', request)
    expect(await hand.hears('order')).toMatchObject({
      reqId: request.reqId,
      state: 'refused',
      why: orderRefusalWords['zh-CN'].noGoods,
    })
  })

  test('is refused when the provider fails', async () => {
    await stand.app.work()
    await stand.app.sandbox.behave({ create: 'fails' })
    await comeSelling()
    await hand.say('order', requestOf())
    const refused = await hand.hears('order')
    expect(refused).toMatchObject({ state: 'refused', amount: 350 })
    expect(refused.why).toBe(orderRefusalWords['zh-CN'].providerFailed)
  })

  test('shows in its bill when the machine was told of the payment, or that it was not', async () => {
    await comeSelling()
    const { clock, sandbox } = stand.app
    const first = await makeOrder(stand.app, machine)
    clock.advance(2)
    const sentSteps = [{ kind: 'sent', at: clock.now.toISOString() }]
    await sandbox.pay(first.merchant_order)
    await hand.hears('order', ({ state }) => state === 'paid')
    await expect.poll(() => sendingsOf(first.orderno)).toEqual(sentSteps)

    await hand.leave()
    const second = await makeOrder(stand.app, machine)
    const paidAt = clock.now.toISOString()
    await sandbox.pay(second.merchant_order)
    await sandbox.settled()
    clock.advance(5)
    // The word may still be on its way.
    expect(await sendingsOf(second.orderno)).toEqual([])
    clock.advance(1)
    expect(await sendingsOf(second.orderno)).toEqual([{ kind: 'not_sent', at: paidAt }])

    const backAt = clock.now.toISOString()
    const back = await stand.comeOnline(machine, 2)
    await back.hears('order', ({ orderNo }) => orderNo === second.orderno)
    await expect.poll(() => sendingsOf(second.orderno)).toEqual([{ kind: 'sent', at: backAt }])
    // It was told of the first one again, which is not when it learned of it.
    expect(await sendingsOf(first.orderno)).toEqual(sentSteps)
  })

  test('is told again to a machine that was away, until it has reported', async () => {
    await comeSelling()
    const paid = await makeOrder(stand.app, machine)
    const waiting = await makeOrder(stand.app, machine)
    await hand.leave()
    await stand.app.sandbox.pay(paid.merchant_order)
    await stand.app.sandbox.settled()
    const answersAfter = async (boot: number) => {
      const again = await stand.comeOnline(machine, boot)
      const last = requestOf({ items: [{ ch: 2, n: 1 }] })
      await again.say('order', last)
      await again.hears('order', ({ reqId }) => reqId === last.reqId)
      const known = ordersTo(again).map(({ message }) => message.data as { orderNo: string; state: string })
      await again.leave()
      // The notification of the payment may arrive after the machine, which is then told twice.
      return Object.fromEntries(known.slice(0, -1).map(({ orderNo, state }) => [orderNo, state]))
    }
    expect(await answersAfter(2)).toEqual({ [paid.orderno]: 'paid', [waiting.orderno]: 'waiting' })
    const reporting = await stand.comeOnline(machine, 3)
    const served: UpMessage<'sale'> = {
      saleId: 'served',
      orderNo: paid.orderno,
      client: 'wechat',
      amount: 350,
      items: [{ ch: 1, n: 1, ok: true }],
      result: 'delivered',
      tookMs: 900,
    }
    await reporting.say('sale', served)
    await reporting.say('sale', { ...served, saleId: 'forgotten', items: [], result: 'failed' })
    expect(stand.gateway.refusals.get('order reported before')).toBe(1)
    await reporting.leave()
    expect(await answersAfter(4)).toEqual({ [waiting.orderno]: 'waiting' })
    stand.app.clock.advance(600)
    expect(await answersAfter(5)).toEqual({})
  })

  test('is told by a gateway that had lost its connection to the database', async () => {
    await comeSelling()
    const { merchant_order: number } = await makeOrder(stand.app, machine)
    await hand.hears('order', ({ state }) => state === 'waiting')
    hand.heard.splice(0)
    // The listener is ended while the order is paid, so the notification is missed.
    const listener = `from pg_stat_activity where application_name = 'slotwise gateway' and datname = current_database()`
    await asOwner(stand.app, `select pg_terminate_backend(pid) ${listener}`)
    await stand.app.sandbox.pay(number)
    expect(await hand.hears('order', ({ state }) => state === 'paid')).toMatchObject({ amount: 350 })
  })

  test('that comes too late is not taken, unless the clock of the machine is wrong', async () => {
    await comeSelling()
    stand.app.clock.advance(600)
    const now = stand.app.clock.now.getTime()
    const lateRefusals = stand.gateway.refusals.get('late') ?? 0
    await hand.say('order', requestOf(), { ts: now - 120_001 })
    expect(await ordersOf(stand.app, machine)).toEqual([])
    expect(stand.gateway.refusals.get('late')).toBe(lateRefusals + 1)
    await hand.say('order', requestOf(), { ts: now - 120_000 })
    await hand.say('order', requestOf(), { ts: 1_000 })
    expect(await ordersOf(stand.app, machine)).toHaveLength(2)
  })

  test('of a time when no merchant had the machine is not taken', async () => {
    await comeSelling()
    const { app, gateway, owner } = stand
    const originAt = () => ({
      requestId: '',
      address: '',
      userAgent: '',
      locale: 'en-US' as const,
      now: app.clock.now,
    })
    app.clock.advance(600)
    await unbindByOperator(app.deps, machine.sn, originAt())
    app.clock.advance(600)
    const between = app.clock.now.getTime()
    app.clock.advance(600)
    await bindByOperator(app.deps, owner.tenantId, { sn: machine.sn, title: 'Again' }, originAt())
    const lateRefusals = gateway.refusals.get('late') ?? 0
    // As a machine does, the order is sent again: the gateway may not have heard of the new binding yet.
    const ask = () => hand.say('order', requestOf({ items: [{ ch: 9, n: 1 }] }), { ts: between })
    await expect
      .poll(async () => {
        await ask()
        return gateway.refusals.get('late')
      })
      .toBeGreaterThan(lateRefusals)
    expect(ordersTo(hand)).toEqual([])
  })

  test('by a name that the machine has used for something else is refused and counted', async () => {
    await comeSelling()
    const paid = await makeOrder(stand.app, machine)
    await stand.app.sandbox.pay(paid.merchant_order)
    await hand.hears('order', ({ state }) => state === 'paid')
    const counted = stand.gateway.refusals.get('reused name') ?? 0
    await hand.say('order', requestOf({ reqId: paid.req_id ?? '', items: [{ ch: 2, n: 1 }] }))
    expect(await hand.hears('order', ({ state }) => state === 'refused')).toMatchObject({
      reqId: paid.req_id,
      why: orderRefusalWords['zh-CN'].requestUsed,
    })
    expect(stand.gateway.refusals.get('reused name')).toBe(counted + 1)
    expect(await ordersOf(stand.app, machine)).toHaveLength(1)
  })

  test('waits for no sale of the same machine', () => {
    expect(linesOf('1', 'order')).not.toEqual(linesOf('1', 'sale'))
  })

  test('is none of a machine that was just unbound', async () => {
    await comeSelling()
    const origin = {
      requestId: '',
      address: '',
      userAgent: '',
      locale: 'en-US' as const,
      now: stand.app.clock.now,
    }
    await unbindByOperator(stand.app.deps, machine.sn, origin)
    const nobodys = stand.gateway.refusals.get('bound to no merchant') ?? 0
    await hand.say('order', requestOf())
    expect(stand.gateway.refusals.get('bound to no merchant')).toBe(nobodys + 1)
    expect(await ordersOf(stand.app, machine)).toEqual([])
  })

  test('of another merchant is not told to the machine that he had before', async () => {
    await comeSelling()
    const before = await makeOrder(stand.app, machine)
    await hand.leave()
    const { app } = stand
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: app.clock.now }
    await unbindByOperator(app.deps, machine.sn, origin)
    await app.sandbox.pay(before.merchant_order)
    await app.sandbox.settled()
    expect((await orderOf(app, machine)).state).toBe('paid')
    app.clock.advance(1)
    const secret = await rotateSecret(app.deps, machine.sn)
    const buyer = await makeMerchant(app)
    await bindByOperator(app.deps, buyer.tenantId, { sn: machine.sn, title: 'Bought' }, origin)
    const again = await stand.comeOnline({ ...machine, secret }, 9)
    await again.hears('config')
    const last = requestOf()
    await again.say('order', last)
    await again.hears('order', ({ reqId }) => reqId === last.reqId)
    expect(ordersTo(again)).toHaveLength(1)
  })

  test('is told by the gateway that holds the connection', async () => {
    await comeSelling()
    const other = await startGateway({ ...stand.app.deps })
    const { merchant_order: number } = await makeOrder(stand.app, machine)
    await hand.hears('order', ({ state }) => state === 'waiting')
    await stand.app.sandbox.pay(number)
    await hand.hears('order', ({ state }) => state === 'paid')
    expect(ordersTo(hand)).toHaveLength(2)
    await other.close()
  })
})
