import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legalText } from './cells.ts'
import type { Cell, Column } from './cells.ts'
import { readXlsx } from './testing/read-xlsx.ts'
import { unzip } from './testing/unzip.ts'
import { writeXlsx } from './xlsx.ts'

const columns: Column[] = [
  { header: '门店', width: 30 },
  { header: 'Phone' },
  { header: 'Income', kind: 'money' },
  { header: 'Sold at', kind: 'datetime' },
  { header: 'Day', kind: 'date' },
  { header: 'Count', kind: 'number' },
  { header: 'Open' },
]

/** Rows in pieces of two. */
async function* each(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  for (let i = 0; i < rows.length; i += 2) yield rows.slice(i, i + 2)
}

type Wish = {
  columns?: Column[]
  sumRows?: number
  sheetName?: string
  rowsPerSheet?: number
  utcOffsetMinutes?: number
}

async function sheets(rows: Cell[][], wish: Wish = {}) {
  const { rowsPerSheet, ...options } = wish
  const all = { sheetName: 'Bills', columns, utcOffsetMinutes: 480, ...options }
  return readXlsx(await buffer(writeXlsx(all, each(rows), rowsPerSheet)))
}

async function cells(rows: Cell[][], wish: Wish = {}) {
  const [sheet] = await sheets(rows, wish)
  return sheet!.rows.slice(1).map((row) => row.map(({ kind, value }) => [kind, value]))
}

