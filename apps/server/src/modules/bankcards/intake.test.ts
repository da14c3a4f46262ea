import { auditCalls, bankCardCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  cardInput,
  clearNumbers,
  makeApproved,
  makeCard,
  malaysianInput,
  putCard,
  shownNumbers,
} from '../../../test/bank-cards.ts'
import { downloadExport } from '../../../test/exports.ts'
import {
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  testOperation,
  unlock,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { mostCards } from './intake-service.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const malaysian = await makeMerchant(app, { country: 'MY' })

const { addBank, delBank, getMerchant, isExistEmail, revealBank } = bankCardCalls

const cardsOf = async (as: Merchant, condition: object = {}) =>
  (await app.call(getMerchant, { condition }, { as })).body.result
const one = async (as: Merchant, id: string) => (await cardsOf(as, { ids: [id] })).data[0]

describe('a card that is handed in', () => {
  test('keeps every field, with names of places and the bank, masked numbers, and waits for its photos', async () => {
    const input = cardInput()
    const { body } = await app.call(addBank, input, { as: owner })
    const { telephone: _phone, acct_no: _no, acct_cert_no: _cert, acct_mobile: _mobile, ...clear } = input
    expect(body).toMatchObject({
      rcode: 0,
      result: {
        ...clear,
        ...shownNumbers,
        state: 'no_id_photo',
        reason: '',
        bank: 'ICBC',
        province: '广东省',
        city: '深圳市',
        district: '南山区',
        bank_province_name: '广东省',
        bank_city_name: '深圳市',
        has_photos: false,
        username: owner.username,
        store_count: 0,
        device_count: 0,
        create_at: app.clock.now.toISOString(),
      },
    })
    expect(await one(owner, body.result.merchant_id)).toEqual(body.result)
    const chinese = await app.call(
      getMerchant,
      { condition: { ids: [body.result.merchant_id] } },
      { as: owner, locale: 'zh-TW' },
    )
    expect(chinese.body.result.data[0]?.bank).toBe('中國工商銀行')
  })

  test('may name its places beside their codes, in short or in full', async () => {
    const named = { province: '广东', city: '深圳市', district: '南山区' }
    const { body } = await app.call(addBank, cardInput(named), { as: owner })
    expect(body).toMatchObject({
      rcode: 0,
      result: { province: '广东省', city: '深圳市', district: '南山区', district_code: '440305' },
    })
  })

  test.each([
    ['a branch number with a wrong check digit', { bank_no: '102100099997' }, 'bank_no'],
    ['a branch of another bank', { bank_no: '103100000026' }, 'bank_no'],
    ['a short card number', { acct_no: '622202' }, 'acct_no'],
    ['an identity card with a wrong check digit', { acct_cert_no: '110105194912310021' }, 'acct_cert_no'],
    ['a mobile number of another country', { acct_mobile: '+60123456789' }, 'acct_mobile'],
    ['no phone', { telephone: '' }, 'telephone'],
    ['a certificate that ended yesterday', { cert_expire_date: '2026-11-14' }, 'cert_expire_date'],
    ['a province that does not exist', { province_code: '990000' }, 'province_code'],
    ['a city of another province', { city_code: '110100', district_code: '' }, 'city_code'],
    ['a city as a province', { province_code: '440300' }, 'province_code'],
    ['a district of another city', { district_code: '440103' }, 'district_code'],
    ['the name of another province', { province: '湖南省' }, 'province'],
    ['the name of another city', { province: '广东省', city: '广州市' }, 'city'],
    ['the name of another district', { district: '福田区' }, 'district'],
    ['the name of a district without its code', { district_code: '', district: '南山区' }, 'district'],
    ["a branch's city of another province", { bank_city: '110100' }, 'bank_city'],
    ['a branch that the directory has in another province', { bank_no: '102100099996' }, 'bank_no'],
    ["a branch's city without its province", { bank_province: '' }, 'bank_city'],
  ])('with %s is refused at its field', async (_what, change, path) => {
    const { body } = await app.call(addBank, cardInput(change), { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path }] } })
  })

  test("may have a certificate that ends today, by the merchant's day, or never", async () => {
    for (const cert_expire_date of ['2026-11-15', null])
      expect((await app.call(addBank, cardInput({ cert_expire_date }), { as: owner })).body.rcode).toBe(0)
    // It is the 16th at the merchant from 16:00 on.
    const { now } = app.clock
    app.clock.now = new Date('2026-11-15T16:00:00Z')
    const late = await app.call(addBank, cardInput({ cert_expire_date: '2026-11-15' }), { as: owner })
    app.clock.now = now
    expect(late.body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'cert_expire_date' }] } })
  })

  test('may name a branch that the directory does not have, and a city without districts', async () => {
    const input = cardInput({
      bank_no: '102584002112',
      bank_city: '440100',
      city_code: '441900',
      district_code: '',
    })
    expect((await app.call(addBank, input, { as: owner })).body).toMatchObject({
      rcode: 0,
      result: { bank_no: '102584002112', city: '东莞市', district: '' },
    })
  })

  test('in Malaysia needs a bank by name and an account number, and has no branch and no place', async () => {
    const { body } = await app.call(addBank, malaysianInput(), { as: malaysian })
    expect(body).toMatchObject({
      rcode: 0,
      result: {
        bank: 'Maybank',
        bank_no: '',
        province: '',
        acct_no: '51******8901',
        acct_mobile: '+601****6789',
      },
    })
    for (const [change, path] of [
      [{ bank: '' }, 'bank'],
      [{ acct_no: '1234' }, 'acct_no'],
      [{ province_code: '440000' }, 'province_code'],
      [{ bank_code: '308' }, 'bank_code'],
      [{ bank_no: '308584000013' }, 'bank_no'],
    ] as const)
      expect((await app.call(addBank, malaysianInput(change), { as: malaysian })).body).toMatchObject({
        rcode: 100,
        result: { errors: [{ path }] },
      })
    const mainland = await app.call(addBank, cardInput(), { as: malaysian })
    expect(mainland.body.rcode).toBe(100)
  })

  test('is one of at most fifty, however many come at once', async () => {
    const merchant = await makeMerchant(app)
    const { merchant_id: first } = await makeCard(app, merchant)
    await asOwner(
      app,
      `insert into bank_card (tenant_id, account_id, state, mch_name, person, email, province_code, city_code,
         district_code, address, bank_code, bank, bank_province, bank_city, bank_branch, bank_no, acct_name,
         acct_cert_type, cert_start_date, tail, sealed, masked, created_at, state_at)
       select tenant_id, account_id, state, mch_name, person, n || email, province_code, city_code,
         district_code, address, bank_code, bank, bank_province, bank_city, bank_branch, bank_no, acct_name,
         acct_cert_type, cert_start_date, tail, sealed, masked, created_at, state_at
         from bank_card, generate_series(1, $2::int) n where merchant_id = $1`,
      [first, mostCards - 3],
    )
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => app.call(addBank, cardInput(), { as: merchant })),
    )
    expect(answers.map(({ body }) => body.rcode).toSorted()).toEqual([0, 0, 103, 103])
    expect(answers.find(({ body }) => body.rcode === 103)?.body.msg).toBe(
      'At most 50 bank cards can be submitted',
    )
    expect((await cardsOf(merchant)).count).toBe(mostCards)
    expect((await app.call(addBank, cardInput(), { as: neighbour })).body.rcode).toBe(0)
  })
})

