import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockText, moneyText, safeText } from './cells.ts'

/** The character ranges of XML 1.0, written independently of the code under test. */
function legalPart(text: string): string {
  return Array.from(text)
    .filter((character) => {
      const code = character.codePointAt(0)!
      if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
      return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff)
    })
    .join('')
}

describe('text of a cell', () => {
  test.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '=HYPERLINK("http://x","y")', "=cmd|' /C calc'!A0", '-1+A1'])(
    '%j could be a formula and gets an apostrophe',
    (text) => {
      expect(safeText(text)).toBe(`'${text}`)
    },
  )

  test.each([
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '\u00A0=1',
    '\u200B@x',
    '\uFEFF+A1',
    '＝1',
    '＋A1',
    '－A1',
    '＠x',
  ])('%j hides a formula and gets an apostrophe', (text) => {
    expect(safeText(text)).toBe(`'${text}`)
  })

  test.each([
    '+60123456789',
    '+60 12-345 6789',
    '+601****6789',
    '-12.5',
    '+1',
    '-',
    '--',
    '13800138000',
    '0123',
    '1+1',
    "it's",
    '',
  ])('%j is harmless and stays as it is', (text) => {
    expect(safeText(text)).toBe(text)
  })

  test('a formula behind a dropped control character is still found', () => {
    expect(safeText('\u0000\u0008=1+1')).toBe("'=1+1")
  })

  test('characters that files cannot hold are dropped, emoji and Chinese stay', () => {
    expect(safeText('扭蛋\u0001\uFFFE\uD800机 🎰\uDC00')).toBe('扭蛋机 🎰')
  })

  test('whatever the text, at most one apostrophe is added and no formula is left', () => {
    const risky = fc.string({
      unit: fc.constantFrom('=', '+', '-', '*', '@', ' ', '\t', '1', 'A', "'", '＝', '\u0000'),
    })
    fc.assert(
      fc.property(fc.oneof(risky, fc.string({ unit: 'binary' })), (text) => {
        const safe = safeText(text)
        expect([safe, safe.replace(/^'/, '')]).toContain(legalPart(text))
        expect(safe).not.toMatch(/^[\s\u200B]*[=@]/)
        expect(safe).not.toMatch(/^[\s\u200B]*[+-].*[^\d .*-]/s)
      }),
    )
  })
})

test('a long word with a mark at its end is written at once', () => {
  const begun = performance.now()
  expect(safeText(`${'a'.repeat(30)}!`)).toBe(`${'a'.repeat(30)}!`)
  expect(performance.now() - begun).toBeLessThan(1_000)
})

test('a text that looks marked already gets a mark of its own', () => {
  expect(["'=1+1", "''=1", "'-A", "'tis", "'"].map(safeText)).toEqual([
    "''=1+1",
    "'''=1",
    "''-A",
    "'tis",
    "'",
  ])
})

describe('money and clock', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [123456, '1234.56'],
    [-123450, '-1234.50'],
    [9007199254740991, '90071992547409.91'],
  ])('%d cents are %s', (cents, text) => {
    expect(moneyText(cents)).toBe(text)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('%d cents are no amount', (cents) => {
    expect(moneyText(cents)).toBeUndefined()
  })

  test('a moment is told on the clock of the merchant', () => {
    const at = new Date('2026-02-28T16:05:07.900Z')
    expect(clockText(at, 480, 'datetime')).toBe('2026-03-01 00:05:07')
    expect(clockText(at, 480, 'date')).toBe('2026-03-01')
    expect(clockText(at, -210, 'datetime')).toBe('2026-02-28 12:35:07')
    expect(clockText(new Date(Number.NaN), 480, 'date')).toBeUndefined()
  })
})