describe('writing a workbook', () => {
  test('each kind of cell is what a spreadsheet can calculate with', async () => {
    const at = new Date('2026-02-28T22:00:00Z')
    const [sheet] = await sheets([['KLCC', '13800138000', { cents: 123450 }, at, at, -7, false]])
    expect(sheet!.rows[1]).toEqual([
      { ref: 'A2', style: 1, kind: 'text', value: 'KLCC' },
      { ref: 'B2', style: 1, kind: 'text', value: '13800138000' },
      { ref: 'C2', style: 3, kind: 'number', value: '1234.50' },
      // 2026-03-01 is day 46082; a quarter of a day is 6:00 in the merchant's time zone.
      { ref: 'D2', style: 4, kind: 'number', value: '46082.25' },
      { ref: 'E2', style: 5, kind: 'number', value: '46082' },
      { ref: 'F2', style: 0, kind: 'number', value: '-7' },
      { ref: 'G2', style: 0, kind: 'boolean', value: '0' },
    ])
  })

  test('a rate is a number with two decimals', async () => {
    const rate: Column[] = [{ header: 'Failure rate (%)', kind: 'rate' }]
    const [sheet] = await sheets([[2.9], [0]], { columns: rate })
    expect(sheet!.rows.slice(1)).toEqual([
      [{ ref: 'A2', style: 3, kind: 'number', value: '2.90' }],
      [{ ref: 'A3', style: 3, kind: 'number', value: '0.00' }],
    ])
  })

  test('the header is bold and stays in view, and columns have a width', async () => {
    const [sheet] = await sheets([])
    expect(sheet!.rows).toHaveLength(1)
    expect(sheet!.rows[0]!.map(({ value, style }) => [value, style])).toEqual(
      columns.map((column) => [column.header, 2]),
    )
    expect(sheet!.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet!.xml).toContain('<col min="1" max="1" width="30" customWidth="1"/>')
    expect(sheet!.xml).toContain('<col min="4" max="4" width="20" customWidth="1"/>')
  })

  test('the header filters the rows, but not the sums below them', async () => {
    const filterOf = async (rows: Cell[][], sumRows?: number) => {
      const [sheet] = await sheets(rows, sumRows === undefined ? {} : { sumRows })
      return /<\/sheetData><autoFilter ref="([^"]*)"\/><\/worksheet>/.exec(sheet!.xml)?.[1]
    }
    expect(await filterOf([['a'], ['b']])).toBe('A1:G3')
    expect(await filterOf([['a'], ['b'], ['sum']], 1)).toBe('A1:G3')
    expect(await filterOf([], 1)).toBe('A1:G1')
    expect((await sheets([], { columns: [] }))[0]!.xml).not.toContain('autoFilter')
  })

  test('empty cells are left out and the others keep their place', async () => {
    const [sheet] = await sheets([
      [null, '', { cents: Number.NaN }, new Date(Number.NaN), null, Number.NaN, true],
      ['x'],
    ])
    expect(sheet!.rows[1]!.map((cell) => cell.ref)).toEqual(['G2'])
    expect(sheet!.rows[2]!.map((cell) => cell.ref)).toEqual(['A3'])
  })

  test('long numbers given as text keep every digit', async () => {
    expect(await cells([['6222021234567890123', '+60123456789']])).toEqual([
      [
        ['text', '6222021234567890123'],
        ['text', '+60123456789'],
      ],
    ])
  })

  test('a formula is a text as it is, because its cell says so', async () => {
    const [sheet] = await sheets([['=HYPERLINK("http://x")']], { columns: [{ header: '@evil' }] })
    expect(sheet!.rows.flat().map(({ kind, value }) => [kind, value])).toEqual([
      ['text', '@evil'],
      ['text', '=HYPERLINK("http://x")'],
    ])
    expect(sheet!.xml).not.toContain('<f>')
  })

  test('dates that Excel cannot count are written as text', async () => {
    const old = new Date('1899-12-31T16:00:00Z')
    expect(await cells([[old]], { columns: [{ header: 'd', kind: 'datetime' }] })).toEqual([
      [['text', '1900-01-01 00:00:00']],
    ])
  })

  test('text too long for a cell is cut, not in the middle of a character', async () => {
    const [[[, value]]] = (await cells([['x'.repeat(32_766) + '🎰🎰']])) as [[[string, string]]]
    expect(value).toBe('x'.repeat(32_766))
  })

  test('any text comes back as it was', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('<', '&', '"', '_x000D_', '_', 'x005F', '\r', '\n', '=', ' ', ']]>'),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (rows) => {
        const read = await cells(rows, { columns: [{ header: 'a' }, { header: 'b' }] })
        const expected = rows.map((row) =>
          row.filter((value) => value !== '').map((value) => ['text', legalText(value)]),
        )
        expect(read).toEqual(expected)
      }),
    )
  })

  test('columns past Z are lettered on', async () => {
    const many = Array.from({ length: 703 }, (_, i) => ({ header: `c${i}` }))
    const [sheet] = await sheets([], { columns: many })
    const refs = sheet!.rows[0]!.map((cell) => cell.ref)
    expect([refs[25], refs[26], refs[51], refs[52], refs[701], refs[702]]).toEqual([
      'Z1',
      'AA1',
      'AZ1',
      'BA1',
      'ZZ1',
      'AAA1',
    ])
  })

  test('rows that do not fit continue on further sheets, each with its header', async () => {
    const rows = Array.from({ length: 7 }, (_, i) => [i])
    const read = await sheets(rows, { columns: [{ header: 'n' }], rowsPerSheet: 4 })
    expect(read.map(({ name, rows }) => [name, rows.flat().map((cell) => cell.value)])).toEqual([
      ['Bills', ['n', '0', '1', '2']],
      ['Bills (2)', ['n', '3', '4', '5']],
      ['Bills (3)', ['n', '6']],
    ])
  })

  test('rows that just fit start no empty sheet', async () => {
    const read = await sheets([[1], [2], [3]], { columns: [{ header: 'n' }], rowsPerSheet: 4 })
    expect(read).toHaveLength(1)
  })

  test('pieces may be empty, and longer than a sheet', async () => {
    async function* pieces(): AsyncGenerator<Cell[][]> {
      yield []
      yield Array.from({ length: 7 }, (_, i) => [i])
      yield []
      yield [[7], [8]]
      yield []
    }
    const options = { sheetName: 'x', columns: [{ header: 'n' }], utcOffsetMinutes: 480 }
    const read = readXlsx(await buffer(writeXlsx(options, pieces(), 4)))
    expect(read.map(({ rows }) => rows.flat().map((cell) => cell.value))).toEqual([
      ['n', '0', '1', '2'],
      ['n', '3', '4', '5'],
      ['n', '6', '7', '8'],
    ])
  })

  test('a text that repeats is written once for all columns and sheets', async () => {
    const file = await buffer(
      writeXlsx(
        { sheetName: 'x', columns: [{ header: 'a' }, { header: 'b' }], utcOffsetMinutes: 480 },
        each([
          ['Tea & <milk>', '=1'],
          ['=1', 'Tea & <milk>'],
          ['Tea & <milk>', 'Tea & <milk>'],
        ]),
        3,
      ),
    )
    const read = readXlsx(file)
    expect(read.map(({ rows }) => rows.slice(1).map((row) => row.map(({ value }) => value)))).toEqual([
      [
        ['Tea & <milk>', '=1'],
        ['=1', 'Tea & <milk>'],
      ],
      [['Tea & <milk>', 'Tea & <milk>']],
    ])
    const shared = unzip(file).find(({ name }) => name === 'xl/sharedStrings.xml')
    expect(shared?.content.match(/<si>/g)).toHaveLength(2)
    expect(shared?.content).toContain('uniqueCount="2"')
    expect(read[0]!.xml).not.toContain('Tea')
  })

  test('a column of different texts fills neither memory nor the room of other columns', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => [`n${i}`, `kind ${i % 3}`])
    const options = { columns: [{ header: 'a' }, { header: 'b' }] }
    const [sheet] = await sheets(rows, options)
    expect(sheet!.rows.slice(1).map((row) => row.map(({ value }) => value))).toEqual(rows)
    expect(sheet!.xml.match(/t="inlineStr"/g)).toHaveLength(2 + 1_000)
  })

  test('a row that is longer than any buffer is written whole', async () => {
    const wide = Array.from({ length: 12 }, (_, i) => ({ header: `c${i}` }))
    const rows = [1, 2, 3].map((n) =>
      wide.map((_, i) => String.fromCharCode(0x4e00 + n * 20 + i).repeat(30_000)),
    )
    const [sheet] = await sheets([...rows, ['end']], { columns: wide })
    expect(sheet!.rows.slice(1).map((row) => row.map(({ value }) => value))).toEqual([...rows, ['end']])
  })

  test.each([
    ['Bills: 2026/03 [all]*?', 'Bills 2026 03 all'],
    ["'quoted'", 'quoted'],
    ['a'.repeat(40), 'a'.repeat(31)],
    ['', 'Sheet'],
    ['History', 'Sheet'],
    ['A & "B" <C>', 'A & "B" <C>'],
  ])('the sheet name %j becomes %j', async (wanted, name) => {
    const [sheet] = await sheets([], { sheetName: wanted })
    expect(sheet!.name).toBe(name)
  })

  test('a long name leaves room for the number of a further sheet', async () => {
    const read = await sheets([[1], [2]], {
      columns: [{ header: 'n' }],
      sheetName: '月'.repeat(40),
      rowsPerSheet: 2,
    })
    expect(read.map((sheet) => sheet.name)).toEqual(['月'.repeat(31), `${'月'.repeat(27)} (2)`])
  })

  test('a row that is too long fails the file instead of shifting columns', async () => {
    await expect(sheets([['a', 'b']], { columns: [{ header: 'one' }] })).rejects.toThrow('2 cells')
  })

  test('rows that fail fail the file', async () => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      yield [['one']]
      throw new Error('the query broke')
    }
    const options = { sheetName: 'x', columns, utcOffsetMinutes: 480 }
    await expect(buffer(writeXlsx(options, failing()))).rejects.toThrow('the query broke')
  })

  test('rows are taken only as the file is read, and let go when the reader leaves', async () => {
    let made = 0
    let closed = false
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          made += 1
          // Random text, so that it does not compress well and the pipe fills.
          yield [Array.from({ length: 7 }, () => Math.random().toString(36))]
        }
      } finally {
        closed = true
      }
    }
    const stream = writeXlsx({ sheetName: 'x', columns, utcOffsetMinutes: 480 }, endless())
    let read = 0
    for await (const chunk of stream) {
      read += (chunk as Buffer).length
      if (read > 100_000) break
    }
    expect(made).toBeLessThan(20_000)
    await expect.poll(() => closed).toBe(true)
  })
})
