import { ForgetForm, LoginForm, SignUpForm } from '@slotwise/contract'
import { describe, expect, it } from 'vitest'

import {
  addExternalErrors,
  changeField,
  forgiveField,
  leaveField,
  sendForm,
  shownErrors,
  startForm,
} from './form.ts'

const login = startForm({ username: '', password: '' })

describe('a form', () => {
  it('is silent until a field was left', () => {
    expect(shownErrors(login, LoginForm, 'en-US')).toEqual({})
    const left = leaveField(login, 'username')
    expect(shownErrors(left, LoginForm, 'en-US')).toEqual({
      username: 'Please enter your username or phone number',
    })
  })

  it('shows everything once it was sent, one message for each field', () => {
    expect(shownErrors(sendForm(login), LoginForm, 'en-US')).toEqual({
      username: 'Please enter your username or phone number',
      password: 'Please enter the password',
    })
  })

  it('forgives a field until it is left again, and the others not', () => {
    const refused = addExternalErrors(sendForm(login), [{ path: 'password', message: 'not this one' }])
    const forgiven = forgiveField(refused, 'password')
    expect(shownErrors(forgiven, LoginForm, 'en-US')).toEqual({
      username: 'Please enter your username or phone number',
    })
    expect(shownErrors(leaveField(forgiven, 'password'), LoginForm, 'en-US').password).toBe(
      'Please enter the password',
    )
  })

  it('follows the value: the message changes and goes', () => {
    const short = changeField(sendForm(login), 'password', '12345')
    expect(shownErrors(short, LoginForm, 'en-US').password).toBe('At least 6 characters')
    const good = changeField(short, 'password', '123456')
    expect(shownErrors(good, LoginForm, 'en-US').password).toBeUndefined()
  })

  it('speaks the language of the moment', () => {
    expect(shownErrors(sendForm(login), LoginForm, 'zh-TW').password).toBe('請輸入密碼')
  })

  it('keeps what the server said about a field until that field changes', () => {
    const refused = addExternalErrors(changeField(login, 'username', 'someone'), [
      { path: 'username', message: 'not this one' },
      { path: 'elsewhere', message: 'not ours' },
    ])
    expect(shownErrors(refused, LoginForm, 'en-US')).toEqual({ username: 'not this one' })
    const other = changeField(refused, 'password', 'secret')
    expect(shownErrors(other, LoginForm, 'en-US')).toEqual({ username: 'not this one' })
    expect(shownErrors(changeField(refused, 'username', 'someone else'), LoginForm, 'en-US')).toEqual({})
  })
})

describe('the sign-up form', () => {
  const empty = { business: '', mchName: '', country: 'MY', phone: '', code: '', password: '', confirm: '' }
  const shown = (values: Partial<typeof empty>) =>
    shownErrors(sendForm(startForm({ ...empty, ...values })), SignUpForm, 'en-US')

  it('says that the passwords differ even while other fields are still empty', () => {
    expect(shown({ password: 'secret1', confirm: 'secret2' })).toMatchObject({
      business: 'Required',
      confirm: 'The login passwords are different',
    })
  })

  it('asks for a mainland number on the mainland only', () => {
    expect(shown({ country: 'CN', phone: '12345678' }).phone).toBe('Invalid mobile number')
    expect(shown({ country: 'CN', phone: '13712345678' }).phone).toBeUndefined()
    expect(shown({ country: 'MY', phone: '12345678' }).phone).toBeUndefined()
  })

  it('takes codes of 4 to 8 digits', () => {
    expect(shown({ code: '123' }).code).toBe('SMS code wrong')
    expect(shown({ code: '1234' }).code).toBeUndefined()
    expect(shown({ code: '12345678' }).code).toBeUndefined()
    expect(shown({ code: '123456789' }).code).toBe('SMS code wrong')
  })
})

describe('the forgot-password form', () => {
  const shown = (values: Record<string, string>) =>
    shownErrors(
      sendForm(startForm({ phone: '', code: '', password: '', confirm: '', ...values })),
      ForgetForm,
      'en-US',
    )

  it('takes exactly 6 digits and a mainland number', () => {
    expect(shown({ code: '1234' })['code']).toBe('The code has 6 digits')
    expect(shown({ code: '123456' })['code']).toBeUndefined()
    expect(shown({ phone: '0123456789' })['phone']).toBe('Invalid mobile number')
  })
})
