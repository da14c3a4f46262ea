/** Which providers the operator lets a merchant, or the merchants of an agent, use. */
import { orderRefusalWords } from '@slotwise/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { opsOf } from '../../../test/ops.ts'
import { ask, makeOrder, makeSelling, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { markPaid } from '../payments/index.ts'

const app = await testApp()
let merchant: Merchant
let sibling: Merchant
let neighbour: Merchant

async function withAgent(agent: string | null): Promise<Merchant> {
  const made = await makeMerchant(app)
  await asOwner(app, 'update tenant set agent = $2 where tenant_id = $1', [made.tenantId, agent])
  return made
}

beforeAll(async () => {
  merchant = await withAgent('acme')
  sibling = await withAgent('acme')
  neighbour = await withAgent('other')
})
beforeEach(async () => {
  await asOwner(app, 'delete from merchant_offer')
  await asOwner(app, 'delete from agent_offer')
})

const ops = opsOf(app)
const limit = ({ username }: Merchant, providers: string) =>
  ops('merchant', 'providers', '--username', username, '--providers', providers)
const limitAgent = (code: string, providers: string) =>
  ops('agent', 'providers', '--code', code, '--providers', providers)

/** The clients that a new order of a machine may name. */
async function offered(one: Merchant): Promise<string[]> {
  const machine = await makeSelling(app, one)
  const found: string[] = []
  for (const pay of ['wechat', 'alipay'] as const) {
    const answer = await ask(app, machine, requestOf({ pay }))
    if (answer === undefined) found.push(pay)
    else expect(answer).toMatchObject({ state: 'refused', why: orderRefusalWords['zh-CN'].notOffered })
  }
  return found
}

const lastAudit = async ({ tenantId }: Merchant) =>
  (
    await asOwner(
      app,
      "select call, username, before, after from audit where tenant_id = $1 and username = 'operator' order by audit_id desc limit 1",
      [tenantId],
    )
  )[0]

describe('a merchant', () => {
  test('is refused orders by a provider that is off for it, and no other merchant is', async () => {
    expect(await offered(merchant)).toEqual(['wechat', 'alipay'])
    expect(await limit(merchant, 'alipay')).toBe('new orders: alipay')
    expect(await offered(merchant)).toEqual(['alipay'])
    expect(await offered(sibling)).toEqual(['wechat', 'alipay'])
    expect(await lastAudit(merchant)).toEqual({
      call: 'ops.providers',
      username: 'operator',
      before: { clients: null },
      after: { clients: 'alipay' },
    })
    await limit(merchant, 'none')
    expect(await offered(merchant)).toEqual([])
    await limit(merchant, 'default')
    expect(await offered(merchant)).toEqual(['wechat', 'alipay'])
    expect(await lastAudit(merchant)).toMatchObject({ before: { clients: '' }, after: { clients: null } })
  })

  test('has what its agent may use, unless it has a limit of its own', async () => {
    expect(await limitAgent('acme', 'wechat')).toBe('new orders of 2 merchants: wechat')
    expect(await offered(merchant)).toEqual(['wechat'])
    expect(await offered(neighbour)).toEqual(['wechat', 'alipay'])
    expect(await lastAudit(sibling)).toMatchObject({
      call: 'ops.providers',
      after: { clients: 'wechat', agent: 'acme' },
    })
    await limit(merchant, 'alipay')
    expect(await offered(merchant)).toEqual(['alipay'])
    expect(await offered(sibling)).toEqual(['wechat'])
    await limitAgent('acme', 'default')
    expect(await offered(sibling)).toEqual(['wechat', 'alipay'])
  })

  test('is paid for what was ordered before', async () => {
    const machine = await makeSelling(app, merchant)
    const order = await makeOrder(app, machine, { pay: 'wechat' })
    await limit(merchant, 'none')
    const payment = { state: 'paid', amount: order.amount, txn: 'T1', paidAt: app.clock.now } as const
    expect(await markPaid(app.deps, merchant.tenantId, order.merchant_order, payment)).toBe('paid')
  })
})

test('the commands name what may be written', async () => {
  await expect(limit(merchant, 'wechat,paypal')).rejects.toThrow('--providers is wechat,alipay,gkash')
  await expect(limitAgent('acme', 'wechat,wechat')).rejects.toThrow('--providers is')
  await expect(ops('merchant', 'providers', '--username', merchant.username)).rejects.toThrow('is missing')
})
