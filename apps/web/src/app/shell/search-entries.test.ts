import { allPermissions, type Grants, locales, type SearchKind, searchKinds } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { deviceWords } from '../../entities/device/device-words.ts'
import { slotSheetWords } from '../../entities/slot/slot-sheet-words.ts'
import { couponWords } from '../../features/coupons/coupon-words.ts'
import { goodsWords } from '../../features/goods/goods-words.ts'
import { memberWords } from '../../features/members/member-words.ts'
import { referrerWords } from '../../features/referrers/referrer-words.ts'
import { regionWords } from '../../features/regions/region-words.ts'
import { staffWords } from '../../features/staff/staff-words.ts'
import { voucherWords } from '../../features/vouchers/voucher-words.ts'
import { consoleRoutes, menuRoutes } from '../routes.tsx'
import {
  actionsFor,
  addressOf,
  findActions,
  findPages,
  listOf,
  mayReopen,
  rankOf,
  type SearchPage,
} from './search-entries.ts'
import { searchWords } from './search-words.ts'
import { shellWords } from './shell-words.ts'

const main: Grants = { isMain: true, activity: false, permissions: new Set(allPermissions) }
const clerk: Grants = { isMain: false, activity: false, permissions: new Set(['goods.manage']) }
const pagesOf = (grants: Grants): SearchPage[] =>
  menuRoutes(grants).map(({ path, title, group }) => ({
    path,
    icon: null,
    name: title,
    group,
    names: [title, ...(group ? [group] : [])].flatMap((word) => locales.map((one) => shellWords[one][word])),
  }))
const pathsOf = (typed: string, grants = main): string[] =>
  findPages(typed, pagesOf(grants)).map(({ path }) => path)
const wordsOf = (typed: string, grants = main): string[] =>
  findActions(typed, grants, 'en-US').map(({ word }) => word)

describe('names', () => {
  test('fit best when they are the text, then when they begin with it, then when they contain each word', () => {
    expect(rankOf('goods', ['Goods'])).toBe(0)
    expect(rankOf('goo', ['Add', 'Goods'])).toBe(1)
    expect(rankOf('goods add', ['Add goods'])).toBe(2)
    expect(rankOf('goods drop', ['Add goods'])).toBeUndefined()
    expect(rankOf(' ', ['Add goods'])).toBeUndefined()
  })

  test('fit in full-width letters, too', () => {
    expect(rankOf('ＧＯＯＤＳ', ['Goods'])).toBe(0)
  })
})

describe('pages', () => {
  test('are found in every language, the nearest name first, and by their group', () => {
    expect(pathsOf('devices')[0]).toBe('/device')
    expect(pathsOf('设备')[0]).toBe('/device')
    expect(pathsOf('設備')[0]).toBe('/device')
    expect(pathsOf('finance')).toEqual(['/refundBill', '/exceptions', '/bankcard', '/payAccount', '/fund'])
  })

  test('are only those of the menu of the user', () => {
    expect(pathsOf('devices', clerk)).toEqual([])
    expect(pathsOf('goods', clerk)).toEqual(['/goods'])
    expect(pathsOf('device detail')).toEqual([])
  })
})

describe('actions', () => {
  test('are found in every language, as far as the user may do them', () => {
    expect(wordsOf('add goods')).toEqual(['addGoods'])
    expect(wordsOf('绑定')).toEqual(['bindDevice'])
    expect(wordsOf('bind', clerk)).toEqual([])
    expect(wordsOf('登出', clerk)).toEqual(['logOut'])
    expect(wordsOf('coupon')).toEqual([])
  })

  test('offer the other two languages', () => {
    const languages = actionsFor(clerk, 'zh-TW').filter(({ word }) => /^to(Chin|Trad|Engl)/.test(word))
    expect(languages.map(({ word }) => word)).toEqual(['toChinese', 'toEnglish'])
  })

  test('lead to pages of the console', () => {
    const paths = new Set<string>(consoleRoutes.map(({ path }) => path))
    const leading = actionsFor({ ...main, activity: true }, 'zh-CN').flatMap((one) =>
      'to' in one ? [one.to] : [],
    )
    expect(leading.length).toBeGreaterThan(10)
    for (const to of leading) expect(paths).toContain(to.split('?')[0])
  })
})

test('records open beside their lists, and all of them in the list', () => {
  expect(addressOf({ kind: 'device', id: '8001' }, main)).toBe('/device/8001')
  expect(addressOf({ kind: 'store', id: '7' }, main)).toBe('/region?tab=stores&open=7')
  expect(addressOf({ kind: 'bill', id: '20261118' }, main)).toBe('/buyOrder?bill=20261118')
  expect(listOf('store', 'a&b', main)).toBe('/region?tab=stores&q=a%26b')
  expect(listOf('bill', '20261118', main)).toBe('/buyOrder?orderno=20261118')
})

test('goods open as the slots that hold them for an account for prices, which has no list of goods', () => {
  const pricer: Grants = { isMain: false, activity: false, permissions: new Set(['device.price']) }
  const goods = { kind: 'goods' as const, id: '12', name: 'Cola', notes: [] }
  expect(addressOf(goods, pricer)).toBe('/goods/12/slots')
  expect(addressOf(goods, clerk)).toBe('/goods?open=12')
  expect(listOf('goods', 'cola', pricer)).toBeUndefined()
  expect(mayReopen(goods, pagesOf(pricer), pricer)).toBe(true)
})

test('a record that was chosen lately is offered only to users who may still open its list', () => {
  const recent = (kind: SearchKind) => ({ kind, id: '1', name: 'One', notes: [] })
  const kinds = (grants: Grants) =>
    searchKinds.filter((kind) => mayReopen(recent(kind), pagesOf(grants), grants))
  expect(kinds({ ...main, activity: true })).toEqual([...searchKinds])
  expect(kinds(clerk)).toEqual(['goods'])
  expect(mayReopen({ kind: 'page', id: '/device' }, [], clerk)).toBe(true)
})

test.each(locales)('an action is called as the button that it leads to, in %s', (locale) => {
  const words = searchWords[locale]
  const region = regionWords[locale]
  const staff = staffWords[locale]
  expect(words).toMatchObject({
    bindDevice: deviceWords[locale].bindDevice,
    importSlots: slotSheetWords[locale].importSlots,
    addStore: region.addStore,
    addArea: region.addArea,
    addGoods: goodsWords[locale].addGoods,
    importGoods: goodsWords[locale].importGoods,
    addStaff: staff.addSubUser,
    addRole: staff.addRole,
    addCard: memberWords[locale].addCard,
    addCoupon: couponWords[locale].add,
    addVoucher: voucherWords[locale].add,
    addReferrer: referrerWords[locale].add,
  })
})
