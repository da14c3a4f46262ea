import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { nextAddress } from '../../test/factories.ts'
import { buildApp } from './app.ts'

const app = await testApp()
let number: string
let serial = 0

beforeEach(async () => {
  number = `order-${(serial += 1)}`
  await app.deps.payments.wechat?.createQr({
    merchantOrder: number,
    amount: 350,
    currency: 'CNY',
    subject: 'Cola <b> & "more"',
    expiresAt: app.clock.now,
  })
})

const get = (url = `/pay/${number}`, language = 'en-US') =>
  app.app.inject({ url, headers: { 'accept-language': language }, remoteAddress: nextAddress() })
const press = (action: string, url = `/pay/${number}`) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `action=${action}`,
    remoteAddress: nextAddress(),
  })
const state = async () => (await app.sandbox.find(number))?.state

describe('the page to pay on', () => {
  test('shows what is to be paid, and runs nothing', async () => {
    const { statusCode, headers, body } = await get()
    expect(statusCode).toBe(200)
    expect(body).toContain('3.50')
    expect(body).toContain('Cola &#60;b&#62; &#38; &#34;more&#34;')
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
  })

  test.each([
    ['zh-CN', '确认支付', '¥3.50'],
    ['zh-TW', '確認支付', '¥3.50'],
    ['en-US', '>Pay<', '>3.50 CNY<'],
  ])('speaks %s', async (language, pay, amount) => {
    const { body } = await get(undefined, language)
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain(pay)
    expect(body).toContain(amount)
  })

  test('lets a buyer pay, once', async () => {
    const { statusCode, headers } = await press('pay')
    expect([statusCode, headers.location]).toEqual([303, `/pay/${number}`])
    expect(await state()).toBe('paid')
    const { body } = await get()
    expect(body).toContain('role="status">Paid<')
    expect(body).not.toContain('<form')
    await press('cancel')
    expect(await state()).toBe('paid')
  })

  test('lets a buyer cancel', async () => {
    await press('cancel')
    expect(await state()).toBe('closed')
    expect((await get()).body).toContain('This order is closed')
    await press('pay')
    expect(await state()).toBe('closed')
  })

  test('knows no other numbers and no other actions', async () => {
    expect((await get('/pay/nothing')).statusCode).toBe(404)
    expect((await press('pay', '/pay/nothing')).statusCode).toBe(404)
    expect((await press('free')).statusCode).toBe(404)
    expect(await state()).toBe('pending')
  })

  test('answers one address at most 60 times a minute', async () => {
    const remoteAddress = nextAddress()
    const ask = async () =>
      (await app.app.inject({ url: `/pay/${number}`, remoteAddress })).headers['content-type']
    for (let i = 0; i < 60; i += 1) expect(await ask()).toMatch('text/html')
    expect(await ask()).toMatch('application/json')
    app.clock.advance(60)
    expect(await ask()).toMatch('text/html')
  })

  test('is absent where the sandbox is not active', async () => {
    const other = await buildApp({ ...app.deps, payments: {} })
    const found = await other.inject({ url: `/pay/${number}`, headers: { accept: 'application/json' } })
    expect(found.body).not.toContain('3.50')
    const pressed = await other.inject({ method: 'POST', url: `/pay/${number}`, payload: { action: 'pay' } })
    expect(pressed.statusCode).toBe(404)
    await other.close()
  })
})
