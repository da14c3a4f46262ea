import { check, BankDraft } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import {
  cardOfDraft,
  draftOf,
  followingChange,
  guessedAccount,
  inputOf,
  intakeSchemaOf,
  type IntakeValues,
  newValues,
  valuesOfCard,
  valuesOfDraft,
} from './intake-values.ts'
import { exampleCard } from '../../../entities/bank-card/example-card.ts'

const today = '2026-11-17'
const begin = newValues({ mchName: 'Lucky Capsules', phone: '13800138000' })

const mainland: IntakeValues = {
  ...begin,
  person: '王芳',
  email: 'wang@example.com',
  province_code: '440000',
  city_code: '440300',
  district_code: '440305',
  address: '深南大道 1 号',
  bank_code: '308',
  bank_province: '440000',
  bank_city: '440300',
  bank_branch: '招商银行总行',
  bank_no: '308584000013',
  acct_name: '王芳',
  acct_no: '6225 8801 2345 6789',
  acct_cert_no: '11010519491231002X',
  cert_start_date: '2020-01-01',
  cert_expire_date: '2040-01-01',
  acct_mobile: '13800138000',
}

const errorsOf = (values: IntakeValues, merchantId?: string, country: 'CN' | 'MY' = 'CN') => {
  const judged = check(intakeSchemaOf(country, today), inputOf(country, values, merchantId), 'en-US')
  return judged.ok ? [] : judged.errors.map(({ path, message }) => `${path}: ${message}`)
}

describe('what the form of a bank card sends', () => {
  test('keeps the rules of the mainland', () => {
    expect(errorsOf(mainland)).toEqual([])
    expect(errorsOf({ ...mainland, bank_no: '308584000014' })).toHaveLength(1)
  })

  test('has no bank of the mainland in Malaysia, where the bank is any name', () => {
    const malaysian = {
      ...mainland,
      bank: 'Maybank',
      acct_no: '5123456',
      acct_cert_no: 'A1234567',
      acct_mobile: '0123456789',
    }
    expect(errorsOf(malaysian, undefined, 'MY')).toEqual([])
    expect(inputOf('MY', malaysian, undefined)).toMatchObject({ bank_code: '', bank_no: '', bank: 'Maybank' })
    expect(errorsOf({ ...malaysian, bank: '' }, undefined, 'MY')).toEqual(['bank: Required'])
  })

  test('needs a last day of the certificate that is not past, unless it is valid for ever', () => {
    expect(errorsOf({ ...mainland, cert_expire_date: null })).toEqual(['cert_expire_date: Required'])
    expect(errorsOf({ ...mainland, cert_expire_date: '2026-11-16' })).toEqual([
      'cert_expire_date: The ID has expired',
    ])
    expect(errorsOf({ ...mainland, cert_expire_date: today })).toEqual([])
    expect(inputOf('CN', { ...mainland, forever: true }, undefined)).toMatchObject({ cert_expire_date: null })
    expect(errorsOf({ ...mainland, cert_start_date: null })).toEqual(['cert_start_date: Required'])
  })

  test('begins without the numbers of a card that is sent again, and may leave them empty', () => {
    const again = valuesOfCard(exampleCard)
    expect(again).toMatchObject({ acct_no: '', acct_cert_no: '', acct_mobile: '', telephone: '' })
    expect(errorsOf(again, '7')).toEqual([])
    expect(errorsOf(again)).toHaveLength(4)
  })
})

describe('a draft', () => {
  test('holds what was typed, whether it keeps the rules or not', () => {
    const typed = { ...mainland, email: 'wang@', forever: true, by_hand: true }
    const draft = BankDraft.parse(draftOf(1, typed, '7'))
    expect(valuesOfDraft(draft, begin)).toEqual(typed)
    expect(cardOfDraft(draft)).toBe('7')
  })

  test('of another release leaves what it does not know as the form begins', () => {
    const draft = { step: 0, values: { person: '王芳', acct_cert_type: 'library_card', shoe_size: '38' } }
    expect(valuesOfDraft(draft, begin)).toEqual({ ...begin, person: '王芳' })
    expect(cardOfDraft(draft)).toBeUndefined()
  })
})

describe('a change', () => {
  test('of a place empties the smaller places', () => {
    expect(followingChange({ province_code: '110000' }, mainland)).toEqual({
      city_code: '',
      district_code: '',
    })
    expect(followingChange({ city_code: '440100' }, mainland)).toEqual({ district_code: '' })
  })

  test('of the bank empties a branch of another bank only', () => {
    expect(followingChange({ bank_code: '102' }, { ...mainland, bank_code: '102' })).toEqual({
      bank_branch: '',
      bank_no: '',
    })
    expect(followingChange({ bank_code: '308' }, mainland)).toBeUndefined()
  })

  test('of the branch place leaves a number that was typed', () => {
    const byHand = { ...mainland, by_hand: true }
    expect(followingChange({ bank_city: '440100' }, byHand)).toBeUndefined()
    expect(followingChange({ bank_city: '440100' }, mainland)).toEqual({ bank_branch: '', bank_no: '' })
    expect(followingChange({ bank_province: '440000' }, byHand)).toEqual({ bank_city: '' })
  })

  test('of the step takes over what most likely is the same, and nothing that is filled', () => {
    const filled = { ...mainland, acct_name: '', bank_province: '', bank_city: '' }
    expect(guessedAccount(filled)).toEqual({
      acct_name: '王芳',
      bank_province: '440000',
      bank_city: '440300',
    })
    expect(guessedAccount(mainland)).toEqual({})
  })
})