describe('the email address', () => {
  test('is unique among the cards of the merchant, whatever the case', async () => {
    const card = await makeCard(app, owner, { email: 'Once@Example.com' })
    const again = await app.call(addBank, cardInput({ email: 'once@example.COM' }), { as: owner })
    expect(again.body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'email', message: 'This email address is already in use' }] },
    })
    const sent = cardInput({ email: 'once@example.com' })
    expect((await app.call(addBank, sent, { as: neighbour })).body.rcode).toBe(0)
    const known = async (input: { email: string; merchant_id?: string }, as = owner) =>
      (await app.call(isExistEmail, input, { as })).body.result.isExist
    expect(await known({ email: ' ONCE@example.com' })).toBe(true)
    expect(await known({ email: 'once@example.com', merchant_id: card.merchant_id })).toBe(false)
    expect(await known({ email: 'other@example.com' })).toBe(false)
    expect(await known({ email: 'once@example.com' }, malaysian)).toBe(false)
    // A card sent again may keep its own, and take that of a deleted one.
    const own = { ...sent, merchant_id: card.merchant_id }
    expect((await app.call(addBank, own, { as: owner })).body.rcode).toBe(0)
    await app.call(delBank, { merchant_id: card.merchant_id }, { as: owner })
    expect((await app.call(addBank, sent, { as: owner })).body.rcode).toBe(0)
  })

  test('of another card is refused when a card is sent again, and the card stays as it was', async () => {
    const [first, second] = [await makeCard(app, owner), await makeCard(app, owner)]
    const { body } = await app.call(
      addBank,
      cardInput({ merchant_id: second.merchant_id, email: first.email, mch_name: 'Changed' }),
      { as: owner },
    )
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'email' }] } })
    expect(await one(owner, second.merchant_id)).toEqual(second)
  })
})

