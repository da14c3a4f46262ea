import type { PayAccount } from '@slotwise/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { makeOrder, makeSelling, orderOf } from '../../../test/order-stand.ts'
import { makeProviders, noticePath, useAccount, wechatFields } from '../../../test/pay-account-stand.ts'
import type { WechatServer } from '../../ports/payments/testing/wechat-server.ts'

const app = await testApp()
const [server] = (await makeProviders(app, 1)).wechats as [WechatServer]
let owner: Merchant
let machine: BoundMachine
let account: PayAccount

beforeAll(async () => {
  owner = await makeMerchant(app)
  account = await useAccount(app, owner, wechatFields(server))
  machine = await makeSelling(app, owner)
})
/** Past the window of the limit. */
beforeEach(() => app.clock.advance(61))

const most = 60
const unknown = '/notify/wechat/m1-1-00000000000000000000000000000000'

const send = (
  url: string,
  remoteAddress: string,
  message: { body: Buffer; headers?: object } = { body: Buffer.from('x') },
) =>
  app.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    payload: message.body,
    headers: { ...message.headers },
  })

async function spend(url: string, address: string): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < most; i += 1) statuses.push((await send(url, address)).statusCode)
  return statuses
}

test('messages to accounts that do not exist wait after some, for each sender', async () => {
  expect(new Set(await spend(unknown, '203.0.113.7'))).toEqual(new Set([404]))
  const { statusCode, headers } = await send(unknown, '203.0.113.7')
  expect([statusCode, headers['retry-after']]).toEqual([429, '60'])
  expect((await send(unknown, '203.0.113.8')).statusCode).toBe(404)
  app.clock.advance(61)
  expect((await send(unknown, '203.0.113.7')).statusCode).toBe(404)
})

test('forged messages count, and a right one of the same sender does not wait', async () => {
  const path = await noticePath(app, account)
  expect(new Set(await spend(path, '203.0.113.9'))).toEqual(new Set([400]))
  expect((await send(path, '203.0.113.9')).statusCode).toBe(429)
  const { merchant_order: number } = await makeOrder(app, machine)
  server.ledger.pay(number, app.clock.now)
  expect((await send(path, '203.0.113.9', server.noticeOf(number))).statusCode).toBe(200)
  expect((await orderOf(app, machine)).state).toBe('paid')
})
