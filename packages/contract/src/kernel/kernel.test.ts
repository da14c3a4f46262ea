import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { accountPhone, isMainlandMobile, toE164 } from './countries.ts'
import { contactPhone, Id, requiredText, text } from './fields.ts'
import { fill, joinNames, matchLocale } from './locale.ts'
import { formatMoney, formatRate, parseMoney } from './money.ts'
import {
  allPermissions,
  grantsOf,
  havePermsOf,
  mayAccess,
  permissionOfId,
  type Permission,
  permissions,
} from './permissions.ts'
import { addDays, clockOf, dayOf, dayRange, startOfDay } from './time.ts'
import { waitText } from './wait.ts'

describe('money', () => {
  test.each([
    [0, '¥0.00', '0.00'],
    [5, '¥0.05', '0.05'],
    [1250, '¥12.50', '12.50'],
    [-199, '-¥1.99', '-1.99'],
    [123_456_789, '¥1,234,567.89', '1,234,567.89'],
  ])('%i cents is %s in Chinese and %s in English', (cents, chinese, english) => {
    expect(formatMoney(cents, 'CNY', 'zh-CN')).toBe(chinese)
    expect(formatMoney(cents, 'CNY', 'zh-TW')).toBe(chinese)
    expect(formatMoney(cents, 'CNY', 'en-US')).toBe(english)
  })

  test('ringgit have their own sign, hidden in English as well', () => {
    expect(formatMoney(1250, 'MYR', 'zh-CN')).toBe('RM12.50')
    expect(formatMoney(1250, 'MYR', 'en-US')).toBe('12.50')
  })

  test('what is shown can be typed again, for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (cents) => {
        expect(parseMoney(formatMoney(cents, 'CNY', 'en-US').replaceAll(',', ''))).toBe(cents)
      }),
    )
  })

  test.each(['', 'abc', '1.234', '1,2', '1e3', '--1', '.5', ' '])('%j is no amount', (text) => {
    expect(parseMoney(text)).toBeUndefined()
  })

  test('rates have two decimals', () => {
    expect([formatRate(0), formatRate(12.5), formatRate(100)]).toEqual(['0.00%', '12.50%', '100.00%'])
  })
})