describe('a card that is deleted', () => {
  test.each(['no_id_photo', 'reviewing', 'not_approved'] as const)(
    'while it is %s leaves the list, and its numbers are forgotten',
    async (state) => {
      const [{ merchant_id: id }, sibling] = [await makeCard(app, owner), await makeCard(app, owner)]
      await putCard(app, owner, id, { state })
      expect((await app.call(delBank, { merchant_id: id }, { as: owner })).body.rcode).toBe(0)
      expect(await one(owner, id)).toBeUndefined()
      expect(await one(owner, sibling.merchant_id)).toEqual(sibling)
      const sealed = await asOwner<{ empty: boolean }>(
        app,
        `select sealed = '' as empty from bank_card where merchant_id = any($1) order by merchant_id`,
        [[id, sibling.merchant_id]],
      )
      expect(sealed.map(({ empty }) => empty)).toEqual([true, false])
      expect((await app.call(delBank, { merchant_id: id }, { as: owner })).body.rcode).toBe(101)
      // A reviewer who is late changes nothing.
      expect(await putCard(app, owner, id, { state: 'approved' })).toBe(false)
    },
  )

  test('must not be approved, because money goes to it', async () => {
    const { merchant_id: id } = await makeApproved(app, owner)
    expect((await app.call(delBank, { merchant_id: id }, { as: owner })).body.rcode).toBe(103)
    expect(await one(owner, id)).toMatchObject({ state: 'approved' })
  })
})

describe('the list', () => {
  test('has six a page, the newest first, and finds by state, names and last digits', async () => {
    const merchant = await makeMerchant(app)
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1)
      ids.unshift((await makeCard(app, merchant, { mch_name: `Shop ${n}` })).merchant_id)
    const list = await cardsOf(merchant)
    expect([list.count, list.data.map((card) => card.merchant_id)]).toEqual([7, ids.slice(0, 6)])
    const found = async (condition: object) =>
      (await cardsOf(merchant, condition)).data.map((card) => card.merchant_id)
    const special = await makeCard(app, merchant, {
      mch_name: 'Harbour',
      person: 'Wang',
      acct_name: 'Zhao',
      acct_no: '6217000010001234569',
    })
    for (const q of ['harb', 'wang', 'zhao', '4569'])
      expect(await found({ q }), q).toEqual([special.merchant_id])
    // Only the last four digits are searched, so that a caller cannot find out the others by trying.
    for (const q of ['34569', '10001234']) expect(await found({ q }), q).toEqual([])
    await putCard(app, merchant, special.merchant_id, { state: 'approved' })
    expect(await found({ state: 'approved' })).toEqual([special.merchant_id])
    expect(await found({ state: 'reviewing' })).toEqual([])
    expect((await cardsOf(neighbour, { ids })).count).toBe(0)
  })

  test('shows a role with own cards only what the account handed in, and lets it change nothing else', async () => {
    const merchant = await makeMerchant(app)
    const permissions = ['bank.manage'] as const
    const clerk = await makeStaff(app, merchant, { permissions, bank: 'own', operation: testOperation })
    // Cards belong to no store, so a limit to stores hides none.
    const stores = [(await makeStore(app, merchant))._id]
    const colleague = await makeStaff(app, merchant, { permissions, stores })
    const [mine, theirs] = [await makeCard(app, clerk), await makeCard(app, merchant)]
    const seen = async (as: Merchant) => (await cardsOf(as)).data.map((card) => card.merchant_id)
    expect(await seen(clerk)).toEqual([mine.merchant_id])
    for (const as of [colleague, merchant])
      expect(await seen(as)).toEqual([theirs.merchant_id, mine.merchant_id])
    expect(mine.username).toBe(clerk.username)

    const { merchant_id } = theirs
    const sign = await unlock(app, clerk)
    for (const [row, input] of [
      [addBank, cardInput({ merchant_id })],
      [delBank, { merchant_id }],
      [revealBank, { merchant_id, sign }],
    ] as const)
      expect((await app.post(row.path, input, { as: clerk })).body.rcode, row.path).toBe(101)
    expect(await one(merchant, merchant_id)).toEqual(theirs)
    // The address of a card that the clerk does not see is taken, too.
    const { body } = await app.call(addBank, cardInput({ email: theirs.email }), { as: clerk })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'email' }] } })
  })
})

