/** Accounts of agents, which collect what customers of their merchants pay. */
import { randomBytes } from 'node:crypto'

import { payAccountCalls } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { linesOf, makeOrder, makeSelling, orderOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeProviders, switchAccount, useAccount, wechatFields } from '../../../test/pay-account-stand.ts'
import type { WechatServer } from '../../ports/payments/testing/wechat-server.ts'
import type { PayOrder } from '../payments/index.ts'
import {
  agentAccountLines,
  putAgentAccount,
  resealAgentAccounts,
  stopAgentAccount,
  tryAgentAccount,
} from './index.ts'

const app = await testApp()
const { wechats } = await makeProviders(app, 2)
const [agents, own] = wechats as [WechatServer, WechatServer]
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
  await putAgentAccount(app.deps, 'acme', 'wechat', wechatFields(agents))
})

const pathOf = async (id: string | null): Promise<string> => {
  const [row] = await asOwner<{ notice_key: string }>(
    app,
    'select notice_key from agent_account where agent_account_id = $1',
    [id],
  )
  return `/notify/wechat/a${id}-${row?.notice_key}`
}

async function notify(url: string, server: WechatServer, { merchant_order: number, amount }: PayOrder) {
  server.ledger.open(number, amount, 'CNY')
  server.ledger.pay(number, app.clock.now)
  const { body: payload, headers } = server.noticeOf(number)
  return (await app.app.inject({ method: 'POST', url, headers, payload })).statusCode
}

const waysOf = async (as: Merchant) =>
  (await app.call(payAccountCalls.getPayAccounts, {}, { as })).body.result.ways

describe('an account of an agent', () => {
  test('is used by its merchants, unless they have their own, and by no other', async () => {
    expect(await tryAgentAccount(app.deps, 'acme', 'wechat')).toMatchObject({ works: true, signed: true })
    const machine = await makeSelling(app, merchant)
    const order = await makeOrder(app, machine)
    expect(order).toMatchObject({ pay_account_id: null, agent_account_id: expect.any(String), fee_rate: 0 })
    expect(agents.ledger.payments.has(order.merchant_order)).toBe(true)
    expect(await waysOf(merchant)).toMatchObject([{ collector: 'agent' }, { collector: 'platform' }])
    expect(await makeOrder(app, await makeSelling(app, neighbour))).toMatchObject({ agent_account_id: null })
    const account = await useAccount(app, merchant, wechatFields(own))
    expect(await makeOrder(app, machine)).toMatchObject({
      pay_account_id: account.pay_account_id,
      agent_account_id: null,
    })
    await switchAccount(app, merchant, account, false)
    expect(await makeOrder(app, machine)).toMatchObject({ agent_account_id: order.agent_account_id })
  })

  test('tells of orders of all its merchants, and of no others; its money is no funds', async () => {
    const [first, second] = [await makeSelling(app, merchant), await makeSelling(app, sibling)]
    for (const machine of [first, second]) {
      const order = await makeOrder(app, machine)
      expect(await notify(await pathOf(order.agent_account_id), agents, order)).toBe(200)
      expect((await orderOf(app, machine)).state).toBe('paid')
      expect(await linesOf(app, order)).toEqual([
        { account: 'own', amount: 350 },
        { account: 'direct', amount: -350 },
      ])
    }
    const { agent_account_id: id } = await orderOf(app, first)
    const foreign = await makeSelling(app, neighbour)
    const order = await makeOrder(app, foreign)
    expect(await notify(await pathOf(id), agents, order)).toBe(400)
    expect((await orderOf(app, foreign)).state).toBe('pending')
    // A merchant of the agent, with an own account, about an order that the agent collects.
    const account = await useAccount(app, merchant, wechatFields(own))
    const theirs = await makeOrder(app, second)
    const [{ notice_key: key } = { notice_key: '' }] = await asOwner<{ notice_key: string }>(
      app,
      'select notice_key from pay_account where pay_account_id = $1',
      [account.pay_account_id],
    )
    const path = `/notify/wechat/m${merchant.tenantId}-${account.pay_account_id}-${key}`
    expect(await notify(path, own, theirs)).toBe(400)
    expect((await orderOf(app, second)).state).toBe('pending')
    await switchAccount(app, merchant, account, false)
  })

  test('keeps its number when its keys are entered again, and its orders when it is switched off', async () => {
    const machine = await makeSelling(app, sibling)
    const before = await makeOrder(app, machine)
    await putAgentAccount(app.deps, 'acme', 'wechat', wechatFields(agents))
    expect(await makeOrder(app, machine)).toMatchObject({ agent_account_id: before.agent_account_id })
    const waiting = await orderOf(app, machine)
    await stopAgentAccount(app.deps, 'acme', 'wechat')
    expect(await makeOrder(app, machine)).toMatchObject({ agent_account_id: null })
    expect(await notify(await pathOf(waiting.agent_account_id), agents, waiting)).toBe(200)
    await putAgentAccount(app.deps, 'acme', 'wechat', wechatFields(agents))
    expect(await agentAccountLines(app.deps)).toEqual([
      expect.stringContaining('acme wechat 19****91 in use'),
    ])
  })

  test('is refused with the fields that are wrong, and without their contents', async () => {
    const put = (fields: object) => putAgentAccount(app.deps, 'acme', 'wechat', fields)
    const key = randomBytes(16).toString('hex')
    await expect(put({ ...wechatFields(agents), private_key: key })).rejects.toThrow(/^private_key: [^\n]+$/)
    await expect(put({ ...wechatFields(agents), private_key: key })).rejects.not.toThrow(key)
    await expect(put({})).rejects.toThrow(/account_no: Required/)
  })

  test('is sealed by the current key of the operator after a rotation, and works without the old one', async () => {
    const { config } = app.deps
    const [old] = config.vaultKeys
    const fresh = { name: 'fresh', key: randomBytes(32) }
    app.deps.config = { ...config, vaultKeys: [fresh, old] }
    expect(await resealAgentAccounts(app.deps)).toBe(1)
    expect(await asOwner(app, 'select master from agent_account')).toEqual([{ master: 'fresh' }])
    app.deps.config = { ...config, vaultKeys: [fresh] }
    expect(await tryAgentAccount(app.deps, 'acme', 'wechat')).toMatchObject({ works: true })
    app.deps.config = config
  })
})
