import { couponCalls, type Coupon } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { grantsOf, makeCoupon, makePromoter, tokenOf } from '../../test/coupon-stand.ts'
import { makeStore, type Merchant, nextAddress } from '../../test/factories.ts'
import { asOwner } from '../../test/owner.ts'
import { tenantToken } from '../kernel/tokens.ts'

const app = await testApp()
let owner: Merchant
let coupon: Coupon

beforeEach(async () => {
  owner = await makePromoter(app)
  coupon = await makeCoupon(app, owner, { name: 'Ten <b> & "more"', limit_count: 1 })
})

type Asked = { cookie?: string; language?: string; address?: string; url?: string }

const pathOf = (one = coupon): string => `/c/${tokenOf(one)}`
const get = ({ cookie, language = 'en-US', address = nextAddress(), url = pathOf() }: Asked = {}) =>
  app.app.inject({
    url,
    headers: { 'accept-language': language, ...(cookie && { cookie }) },
    remoteAddress: address,
  })
const press = (
  { cookie, address = nextAddress(), url = pathOf() }: Asked = {},
  form = 'cardno=',
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en-US',
      ...(cookie && { cookie }),
      ...headers,
    },
    payload: form,
    remoteAddress: address,
  })
/** Opens the page as a new browser does, and returns its cookie. */
const newBrowser = async (): Promise<string> => {
  const [set = ''] = [(await get()).headers['set-cookie']].flat()
  return set.split(';')[0] ?? ''
}
const codes = async (one = coupon) => (await grantsOf(app, one)).map(({ code }) => code)

