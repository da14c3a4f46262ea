/** The page that leads a customer's phone to GKash, with the local provider behind it. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { PayOrder } from '../src/modules/payments/index.ts'
import { gkash } from '../src/ports/payments/gkash.ts'
import { gkashServer } from '../src/ports/payments/testing/gkash-server.ts'
import { testApp } from './app.ts'
import { makeMerchant } from './factories.ts'
import { makeOrder, makeSelling } from './order-stand.ts'
import { payStateOf } from './sale-stand.ts'

const app = await testApp()
const { clock } = app
const start = clock.now
const now = () => clock.now

const gkashLocal = await gkashServer(now)
const gkashProvider = gkash(gkashLocal.config, {
  origin: 'https://us.example',
  baseUrl: gkashLocal.baseUrl,
  now,
  timeoutMs: 30_000,
})
app.deps.payments = { gkash: gkashProvider }
afterAll(() => gkashLocal.close())

describe('the page that leads to GKash', () => {
  let order: PayOrder
  beforeEach(async () => {
    clock.now = start
    const owner = await makeMerchant(app, { country: 'MY' })
    order = await makeOrder(app, await makeSelling(app, owner), { pay: 'gkash' })
  })
  const open = (method: 'GET' | 'POST' = 'GET') =>
    app.app.inject({
      method,
      url: new URL(order.qr ?? '').pathname,
      headers: { 'accept-language': 'en-US', 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { payload: 'status=88+-+Transferred' } : {}),
    })

  test('posts a form that GKash accepts, to GKash only', async () => {
    const { statusCode, body, headers } = await open()
    expect(statusCode).toBe(200)
    const fields = Object.fromEntries(
      [...body.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    const [, action = ''] = /action="([^"]+)"/.exec(body) ?? []
    expect(gkashLocal.pay({ action, fields })).toBe(true)
    expect(headers['content-security-policy']).toMatch(
      new RegExp(
        `^default-src 'none'; style-src '[^']+'; script-src '[^']+'; form-action ${gkashLocal.baseUrl}; base-uri 'none'; frame-ancestors 'none'$`,
      ),
    )
    expect(body).toContain('<button class="pay">Continue to GKash</button>')
  })

  test('believes nothing that the browser brings back', async () => {
    const { statusCode, body } = await open('POST')
    expect(statusCode).toBe(200)
    expect(body).toContain('Waiting for the payment result')
    expect(body).not.toContain('<form')
    expect(await payStateOf(app, order.orderno)).toBe('pending')
  })

  test('shows no form once the order is paid or over, and nothing of orders that are not', async () => {
    clock.advance(121)
    expect((await open()).body).toContain('This order is closed')
    await send()
    expect((await open()).body).not.toContain('<form')
    const { statusCode } = await app.app.inject({ url: `/pay/gkash/${'1'.repeat(24)}00000001` })
    expect(statusCode).toBe(404)
  })

  async function send(): Promise<void> {
    gkashLocal.pay(
      gkashProvider.payForm({ merchantOrder: order.merchant_order, amount: 350, currency: 'MYR' }),
    )
    const { body, headers } = gkashLocal.noticeOf(order.merchant_order)
    await app.app.inject({ method: 'POST', url: '/notify/gkash', headers, payload: body })
  }
})
