import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BadSheet } from './bad-sheet.ts'
import { legalText } from './cells.ts'
import { writeCsv } from './csv.ts'
import { readCsv } from './read-csv.ts'
import { defaultSheetLimits as limits } from './read-xlsx.ts'

const read = (text: string | Uint8Array) =>
  readCsv(typeof text === 'string' ? new TextEncoder().encode(text) : text, limits)
const cells = (text: string | Uint8Array) => read(text).map((row) => row.cells)

describe('a CSV file', () => {
  test('is read line by line; empty lines count but are left out', () => {
    expect(read('a,b\r\n\r\n1,"x, ""y""\nz"\n,2')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['1', 'x, "y"\nz'] },
      { row: 4, cells: [null, '2'] },
    ])
  })

  test('with text after a closing quote is damaged, instead of being split there', () => {
    expect(() => read('sn,slot\n"123" ,1')).toThrow(new BadSheet('damaged'))
    expect(() => read('"a"b')).toThrow(new BadSheet('damaged'))
    expect(cells('"a"\r\n"b"')).toEqual([['a'], ['b']])
  })

  test.each([
    ['commas', 'a,b\n1,2'],
    ['semicolons', 'a;b\n1;2'],
    ['tabs', 'a\tb\n1\t2'],
    ['a byte order mark', '\uFEFFa,b\n1,2'],
    ['UTF-16', Buffer.from('\uFEFFa\tb\n1\t2', 'utf16le')],
  ])('may have %s', (_name, file) => {
    expect(cells(file)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test('of a Chinese Windows is read too', () => {
    const header = Buffer.from([0xbb, 0xf5, 0xb5, 0xc0])
    expect(cells(header)).toEqual([['货道']])
  })

  test('that we wrote is read back as it was', async () => {
    const numbers = fc.string({
      unit: fc.constantFrom('0', '1', '9', '+', '-', '.', '/', "'"),
      maxLength: 24,
    })
    const plain = fc
      .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), numbers)
      .map((text) => legalText(text).trim())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(plain, plain), { minLength: 1, maxLength: 5 }), async (rows) => {
        const columns = [{ header: 'A' }, { header: 'B' }]
        async function* each() {
          yield rows
        }
        const file = await buffer(writeCsv({ sheetName: 'S', columns, utcOffsetMinutes: 0 }, each()))
        const full = rows.filter((row) => row.some((value) => value !== ''))
        const [, ...found] = cells(file)
        expect(found.map((row) => [row[0] ?? '', row[1] ?? ''])).toEqual(full)
      }),
    )
  })

  test.each([
    ['binary', new Uint8Array([1, 0, 2])],
    ['an open quote', '"abc'],
    ['too many rows', 'a\n'.repeat(limits.maxRows + 1)],
    ['too many columns', ','.repeat(limits.maxColumns).replaceAll(',', 'a,')],
    ['too long a cell', 'x'.repeat(limits.maxCellLength + 1)],
  ])('with %s is refused', (_name, file) => {
    expect(() => read(file)).toThrow(BadSheet)
  })
})