describe('the page of a coupon', () => {
  test('shows what is offered and by whom, and runs nothing', async () => {
    const { _id: store } = await makeStore(app, owner, { store_name: 'Harbour & Co' })
    const limited = await makeCoupon(app, owner, {
      quantity: 5,
      limit_period: 'week',
      limit_count: 2,
      start_date: '2026-11-01',
      end_date: '2026-11-30',
      regions: [store],
    })
    const { statusCode, headers, body } = await get({ url: pathOf(limited) })
    expect(statusCode).toBe(200)
    for (const text of [
      `Merchant ${owner.username}`,
      '20% off',
      'Nov 1, 2026 to Nov 30, 2026',
      'Harbour &#38; Co',
      '2 a week',
      '<dt>Left</dt><dd>5</dd>',
      '>Receive<',
    ])
      expect(body).toContain(text)
    expect(body).not.toContain('<script')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
  })

  test('escapes names', async () => {
    expect((await get()).body).toContain('<h1>Ten &#60;b&#62; &#38; &#34;more&#34;</h1>')
  })

  test.each([
    ['zh-CN', '立即领取', '减 20%'],
    ['zh-TW', '立即領取', '減 20%'],
    ['en-US', '>Receive<', '20% off'],
  ])('speaks %s', async (language, button, value) => {
    const { body } = await get({ language })
    for (const text of [`<html lang="${language}">`, button, value]) expect(body).toContain(text)
  })

  test('speaks the language of the country to other browsers', async () => {
    const malaysian = await makeCoupon(app, await makePromoter(app, { country: 'MY' }), {
      type: 'cash',
      value: 150,
    })
    const { body } = await get({ url: pathOf(malaysian), language: 'ms' })
    expect(body).toContain('<html lang="en-US">')
    expect(body).toContain('1.50 MYR off')
    expect((await get({ language: 'fr' })).body).toContain('<html lang="zh-CN">')
  })

  test('gives a browser a random number that scripts and other sites do not get', async () => {
    const { headers } = await get()
    expect(headers['set-cookie']).toMatch(
      /^buyer=[\w-]{22}\.[\w-]{43}; Path=\/c\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    )
    const cookie = await newBrowser()
    expect((await get({ cookie })).headers['set-cookie']).toBeUndefined()
    expect((await get({ cookie: 'buyer=short' })).headers['set-cookie']).toBeDefined()
    expect(await newBrowser()).not.toBe(cookie)
  })

  test('lets a buyer receive the coupon, and shows its code again later', async () => {
    const cookie = await newBrowser()
    const { statusCode, headers } = await press({ cookie })
    expect([statusCode, headers.location]).toEqual([303, pathOf()])
    const [code = ''] = await codes()
    const spaced = code.replace(/(.{4})(?=.)/g, '$1-')
    const { body } = await get({ cookie })
    expect(body).toContain(`<p class="code">${spaced}</p>`)
    expect(body).toContain(`aria-label="QR code of ${spaced}"`)
    // The limit is reached, so there is no button, and nothing is said besides the code.
    expect(body).not.toContain('<form')
    expect(body).not.toContain('role="status"')
    expect((await get({ cookie: await newBrowser() })).body).not.toContain(spaced)
    const [row] = await asOwner<{ browser: Buffer }>(
      app,
      'select browser from coupon_grant where code = $1',
      [code],
    )
    expect(row?.browser.toString()).not.toContain(cookie.slice(6))
  })

  test('takes no number that it has not given itself', async () => {
    const cookie = await newBrowser()
    const [number = '', signature = ''] = cookie.slice('buyer='.length).split('.')
    const other = number.startsWith('A') ? `B${number.slice(1)}` : `A${number.slice(1)}`
    for (const own of [other, `${other}.`, `${other}.${signature}`, `${number}.${'x'.repeat(43)}`, number]) {
      const made = `buyer=${own}`
      expect((await press({ cookie: made })).body).toContain('Allow cookies for this page')
      expect((await get({ cookie: made })).headers['set-cookie']).toBeDefined()
    }
    expect(await codes()).toEqual([])
    expect((await press({ cookie })).statusCode).toBe(303)
  })

  test('gives each address 50 pieces of a coupon a day, whatever browsers it has', async () => {
    const address = nextAddress()
    const many = await makeCoupon(app, owner, { limit_count: 1 })
    const once = await makeCoupon(app, owner, { quantity: 1 })
    const last = await makeCoupon(app, owner, { quantity: 1 })
    const take = async (one: Coupon, from = address) => {
      app.clock.advance(7)
      return press({ cookie: await newBrowser(), address: from, url: pathOf(one) })
    }
    for (let i = 0; i < 50; i += 1) expect((await take(many)).statusCode).toBe(303)
    const { statusCode, headers, body } = await take(many)
    const left = 86_400 - 50 * 7
    expect([statusCode, headers['retry-after']]).toEqual([429, String(left)])
    expect(body).toContain(`Please try again in ${left} seconds.`)
    expect((await take(many, nextAddress())).statusCode).toBe(303)
    expect((await take(once)).statusCode).toBe(303)
    app.clock.advance(left)
    expect((await take(many)).statusCode).toBe(303)
    // What was refused does not count.
    await take(last, nextAddress())
    for (let i = 0; i < 51; i += 1) expect((await take(last)).statusCode).toBe(200)
  })

  test('says when a buyer presses again beyond the limit', async () => {
    const cookie = await newBrowser()
    await press({ cookie })
    const { statusCode, body } = await press({ cookie })
    expect(statusCode).toBe(200)
    expect(body).toContain('You have reached the limit')
    expect(await codes()).toHaveLength(1)
  })

  test('keeps a typed card with the coupon, without looking it up', async () => {
    const cookie = await newBrowser()
    expect((await press({ cookie }, 'cardno=+70+01+')).statusCode).toBe(303)
    const rows = await asOwner(app, 'select cardno from coupon_grant where coupon_id = $1', [
      coupon.coupon_id,
    ])
    expect(rows).toEqual([{ cardno: '7001' }])
    const wrong = await press({ cookie: await newBrowser() }, `cardno=${'x'.repeat(41)}`)
    expect(wrong.body).toContain('A card no. has at most 40 characters')
    expect(await codes()).toHaveLength(1)
  })

  test('shows what else the browser can use at this merchant, and nothing of another', async () => {
    const cookie = await newBrowser()
    const other = await makeCoupon(app, owner, { name: 'Other', end_date: '2026-12-31' })
    const deleted = await makeCoupon(app, owner, { name: 'Deleted' })
    const theirs = await makeCoupon(app, await makePromoter(app), { name: 'Theirs' })
    for (const one of [coupon, other, deleted, theirs]) await press({ cookie, url: pathOf(one) })
    await app.call(couponCalls.delCoupon, { coupon_id: deleted.coupon_id }, { as: owner })
    const { body } = await get({ cookie })
    expect(body).toContain('Your other usable coupons (1)')
    expect(body).toContain('<h2>Other · 20% off</h2>')
    expect(body).not.toContain('Deleted')
    expect(body).not.toContain('Theirs')
  })

  test.each([
    ['Not started yet', { start_date: '2026-12-01' }],
    ['This offer has ended', { end_date: '2026-11-01' }],
  ])('says: %s', async (text, dates) => {
    const one = await makeCoupon(app, owner, dates)
    const { body } = await get({ url: pathOf(one) })
    expect(body).toContain(`role="status">${text}<`)
    expect(body).not.toContain('<form')
    const pressed = await press({ cookie: await newBrowser(), url: pathOf(one) })
    expect(pressed.body).toContain(text)
    expect(await codes(one)).toEqual([])
  })

  test('says that none are left, or that it was taken back', async () => {
    const last = await makeCoupon(app, owner, { quantity: 1 })
    await press({ cookie: await newBrowser(), url: pathOf(last) })
    expect((await get({ url: pathOf(last) })).body).toContain('None left')
    await app.call(couponCalls.delCoupon, { coupon_id: coupon.coupon_id }, { as: owner })
    const { statusCode, body } = await get()
    expect([statusCode, body.includes('This coupon is no longer offered')]).toEqual([200, true])
  })

  test('gives nothing to forms of other sites', async () => {
    const cookie = await newBrowser()
    const wrong: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]
    for (const headers of wrong) expect((await press({ cookie }, '', headers)).statusCode).toBe(403)
    expect(await codes()).toEqual([])
    const own = await press({ cookie }, '', { origin: 'http://shop.test:8080', host: 'shop.test:8080' })
    expect(own.statusCode).toBe(303)
  })

  test('gives nothing to a browser that keeps no cookies', async () => {
    expect((await press()).body).toContain('Allow cookies for this page')
    expect(await codes()).toEqual([])
  })

  test('answers rubbish without a fault', async () => {
    const token = tokenOf(coupon)
    const rubbish = ['x', '%00', '%F0%9F%98%80', tenantToken(owner.tenantId), token.slice(1), `${token}x`]
    for (const wrong of [...rubbish, `zzzzzzzzzzzz.${'x'.repeat(43)}`, '1.'.padEnd(45, 'x')]) {
      const url = `/c/${wrong}`
      const { statusCode, body } = await get({ url })
      expect([wrong, statusCode]).toEqual([wrong, 404])
      expect(body).toContain('This coupon does not exist')
      const pressed = await press({ cookie: await newBrowser(), url })
      expect(pressed.statusCode).toBe(404)
    }
    for (const url of ['/c/', `/c/${'x'.repeat(500)}`, '/c/%', `${pathOf()}/more`]) {
      const { statusCode } = await get({ url })
      expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true])
    }
    const json = await app.app.inject({
      method: 'POST',
      url: pathOf(),
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(json.statusCode).toBe(415)
    const long = await press({ cookie: await newBrowser() }, 'x'.repeat(2_000))
    expect(long.statusCode).toBe(413)
  })

  test('is limited for each address: 60 looks and 10 presses a minute', async () => {
    const address = nextAddress()
    for (let i = 0; i < 60; i += 1) expect((await get({ address })).statusCode).toBe(200)
    const { statusCode, headers, body } = await get({ address })
    expect([statusCode, headers['retry-after']]).toEqual([429, '60'])
    expect(body).toContain('Too many attempts')
    expect((await get()).statusCode).toBe(200)
    for (let i = 0; i < 10; i += 1) expect((await press({ address })).statusCode).toBe(200)
    expect((await press({ address })).statusCode).toBe(429)
    app.clock.advance(60)
    expect((await get({ address })).statusCode).toBe(200)
  })
})
