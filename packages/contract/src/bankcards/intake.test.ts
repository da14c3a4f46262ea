import { describe, expect, test } from 'vitest'

import { brokenIn, ruleText } from '../check.ts'
import { BankDraft, bankInputOf, BankInput } from './schemas.ts'

const card = {
  mch_name: '南山扭蛋店',
  person: '林小雨',
  telephone: '0755-26880000',
  email: 'Lin@Example.com',
  province_code: '440000',
  city_code: '440300',
  district_code: '440305',
  address: '科苑路 8 号',
  bank_code: '102',
  bank_branch: '深圳南山支行',
  bank_no: '102100099996',
  acct_name: '林小雨',
  acct_no: '6222021234567890128',
  acct_cert_type: 'id_card',
  acct_cert_no: '11010519491231002X',
  cert_start_date: '2020-01-01',
  cert_expire_date: '2040-01-01',
  acct_mobile: '13800138000',
} as const

const malaysian = {
  mch_name: 'Klang Vending',
  person: 'Aisyah',
  telephone: '+60 3-2345 6789',
  email: 'aisyah@example.my',
  address: '8 Jalan Ampang, Kuala Lumpur',
  bank: 'Maybank',
  acct_name: 'Klang Vending Sdn Bhd',
  acct_no: '5123 4567 8901',
  acct_cert_no: '900101-14-5677',
  cert_start_date: '2020-01-01',
  acct_mobile: '012-345 6789',
} as const

const today = '2026-11-17'
const broken = (country: 'CN' | 'MY', input: object) =>
  brokenIn(bankInputOf(country, today), input).map(({ path, rule }) => `${path} ${rule}`)

describe('a card of the mainland', () => {
  test('keeps its fields; numbers lose spaces, hyphens and wide digits, addresses of email big letters', () => {
    expect(broken('CN', card)).toEqual([])
    const typed = bankInputOf('CN', today).parse({
      ...card,
      acct_no: '6222 0212 3456 7890 128',
      acct_cert_no: '１１０１０５ 19491231 002x',
      acct_mobile: '138-0013-8000',
    })
    expect(typed).toMatchObject({ ...card, email: 'lin@example.com' })
  })

  test.each([
    [{ province_code: '' }, 'province_code required'],
    [{ city_code: '' }, 'city_code required'],
    [{ city_code: '4403' }, 'city_code place'],
    [{ bank_code: '' }, 'bank_code bankRequired'],
    [{ bank_code: '999', bank_no: '' }, 'bank_code bankRequired'],
    [{ bank_branch: '' }, 'bank_branch required'],
    [{ bank_no: '102100099997' }, 'bank_no branchNo'],
    [{ bank_no: '10210009999' }, 'bank_no branchNo'],
    [{ bank_no: '103100000026' }, 'bank_no branchOfOtherBank'],
    [{ acct_no: '622202' }, 'acct_no cardNo'],
    [{ acct_no: '' }, 'acct_no cardNo'],
    [{ acct_cert_no: '110105194912310021' }, 'acct_cert_no certNo'],
    [{ acct_cert_type: 'passport', acct_cert_no: 'E1' }, 'acct_cert_no certNo'],
    [{ acct_cert_type: 'driving_licence' }, 'acct_cert_type notAnOption'],
    [{ acct_mobile: '12800138000' }, 'acct_mobile mobileNo'],
    [{ acct_mobile: '+60123456789' }, 'acct_mobile mobileNo'],
    [{ telephone: '' }, 'telephone required'],
    [{ telephone: 'call me' }, 'telephone contactPhone'],
    [{ email: 'lin@example' }, 'email email'],
    [{ email: 'lin example.com' }, 'email email'],
    [{ cert_expire_date: '2019-12-31' }, 'cert_expire_date endBeforeStart'],
    [{ cert_start_date: '2020-02-30' }, 'cert_start_date day'],
    [{ cert_start_date: '2026-11-18' }, 'cert_start_date certNotYet'],
    [{ cert_expire_date: '2026-11-16' }, 'cert_expire_date certExpired'],
    // Born on 31 December 2099, with the right check digit.
    [{ acct_cert_no: '110105209912310010' }, 'acct_cert_no certNo'],
    [{ mch_name: ' ' }, 'mch_name required'],
  ])('with %j is refused: %s', (change, rule) => {
    expect(broken('CN', { ...card, ...change })).toContain(rule)
  })

  test.each([
    ['passport', 'E12345678'],
    ['officer_card', '军字第2001988号'],
    ['taiwan_card', '12345678'],
    ['hk_macao_pass', 'H12345678'],
  ])('may name a certificate of the type %s', (type, no) => {
    expect(broken('CN', { ...card, acct_cert_type: type, acct_cert_no: no })).toEqual([])
  })

  test('may name a certificate that begins or ends today', () => {
    expect(broken('CN', { ...card, cert_start_date: today, cert_expire_date: today })).toEqual([])
  })

  test('may name a certificate that never ends', () => {
    expect(broken('CN', { ...card, cert_expire_date: null })).toEqual([])
  })

  test('keeps the numbers that are left empty only when it is sent again', () => {
    const empty = { ...card, telephone: '', acct_no: '', acct_cert_no: '', acct_mobile: '' }
    expect(broken('CN', { ...empty, merchant_id: '7' })).toEqual([])
    expect(broken('CN', empty)).toEqual([
      'telephone required',
      'acct_no cardNo',
      'acct_cert_no certNo',
      'acct_mobile mobileNo',
    ])
  })
})

describe('an account of Malaysia', () => {
  test('has any bank, no branch and no place', () => {
    expect(broken('MY', malaysian)).toEqual([])
    expect(bankInputOf('MY', today).parse(malaysian)).toMatchObject({
      acct_no: '512345678901',
      acct_cert_no: '900101145677',
      bank_no: '',
      province_code: '',
    })
  })

  test.each([
    [{ bank: '' }, 'bank required'],
    [{ acct_no: '1234' }, 'acct_no accountNo'],
    [{ acct_no: '1'.repeat(21) }, 'acct_no accountNo'],
    [{ acct_cert_no: 'A12' }, 'acct_cert_no certNo'],
    [{ acct_mobile: '12' }, 'acct_mobile mobileNo'],
    [{ bank_code: '308' }, 'bank_code unknownField'],
    [{ bank_branch: '招商银行总行' }, 'bank_branch unknownField'],
    [{ bank_no: '308584000013' }, 'bank_no unknownField'],
    [{ province_code: '440000' }, 'province_code unknownField'],
    [{ province: '广东省' }, 'province unknownField'],
  ])('with %j is refused: %s', (change, rule) => {
    expect(broken('MY', { ...malaysian, ...change })).toEqual([rule])
  })

  test('does not pass as a card of the mainland, nor the other way round', () => {
    expect(broken('CN', malaysian)).toContain('bank_no branchNo')
    expect(broken('MY', card)).toContain('bank required')
  })
})

test('the call takes both: the country is known to the server alone', () => {
  for (const input of [card, malaysian]) expect(BankInput.safeParse(input).success).toBe(true)
})

test('a draft has at most 40 fields, and a refusal says so in words without gaps', () => {
  const draftOf = (fields: number) => ({
    step: 0,
    values: Object.fromEntries(Array.from({ length: fields }, (_, i) => [`field${i}`, ''])),
  })
  expect(brokenIn(BankDraft, draftOf(40))).toEqual([])
  const [broken] = brokenIn(BankDraft, draftOf(41))
  expect(broken && ruleText('en-US', broken.rule, broken.params)).not.toMatch(/[{}]/)
  expect(broken).toMatchObject({ path: 'values' })
})