describe('time', () => {
  test("a day is the merchant's day, not that of Greenwich", () => {
    expect(dayOf(new Date('2026-11-14T15:59:59.999Z'), 480)).toBe('2026-11-14')
    expect(dayOf(new Date('2026-11-14T16:00:00.000Z'), 480)).toBe('2026-11-15')
    expect(clockOf(new Date('2026-11-14T16:05:00.000Z'), 480)).toBe('00:05')
    expect(startOfDay('2026-11-15', 480).toISOString()).toBe('2026-11-14T16:00:00.000Z')
  })

  test.each([
    ['today', '2026-11-15', '2026-11-15', '2026-11-15'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['thisWeek', '2026-11-15', '2026-11-09', '2026-11-15'],
    ['thisWeek', '2026-11-16', '2026-11-16', '2026-11-16'],
    ['thisMonth', '2026-11-15', '2026-11-01', '2026-11-15'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['last3Months', '2026-11-15', '2026-08-18', '2026-11-15'],
  ] as const)('%s on %s runs from %s to %s', (name, today, from, to) => {
    expect(dayRange(name, today)).toEqual({ from, to })
  })

  test('the last three months are 90 days', () => {
    const { from, to } = dayRange('last3Months', '2026-11-15')
    expect(addDays(from, 89)).toBe(to)
  })
})

describe('phones', () => {
  test.each([
    ['CN', '13800138000', '13800138000'],
    ['CN', '+86 138-0013-8000', '13800138000'],
    ['CN', '12800138000', undefined],
    ['CN', '1380013800', undefined],
    ['MY', '012-345 6789', '+60123456789'],
    ['MY', '+60123456789', '+60123456789'],
    ['MY', '60123456789', '+60123456789'],
    ['MY', '0060 12-345 6789', '+60123456789'],
    ['MY', '+60 (0)12-345 6789', '+60123456789'],
    ['MY', '+65 9123 4567', '+6591234567'],
    ['MY', '0065 9123 4567', '+6591234567'],
    ['MY', '6591234567', '+606591234567'],
    ['MY', '+86 138 0013 8000', '13800138000'],
    ['MY', '0086 138 0013 8000', '13800138000'],
    ['MY', '13800138000', '+6013800138000'],
    ['MY', '+86 10 6552 9988', '+861065529988'],
    ['CN', '+65 9123 4567', undefined],
    ['MY', '+65', undefined],
    ['MY', '+6591234567890123', undefined],
    ['MY', '+0123456789', undefined],
    ['MY', '12345', undefined],
    ['MY', '1234567890123456', undefined],
    ['MY', '01a2345678', undefined],
  ] as const)('in %s, %s is %s', (country, typed, phone) => {
    expect(accountPhone(country, typed)).toBe(phone)
  })

  test('providers get the number with its country', () => {
    expect([toE164('13800138000'), toE164('+60123456789')]).toEqual(['+8613800138000', '+60123456789'])
    expect(isMainlandMobile('+60123456789')).toBe(false)
  })

  test.each([
    '',
    '13800138000',
    '0755-2688 0000',
    '(020) 3888 6666',
    '400-820-1234',
    '95588',
    '+60 12-345 6789',
    '021-12345678转801',
    '021-1234 5678 ext. 12',
    '（0755）2512 3456',
    '１３８００１３８０００',
  ])('%j may be called', (phone) => {
    expect(contactPhone.safeParse(phone).success).toBe(true)
  })

  test.each(['1234', '1234567890123456', 'call me', '12+345678', '138 0013 8000 ext'])(
    '%j may not',
    (phone) => {
      expect(contactPhone.safeParse(phone).success).toBe(false)
    },
  )
})

test('wide digits and brackets are kept as plain ones', () => {
  expect(contactPhone.parse('（０７５５）２５１２ ３４５６')).toBe('(0755)2512 3456')
})

describe('text', () => {
  test('outer blanks go, lines stay, what cannot be stored is refused', () => {
    expect(text(10).parse('  a\nb ')).toBe('a\nb')
    const name = requiredText(10)
    expect(name.parse('  a b ')).toBe('a b')
    for (const wrong of [
      '',
      '   ',
      '\u0000',
      '\u0007x',
      '\ud800',
      'x'.repeat(11),
      'a\nb',
      '\u200b',
      'a\u202eb',
    ])
      expect(name.safeParse(wrong).success).toBe(false)
  })

  test('record numbers are ours or nothing', () => {
    for (const wrong of ['0', '01', '-1', '1.5', '1e3', '', '9'.repeat(19), "1' or 1=1"])
      expect(Id.safeParse(wrong).success).toBe(false)
    expect(Id.safeParse('123456789012345678').success).toBe(true)
  })
})

describe('languages', () => {
  test.each([
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-TW'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh', 'zh-CN'],
    ['zh-CN', 'zh-CN'],
    ['fr,en-GB;q=0.7', 'en-US'],
    ['en;q=0.1, zh-CN;q=0.9', 'zh-CN'],
    ['ms-MY', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s means %s', (header, locale) => {
    expect(matchLocale(header)).toBe(locale)
  })

  test('places are filled, unknown ones stay visible', () => {
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}')
    const text = '{n} {n|sub-account|sub-accounts}'
    expect([0, 1, 2, '1', '1,001'].map((n) => fill(text, { n }))).toEqual([
      '0 sub-accounts',
      '1 sub-account',
      '2 sub-accounts',
      '1 sub-account',
      '1,001 sub-accounts',
    ])
    expect(fill(text)).toBe(text)
    expect(joinNames('zh-CN', ['一', '二'])).toBe('一、二')
    expect(joinNames('en-US', ['a', 'b'])).toBe('a, b')
  })
})

describe('permissions', () => {
  test('have the numbers of the specification, each once', () => {
    const ids = allPermissions.map((name) => permissions[name].id).toSorted()
    const extensions = [1101, 1102, 1103]
    expect(ids).toEqual([...Array.from({ length: 19 }, (_, i) => 1020 + i), ...extensions])
    expect(permissionOfId(1022)).toBe('store.manage')
    expect(permissionOfId(9)).toBeUndefined()
  })

  test('travel as the nested object and come back', () => {
    const granted = new Set(['home', 'order.refund'] as const)
    const flags = havePermsOf(false, granted)
    expect(flags).toMatchObject({
      isMain: false,
      Home: true,
      Order: { BuyBill: false, Refund: true },
      User: { SubUser: false, Role: false },
    })
    expect(grantsOf({ havePerms: flags })).toEqual({ isMain: false, activity: false, permissions: granted })
    const main = grantsOf({ havePerms: havePermsOf(true, new Set()), features: { activity: true } })
    expect(main.activity).toBe(true)
    expect(main.permissions.size).toBe(allPermissions.length)
  })

  test('of device management come with the whole, and the whole does not come with them', () => {
    const parts = ['device.refill', 'device.price', 'device.setting'] as const
    const grantsWith = (...names: Permission[]) => ({
      isMain: false,
      activity: false,
      permissions: new Set(names),
    })
    for (const part of parts) {
      expect(mayAccess(part, grantsWith('device.manage'))).toBe(true)
      expect(mayAccess(part, grantsWith('device.remote'))).toBe(false)
    }
    expect(mayAccess('device.manage', grantsWith(...parts))).toBe(false)
    // A session that was opened before the parts existed.
    const old = grantsOf({ havePerms: { isMain: false, Home: false, Device: { DeviceManage: true } } })
    expect(parts.every((part) => mayAccess(part, old))).toBe(true)
  })

  test('any one of several permissions opens a call; a main-only call opens to the main account only', () => {
    const clerk = { isMain: false, activity: true, permissions: new Set(['home'] as const) }
    const main = { isMain: true, activity: false, permissions: new Set<never>() }
    expect(mayAccess(['order.buyBill', 'home'], clerk)).toBe(true)
    expect(mayAccess('order.buyBill', clerk)).toBe(false)
    expect(mayAccess('main', clerk)).toBe(false)
    expect(mayAccess('main', main)).toBe(true)
    expect(mayAccess('order.buyBill', main)).toBe(true)
  })

  test('the activity pages open to a main account to which the operator gave them', () => {
    const grants = (isMain: boolean, activity: boolean) => ({
      isMain,
      activity,
      permissions: new Set(allPermissions),
    })
    expect(mayAccess('activity', grants(true, true))).toBe(true)
    expect(mayAccess('activity', grants(true, false))).toBe(false)
    expect(mayAccess('activity', grants(false, true))).toBe(false)
  })
})

test.each([
  [1, '1 秒', '1 秒', '1 second'],
  [120, '120 秒', '120 秒', '120 seconds'],
  [121, '3 分钟', '3 分鐘', '3 minutes'],
  [900, '15 分钟', '15 分鐘', '15 minutes'],
  [7_200, '120 分钟', '120 分鐘', '120 minutes'],
  [7_201, '3 小时', '3 小時', '3 hours'],
  [86_400, '24 小时', '24 小時', '24 hours'],
])('a wait of %i seconds is told as %s, %s and %s', (seconds, ...told) => {
  expect(['zh-CN', 'zh-TW', 'en-US'].map((locale) => waitText(locale as 'zh-CN', seconds))).toEqual(told)
})