test('the list is exported with masked numbers, in its order and by its filter, and own cards to roles that see only these', async () => {
  const merchant = await makeMerchant(app)
  const clerk = await makeStaff(app, merchant, { permissions: ['bank.manage'], bank: 'own' })
  await makeCard(app, merchant, { mch_name: 'First' })
  await makeApproved(app, merchant, { mch_name: 'Second', by: clerk })
  const rows = async (as: Merchant, condition: object = {}) => {
    const order = { format: 'csv', condition } as const
    const { payload } = await downloadExport(app, bankCardCalls.exportBank, order, { as })
    for (const number of Object.values(clearNumbers)) expect(payload).not.toContain(number)
    const [head, ...lines] = payload
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
    const at = (name: string) => head?.indexOf(name) ?? -1
    return lines.map((line) => [
      line[at('Merchant name')],
      line[at('Review status')],
      line[at('Card number')],
    ])
  }
  const second = ['Second', 'Approved', shownNumbers.acct_no]
  expect(await rows(merchant)).toEqual([second, ['First', 'No ID photo', shownNumbers.acct_no]])
  expect(await rows(merchant, { state: 'approved' })).toEqual([second])
  expect(await rows(clerk)).toEqual([second])
  expect(await rows(neighbour, { q: 'Second' })).toEqual([])
})

test('the export names the number of an account as its country does', async () => {
  for (const [as, name] of [
    [owner, 'Card number'],
    [malaysian, 'Account number'],
  ] as const) {
    const { payload } = await downloadExport(app, bankCardCalls.exportBank, { format: 'csv' }, { as })
    const [head = ''] = payload.split(/\r?\n/)
    expect(head.split(',').filter((header) => /^(?:Card|Account) number$/.test(header))).toEqual([name])
  }
})

describe('the numbers', () => {
  test('are shown only with a sign, and every look is in the audit, without them', async () => {
    const { merchant_id } = await makeCard(app, owner)
    expect((await app.post(revealBank.path, { merchant_id }, { as: owner })).body.rcode).toBe(301)
    const sign = await unlock(app, owner)
    const { body } = await app.call(revealBank, { merchant_id, sign }, { as: owner })
    expect(body.result).toEqual(clearNumbers)
    const { data } = (await app.call(auditCalls.getAudit, {}, { as: owner })).body.result
    expect(data[0]).toMatchObject({ call: 'revealBank', object_id: merchant_id, username: owner.username })
    expect(data[0]?.after).toEqual({
      mch_name: '南山扭蛋店',
      acct_name: '林小雨',
      acct_no: shownNumbers.acct_no,
    })
    const other = await app.call(
      revealBank,
      { merchant_id, sign: await unlock(app, neighbour) },
      { as: neighbour },
    )
    expect(other.body.rcode).toBe(101)
  })

  test('are nowhere in the database in clear, and open for no other card', async () => {
    const merchant = await makeMerchant(app)
    const [card, sibling] = [await makeCard(app, merchant), await makeCard(app, merchant)]
    await app.call(addBank, cardInput({ merchant_id: card.merchant_id }), { as: merchant })
    const tables = await asOwner<{ name: string }>(
      app,
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const clear = Object.values(clearNumbers)
    const asBytes = clear.map((text) => Buffer.from(text).toString('hex'))
    const everywhere = tables
      .map(({ name }) => `select '${name}' as table, t::text as row from ${name} t where t::text ~ $1`)
      .join(' union all ')
    expect(await asOwner(app, everywhere, [[...clear, ...asBytes].join('|')])).toEqual([])
    // In two statements, because a database that is spread over nodes refuses a query within an update.
    const [foreign] = await asOwner<{ sealed: unknown }>(
      app,
      'select sealed from bank_card where merchant_id = $1',
      [card.merchant_id],
    )
    await asOwner(app, 'update bank_card set sealed = $1 where merchant_id = $2', [
      foreign?.sealed,
      sibling.merchant_id,
    ])
    const input = { merchant_id: sibling.merchant_id, sign: await unlock(app, merchant) }
    expect((await app.post(revealBank.path, input, { as: merchant })).status).toBe(500)
  })
})
