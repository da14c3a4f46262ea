import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { bankCodes, bankWords } from './banks.ts'
import {
  type CertType,
  certTypes,
  isBranchNo,
  isCardNo,
  isCertNo,
  isIdCardNo,
  isMalaysianAccountNo,
  maskedNo,
  maskedPhone,
  passesLuhn,
} from './numbers.ts'

/** The head offices of the fifteen banks, from a public list. */
const headOffices = [
  '102100099996',
  '103100000026',
  '104100000004',
  '105100000017',
  '301290000007',
  '302100011000',
  '303100000006',
  '304100040000',
  '305100000013',
  '306581000003',
  '307584007998',
  '308584000013',
  '309391000011',
  '310290000013',
  '403100000004',
]

test('the fifteen banks are those of the specification, each with its branch numbers', () => {
  expect(bankCodes).toEqual(headOffices.map((no) => no.slice(0, 3)))
  expect(Object.keys(bankWords['zh-CN'])).toEqual(bankCodes)
})

describe('branch numbers', () => {
  test.each(headOffices)('%s is one', (no) => {
    expect(isBranchNo(no)).toBe(true)
  })

  test.each([
    '',
    '10210009999',
    '1021000999960',
    '10210009999x',
    ' 102100099996',
    '１０２１０００９９９９６',
  ])('%j is none', (no) => {
    expect(isBranchNo(no)).toBe(false)
  })

  test('one wrong digit, anywhere, is noticed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...headOffices),
        fc.nat({ max: 11 }),
        fc.integer({ min: 1, max: 9 }),
        (no, place, shift) => {
          const wrong = String((Number(no[place]) + shift) % 10)
          expect(isBranchNo(no.slice(0, place) + wrong + no.slice(place + 1))).toBe(false)
        },
      ),
    )
  })
})

describe('card numbers', () => {
  test.each(['4222222222222', '6222021234567890128', '6217000010001234569', '6225880123456783'])(
    '%s is one, and has the check digit of Luhn',
    (no) => {
      expect([isCardNo(no), passesLuhn(no)]).toEqual([true, true])
    },
  )

  test('one without the check digit of Luhn is still one, because some real cards have none', () => {
    expect([isCardNo('6222021234567890129'), passesLuhn('6222021234567890129')]).toEqual([true, false])
  })

  test.each(['', '411111111111', '62220212345678901280', '6222 0212 3456 7890 128', '622202123456789012x'])(
    '%j is none',
    (no) => {
      expect(isCardNo(no)).toBe(false)
    },
  )

  test('an account number of Malaysia has 5 to 20 digits', () => {
    expect(['12345', '1'.repeat(20)].map(isMalaysianAccountNo)).toEqual([true, true])
    expect(['1234', '1'.repeat(21), '12345a', ''].map(isMalaysianAccountNo)).toEqual(Array(4).fill(false))
  })
})

describe('certificate numbers', () => {
  const good: Record<CertType, string[]> = {
    id_card: ['11010519491231002X', '440305198503101230', '310101199002284568'],
    passport: ['E12345678', 'EA1234567', '12345', 'A'.repeat(17)],
    officer_card: ['军字第2001988号', '士字第P011816号', '武水字第0812', '文字第12345678'],
    taiwan_card: ['12345678', '1234567890', '1234567890A'],
    hk_macao_pass: ['H12345678', 'M1234567890'],
  }
  const bad: Record<CertType, [string, string][]> = {
    id_card: [
      ['a wrong check digit', '110105194912310021'],
      ['a small x', '11010519491231002x'],
      ['the 30th of February', '440305198502301230'],
      ['a birth in 1880', '440524188001010014'],
      ['fifteen digits of the old form', '110105491231002'],
      ['a leading zero', '01010519491231002X'],
      ['nothing', ''],
    ],
    passport: [
      ['four characters', 'E123'],
      ['eighteen', 'A'.repeat(18)],
      ['small letters', 'e12345678'],
      ['a space', 'E1234 5678'],
    ],
    officer_card: [
      ['no 第', '军字2001988号'],
      ['three characters before it', '解放军字第2001988号'],
      ['three digits', '军字第123号'],
      ['digits alone', '2001988'],
    ],
    taiwan_card: [
      ['nine digits', '123456789'],
      ['eleven digits', '12345678901'],
      ['a letter first', 'A12345678'],
    ],
    hk_macao_pass: [
      ['another letter', 'C12345678'],
      ['seven digits', 'H1234567'],
      ['nine digits', 'H123456789'],
    ],
  }

  test.each(certTypes.flatMap((type) => good[type].map((no) => [type, no] as const)))(
    '%s %s is one',
    (type, no) => {
      expect(isCertNo(type, no)).toBe(true)
    },
  )

  test.each(certTypes.flatMap((type) => bad[type].map(([what, no]) => [type, what, no] as const)))(
    '%s with %s is none: %j',
    (type, _what, no) => {
      expect(isCertNo(type, no)).toBe(false)
    },
  )

  test('two neighbouring digits of an identity card that changed places are noticed', () => {
    for (const no of good.id_card)
      for (let place = 0; place < 17; place += 1) {
        const [first = '', second = ''] = no.slice(place)
        if (first === second || second === 'X') continue
        expect(isIdCardNo(no.slice(0, place) + second + first + no.slice(place + 2)), `${no} ${place}`).toBe(
          false,
        )
      }
  })
})

describe('masked numbers', () => {
  test.each([
    ['6222021234567890128', '6222***********0128'],
    ['11010519491231002X', '1101**********002X'],
    ['E12345678', 'E*****678'],
    ['军字第2001988号', '军字******88号'],
    ['12345', '1***5'],
    ['1', '*'],
    ['', ''],
  ])('%j is shown as %j', (no, shown) => {
    expect(maskedNo(no)).toBe(shown)
  })

  test.each([
    ['13800138000', '138****8000'],
    ['+60123456789', '+601****6789'],
    ['0755-2688 0000', '0755****0000'],
    ['95588', '9***8'],
    ['', ''],
  ])('the phone %j is shown as %j', (phone, shown) => {
    expect(maskedPhone(phone)).toBe(shown)
  })

  test('hide at least half of any number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{1,32}$/), (no) => {
        const masked = maskedNo(no)
        expect(masked).toHaveLength(no.length)
        expect(masked.split('*').length - 1).toBeGreaterThanOrEqual(no.length / 2)
      }),
    )
  })
})
