import { describe, expect, test } from 'vitest'

import { check } from '../check.ts'
import { ChangeOperationPwdForm, ForgetForm, LoginForm, SetOperationPwdForm, SignUpForm } from './forms.ts'
import { isGuessablePin, OperationPin } from './schemas.ts'

const errorsOf = (schema: Parameters<typeof check>[0], input: unknown): Record<string, string> => {
  const checked = check(schema, input, 'en-US')
  return checked.ok
    ? {}
    : Object.fromEntries(checked.errors.toReversed().map(({ path, message }) => [path, message]))
}

describe('the login form', () => {
  test('asks for a name and a password of at least six characters', () => {
    expect(errorsOf(LoginForm, { username: '', password: '' })).toEqual({
      username: 'Please enter your username or phone number',
      password: 'Please enter the password',
    })
    expect(errorsOf(LoginForm, { username: 'a', password: '12345' })).toEqual({
      password: 'At least 6 characters',
    })
    expect(errorsOf(LoginForm, { username: 'a', password: '123456' })).toEqual({})
  })
})

describe('the sign-up form', () => {
  const good = {
    mchName: 'Shop',
    country: 'CN',
    phone: '13800138000',
    password: 'abcdefg',
    confirm: 'abcdefg',
    business: 'vm',
    code: '123456',
  }

  test('takes a good form', () => {
    expect(errorsOf(SignUpForm, good)).toEqual({})
    expect(errorsOf(SignUpForm, { ...good, country: 'MY', phone: '012 345 6789' })).toEqual({})
  })

  test.each([
    ['phone', { phone: '12345' }, 'Invalid mobile number'],
    ['mchName', { mchName: '' }, 'Required'],
    ['business', { business: '' }, 'Required'],
    ['password', { password: 'abc', confirm: 'abc' }, 'At least 6 characters'],
    ['confirm', { confirm: 'other' }, 'The login passwords are different'],
    ['code', { code: '123' }, 'SMS code wrong'],
    ['code', { code: '123456789' }, 'SMS code wrong'],
  ])('says what is wrong with %s', (path, change, message) => {
    expect(errorsOf(SignUpForm, { ...good, ...change })).toEqual({ [path]: message })
  })

  test('shows a wrong confirmation even while other fields are empty', () => {
    expect(errorsOf(SignUpForm, { ...good, business: '', confirm: 'x' })).toMatchObject({
      confirm: 'The login passwords are different',
    })
  })
})

test('the forgot form wants a mainland phone and six digits', () => {
  expect(
    errorsOf(ForgetForm, { phone: '0123456789', password: 'abcdef', confirm: 'abcdef', code: '12345' }),
  ).toEqual({
    phone: 'Invalid mobile number',
    code: 'The code has 6 digits',
  })
})

describe('operation passwords', () => {
  test.each(['000000', '123456', '654321', '121212', '123123', '112233', '111222', '987654'])(
    '%s is too easy',
    (pin) => {
      expect(isGuessablePin(pin)).toBe(true)
      expect(OperationPin.safeParse(pin).success).toBe(false)
    },
  )

  test.each(['602214', '314159', '135790', '908172'])('%s will do', (pin) => {
    expect(OperationPin.safeParse(pin).success).toBe(true)
  })

  test('the form says each rule in the words of the specification', () => {
    expect(errorsOf(ChangeOperationPwdForm, { old: '602214', next: '12345', confirm: '12345' })).toEqual({
      next: 'only 6 digits',
    })
    expect(errorsOf(ChangeOperationPwdForm, { old: '602214', next: '602214', confirm: '602214' })).toEqual({
      next: 'new and old cannot be the same',
    })
    expect(errorsOf(ChangeOperationPwdForm, { old: '602214', next: '908172', confirm: '908173' })).toEqual({
      confirm: 'The new secure passwords are different',
    })
  })

  test('the old one is asked for when there is one, whatever else is wrong', () => {
    const empty = { old: '', next: '', confirm: '' }
    expect(errorsOf(ChangeOperationPwdForm, empty)).toMatchObject({ old: 'Required' })
    expect(errorsOf(SetOperationPwdForm, empty)).not.toHaveProperty('old')
  })
})
