import { describe, expect, test } from 'vitest'

import { SignUpForm } from './account/forms.ts'
import { businesses, SignUp } from './account/schemas.ts'
import { contract } from './index.ts'
import type { Call } from './kernel/call.ts'
import { check } from './check.ts'
import { type ErrorName, errorCodes, errorText } from './error-table.ts'
import { locales } from './kernel/locale.ts'
import { havePermsOf } from './kernel/permissions.ts'

const rows: Call[] = Object.values(contract).flatMap((table) => Object.values(table))
const { addStore, getAllStore, getArea } = contract.regions

const specified = [
  ...under(
    '/p/v1/',
    'login checkAccount checkAccount/my checkSmsCode checkSmsCode/my signUp sendPwdSMS resetPwd',
  ),
  ...under('/api/v1/u/', 'getArea getStore getAllStore addArea editArea delArea addStore editStore delStore'),
  ...under('/api/v1/u/', 'checkPwd editOprPwd checkOprPwd sendPwdSMS changePwd'),
  ...under(
    '/api/v1/d/',
    'getDev editDev testOut switchLED remoteOuting power refreshSetting unbind setChannelNum',
  ),
  ...under(
    '/api/v1/c/',
    'getDevChannel setChannelInfo putDownGoods setQuantity getResetC resetId exportDevChannel',
  ),
  ...under('/api/v1/g/', 'getImg editImg delImg getGoods addPrivate editPrivate delPrivate'),
  ...under(
    '/api/v1/a/',
    'getPermission getRole addRole editRole delRole overview detail report area store device',
  ),
  ...under('/api/v1/b/', 'getBuyBill getPayBill getRefundBill refund getBankNo'),
  ...under('/api/v1/k/', 'getMerchant addBank getBank getImage isExistEmail addBankImg'),
  ...under('/api/v1/b/', 'getFunds getSettle'),
  ...under('/api/v1/b/', 'getCoupon addCoupon editCoupon delCoupon getCardCouponList'),
  ...under('/api/v1/u/', 'getSubUser addSubUser editSubUser delSubUser isExistSubUser resetSubUserOprPwd'),
  ...under('/api/v1/u/', 'getNotifyList getNotifyBindUrl delNotify editNotify'),
  ...under('/api/v1/c/', 'getCardList addCard editCard delCard'),
  ...under('/api/v1/h/', 'getGift'),
  ...under('/api/v1/b/', 'addGift disableGift getReferrer addReferrer editReferrer delReferrer'),
]
function under(prefix: string, names: string): string[] {
  return names.split(' ').map((name) => prefix + name)
}

describe('the calls', () => {
  test('have the paths of the specification, and all others are marked as extensions', () => {
    const own = rows.filter(({ extension }) => !extension).map(({ path }) => path)
    expect(own.toSorted()).toEqual(specified.toSorted())
  })

  test('that list take pages of ten from 1 on, at most 999 rows, pickers 999', () => {
    expect(getArea.input.parse({})).toEqual({ pageNum: 1, pageSize: 10, condition: {} })
    expect(getAllStore.input.parse({})).toMatchObject({ pageSize: 999 })
    expect(
      getArea.input.safeParse({ pageNum: 2, pageSize: 999, step: 1, condition: { q: 'x' } }).success,
    ).toBe(true)
    for (const wrong of [{ pageNum: 0 }, { pageSize: 1000 }, { pageSize: 0 }, { condition: { other: 1 } }])
      expect(getArea.input.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })
})

test('staff and roles stand on pages of six', () => {
  expect(contract.staff.getRole.input.parse({})).toMatchObject({ pageSize: 6 })
  expect(contract.staff.getSubUser.input.parse({})).toMatchObject({ pageSize: 6 })
})

test('every error has words in every language, and only 102 is silent', () => {
  for (const name of Object.keys(errorCodes) as ErrorName[])
    for (const locale of locales)
      expect(errorText(locale, name) === '', `${locale} ${name}`).toBe(name === 'silent')
})

test('a session has a flag for every permission, grouped as in the menu', () => {
  expect(havePermsOf(true, new Set())).toEqual({
    isMain: true,
    Home: true,
    Order: { BuyBill: true, Refund: true },
    Device: {
      DeviceManage: true,
      Refill: true,
      Price: true,
      Setting: true,
      Remote: true,
      Test: true,
      Init: true,
    },
    Store: { AreaStore: true },
    Goods: { GoodsManage: true },
    Statistics: { SicArea: true, SicStore: true, SicDevice: true, Report: true, Goods: true },
    Bank: { BankManage: true, Settle: true, PayBill: true },
    User: { SubUser: true, Role: true },
  })
})

test('there are seven kinds of business', () => {
  expect(businesses.toSorted()).toEqual(['blj', 'fdj', 'gpm', 'gzj', 'lpk', 'mc', 'vm'])
})

test('a store is run in one of three modes', () => {
  for (const mode of ['routine', 'activity'])
    expect(addStore.input.safeParse({ store_name: 'S', mode }).success).toBe(true)
  expect(addStore.input.safeParse({ store_name: 'S', mode: 'custom', mode_text: 'Fair' }).success).toBe(true)
  expect(addStore.input.safeParse({ store_name: 'S', mode: 'other' }).success).toBe(false)
})

test('sign-up asks for the code and for the password a second time', () => {
  const empty = {
    mchName: 'M',
    country: 'CN',
    phone: '13800138000',
    password: 'abcdefg',
    confirm: '',
    business: 'vm',
    code: '',
  }
  const { code: _code, confirm: _confirm, ...without } = empty
  for (const form of [empty, without]) {
    const checked = check(SignUpForm, form, 'en-US')
    const wrong = checked.ok ? [] : checked.errors.map(({ path }) => path)
    expect([...new Set(wrong)].toSorted()).toEqual(['code', 'confirm'])
  }
  const sent = { ...without, password: '0'.repeat(32) }
  const refused = SignUp.safeParse(sent).error?.issues.map(({ path }) => path)
  expect(refused).toEqual([['code']])
})
