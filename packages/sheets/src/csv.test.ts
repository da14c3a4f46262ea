import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvText } from './cells.ts'
import type { Cell, Column } from './cells.ts'
import { writeCsv } from './csv.ts'

const columns: Column[] = [
  { header: 'Store' },
  { header: 'Phone' },
  { header: 'Income', kind: 'money' },
  { header: 'Sold at', kind: 'datetime' },
  { header: 'Day', kind: 'date' },
  { header: 'Open' },
]

/** Rows in pieces of two. */
async function* each(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  for (let i = 0; i < rows.length; i += 2) yield rows.slice(i, i + 2)
}

async function csv(rows: Cell[][], shape: Column[] = columns): Promise<string> {
  const stream = writeCsv({ sheetName: 'x', columns: shape, utcOffsetMinutes: 480 }, each(rows))
  return (await buffer(stream)).toString('utf8')
}

/** A strict parser of RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    row.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'))
    if (match[3] === '\r\n') {
      rows.push(row)
      row = []
    }
    if (field.lastIndex === text.length) return rows
  }
  throw new Error('not CSV')
}

describe('writing CSV', () => {
  test('a table reads as a person in that zone expects it', async () => {
    const at = new Date('2026-02-28T16:05:07Z')
    const text = await csv([['KL, "Sentral"', '+60123456789', { cents: -1250 }, at, at, true]])
    expect(text).toBe(
      '\uFEFFStore,Phone,Income,Sold at,Day,Open\r\n' +
        '"KL, ""Sentral""","+60123456789\t",-12.50,2026-03-01 00:05:07,2026-03-01,TRUE\r\n',
    )
  })

  test('what is missing or no number is left empty', async () => {
    const text = await csv([
      [null, '', { cents: Number.NaN }, new Date(Number.NaN)],
      [Number.NaN, -3.5],
    ])
    expect(text.split('\r\n').slice(1)).toEqual([',,,,,', ',-3.5,,,,', ''])
  })

  test('a rate has two decimals', async () => {
    expect(parse(await csv([[2.9], [4]], [{ header: 'Failure rate (%)', kind: 'rate' }]))).toEqual([
      ['\uFEFFFailure rate (%)'],
      ['2.90'],
      ['4.00'],
    ])
  })

  test('a table without rows has its header', async () => {
    expect(await csv([])).toBe('\uFEFFStore,Phone,Income,Sold at,Day,Open\r\n')
  })

  test('a formula is written as text', async () => {
    expect(await csv([['=1+1']], [{ header: '=evil()' }])).toBe("\uFEFF'=evil()\r\n'=1+1\r\n")
  })

  test.each([
    '202611150400000000000001',
    '000123',
    '+60123456789',
    '1-2',
    '10:30',
    '1E5',
    '12.50',
    '(5)',
    '.5',
  ])('%s stays a text with all its digits, by a tab that programs do not show', async (text) => {
    expect(await csv([[text]], [{ header: 'Order' }])).toBe(`\uFEFFOrder\r\n"${text}\t"\r\n`)
  })

  test.each([
    '12',
    '0',
    '-7',
    '12345678901',
    '2026-11-15',
    '2026-11',
    'A-12',
    '+601****6789',
    '2 × Tea',
    '-',
  ])('%s is written as it is', async (text) => {
    expect(await csv([[text]], [{ header: 'Order' }])).toBe(`\uFEFFOrder\r\n${text}\r\n`)
  })

  test('any text comes back as it was, but for the marks that made it safe', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', ' ') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (rows) => {
        const read = parse((await csv(rows, [{ header: 'a' }, { header: 'b' }])).slice(1))
        expect(read).toEqual([['a', 'b'], ...rows.map((row) => row.map(csvText))])
      }),
    )
  })

  test('a row that is too long fails the file instead of shifting columns', async () => {
    await expect(csv([['a', 'b']], [{ header: 'one' }])).rejects.toThrow('2 cells')
  })

  test('rows are taken only as the file is read, and let go when the reader leaves', async () => {
    let made = 0
    let closed = false
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          made += 1
          yield [['x'.repeat(1000)]]
        }
      } finally {
        closed = true
      }
    }
    const stream = writeCsv({ sheetName: 'x', columns: [{ header: 'a' }], utcOffsetMinutes: 0 }, endless())
    for await (const _ of stream) break
    expect(made).toBeLessThan(1000)
    await expect.poll(() => closed).toBe(true)
  })
})
