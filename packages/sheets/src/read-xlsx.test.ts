import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legalText } from './cells.ts'
import type { Cell } from './cells.ts'
import { BadSheet, defaultSheetLimits, readSheet } from './read-xlsx.ts'
import {
  bookParts,
  mainNamespace,
  makeBook,
  makeSheet,
  makeZip,
  relationsXml,
  relationTypes,
  sheetXml,
  stringsXml,
  workbookXml,
} from './testing/make-xlsx.ts'
import { writeXlsx } from './xlsx.ts'

const cola = [{ row: 1, cells: ['cola', 1] }]
const sheetPart = 'xl/worksheets/sheet1.xml'

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('limits', () => {
  const limits = { ...defaultSheetLimits, maxRows: 3, maxColumns: 2, maxCellLength: 5 }
  const text = (value: string) => `<row><c t="inlineStr"><is><t>${value}</t></is></c></row>`

  test('a sheet that just fits is read', async () => {
    const rows = `${text('=1+12')}${text('_x0041_'.repeat(5))}<row r="9"><c r="B9"><v>1</v></c></row>`
    expect(await readSheet(makeSheet(rows), limits)).toEqual([
      { row: 1, cells: ['=1+12'] },
      { row: 2, cells: ['AAAAA'] },
      { row: 9, cells: [null, 1] },
    ])
  })

  test.each([
    ['maxRows', '<row><c><v>1</v></c></row>'.repeat(4), ''],
    ['maxColumns', '<row><c r="C1"><v>1</v></c></row>', ''],
    ['maxCellLength', text('123456'), ''],
    ['maxCellLength', text('1'.repeat(1000)), ''],
    ['maxCellLength', '<row><c><v>1234567890123456</v></c></row>', ''],
    ['maxCellLength', '<row><c t="s"><v>0</v></c></row>', '<si><t>123456</t></si>'],
    ['maxUnpacked', '<row><c><v>1</v></c></row>', `<si><t>${'x'.repeat(9000)}</t></si>`],
  ])('past %s it is too large', async (limit, rows, strings) => {
    const read = readSheet(
      makeSheet(rows + (limit === 'maxUnpacked' ? '<row><c t="s"><v>0</v></c></row>' : ''), strings),
      {
        ...limits,
        maxUnpacked: 9000,
      },
    )
    await expect(read).rejects.toMatchObject({ reason: 'tooLarge', limit })
  })

  test('a long text that no cell uses does not matter', async () => {
    const rows = '<row><c t="s"><v>1</v></c></row>'
    const read = readSheet(makeSheet(rows, `<si><t>${'x'.repeat(99)}</t></si><si><t>y</t></si>`), limits)
    expect(await read).toEqual([{ row: 1, cells: ['y'] }])
  })
})

describe('workbooks of many programs', () => {
  test('a plain one', async () => {
    expect(await readSheet(makeBook())).toEqual(cola)
  })

  test('the bytes may be a view into something larger', async () => {
    const file = makeBook()
    const around = new Uint8Array(file.length + 20)
    around.set(file, 10)
    expect(await readSheet(around.subarray(10, 10 + file.length))).toEqual(cola)
  })

  test.each([
    ['stored parts', { stored: true }, {}],
    ['sizes behind the content', { streamed: true }, {}],
    ['zip64 fields', { zip64: true }, {}],
    ['a zip64 directory', {}, { zip64: true }],
    ['zip64 everywhere', { zip64: true, streamed: true }, { zip64: true }],
    ['a comment', {}, { comment: 'made by hand' }],
  ])('a zip with %s', async (_, how, end) => {
    const parts = bookParts().map((part) => ({ ...part, ...how }))
    expect(await readSheet(makeZip(parts, end))).toEqual(cola)
  })

  test('parts in any order, with names in other case', async () => {
    const parts = bookParts().toReversed()
    expect(
      await readSheet(makeZip(parts.map((part) => ({ ...part, name: part.name.toUpperCase() })))),
    ).toEqual(cola)
  })

  test('macros, pictures and whatever else is in the package are not looked at', async () => {
    const file = makeBook({
      'xl/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'xl/media/image1.png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
      'xl/styles.xml': '<!DOCTYPE x><broken',
    })
    expect(await readSheet(file)).toEqual(cola)
  })

  test('prefixes on every element', async () => {
    const prefixed = (xml: string) => xml.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
    const parts = bookParts().map(({ name, body }) =>
      /workbook\.xml$|sheet1|Strings/.test(name) ? { name, body: prefixed(String(body)) } : { name, body },
    )
    expect(await readSheet(makeZip(parts))).toEqual(cola)
  })

  test('another prefix for relations', async () => {
    const workbook = workbookXml('<sheet name="S" sheetId="1" d3p1:id="rId1"/>').replace(
      'xmlns:r',
      'xmlns:d3p1',
    )
    expect(await readSheet(makeBook({ 'xl/workbook.xml': workbook }))).toEqual(cola)
  })

  test('the strict format', async () => {
    const strict = (xml: string) =>
      xml
        .replaceAll(relationTypes, 'http://purl.oclc.org/ooxml/officeDocument/relationships')
        .replaceAll(mainNamespace, 'http://purl.oclc.org/ooxml/spreadsheetml/main')
    const parts = bookParts().map(({ name, body }) => ({ name, body: strict(String(body)) }))
    expect(await readSheet(makeZip(parts))).toEqual(cola)
  })

  test.each([
    ['absolute', '/xl/workbook.xml', '/xl/worksheets/sheet1.xml'],
    ['with dots', './xl/workbook.xml', '../xl/./worksheets/sheet1.xml'],
    ['with doubled slashes', 'xl//workbook.xml', 'worksheets//sheet1.xml'],
    ['percent-encoded', 'xl/workbook%2Exml', 'worksheets/sheet%31.xml'],
  ])('targets of relations: %s', async (_, workbook, sheet) => {
    const file = makeBook({
      '_rels/.rels': relationsXml(['a', 'officeDocument', workbook]),
      'xl/_rels/workbook.xml.rels': relationsXml(
        ['rId1', 'worksheet', sheet],
        ['rId2', 'sharedStrings', '/xl/sharedStrings.xml'],
      ),
    })
    expect(await readSheet(file)).toEqual(cola)
  })

  test('a workbook at another place', async () => {
    const file = makeZip(
      bookParts({ '_rels/.rels': relationsXml(['a', 'officeDocument', '表/book.xml']) }).map((part) => ({
        ...part,
        name: part.name.replace('xl/', '表/').replace('workbook', 'book'),
      })),
    )
    expect(await readSheet(file)).toEqual(cola)
  })

  test('without shared strings, when no cell needs them', async () => {
    const file = makeBook({
      [sheetPart]: sheetXml('<row><c><v>5</v></c></row>'),
      'xl/sharedStrings.xml': undefined,
    })
    expect(await readSheet(file)).toEqual([{ row: 1, cells: [5] }])
  })

  const several = (sheets: string[], kinds = ['worksheet', 'worksheet', 'worksheet']) =>
    makeBook({
      'xl/workbook.xml': workbookXml(...sheets),
      'xl/_rels/workbook.xml.rels': relationsXml(
        ...kinds.map((kind, i): [string, string, string] => [`rId${i + 1}`, kind, `sheet${i + 1}.xml`]),
      ),
      ...Object.fromEntries(
        kinds.map((_, i) => [`xl/sheet${i + 1}.xml`, sheetXml(`<row><c><v>${i + 1}</v></c></row>`)]),
      ),
    })

  test.each([
    ['the first of several', ['<sheet r:id="rId2"/>', '<sheet r:id="rId1"/>'], 2],
    ['not a hidden one', ['<sheet state="hidden" r:id="rId1"/>', '<sheet r:id="rId3" state="visible"/>'], 3],
    ['not a very hidden one', ['<sheet state="veryHidden" r:id="rId3"/>', '<sheet r:id="rId1"/>'], 1],
  ])('the sheet that is read is %s', async (_, sheets, value) => {
    expect(await readSheet(several(sheets))).toEqual([{ row: 1, cells: [value] }])
  })

  test('a sheet of a chart is passed over', async () => {
    const file = several(['<sheet r:id="rId1"/>', '<sheet r:id="rId2"/>'], ['chartsheet', 'worksheet'])
    expect(await readSheet(file)).toEqual([{ row: 1, cells: [2] }])
  })

  test.each([
    ['UTF-8 with a mark', (xml: string) => Buffer.from(`\uFEFF${xml}`)],
    ['UTF-16, little end first', (xml: string) => Buffer.from(`\uFEFF${xml}`, 'utf16le')],
    ['UTF-16, big end first', (xml: string) => utf16be(`\uFEFF${xml}`)],
    ['UTF-16 without a mark', (xml: string) => Buffer.from(xml, 'utf16le')],
    ['UTF-16, big end first, without a mark', utf16be],
  ])('parts in %s', async (_, encode) => {
    const parts = bookParts({ 'xl/sharedStrings.xml': stringsXml('<si><t>扭蛋 🎰</t></si>') })
    const file = makeZip(parts.map(({ name, body }) => ({ name, body: encode(String(body)) })))
    expect(await readSheet(file)).toEqual([{ row: 1, cells: ['扭蛋 🎰', 1] }])
  })

  test('a document wherever it is cut into pieces reads the same', async () => {
    const item = '<si><t>a&amp;b\r\n<![CDATA[<&>]]><!-- - -->茶🎰_x000D_</t></si>'
    const parts = (padding: number) => ({
      'xl/sharedStrings.xml': `<!--${' '.repeat(65_536 - 140 + padding)}-->${stringsXml(item)}`,
    })
    for (let padding = 0; padding < 140; padding += 1) {
      const [row] = await readSheet(makeBook(parts(padding)))
      expect(row!.cells[0]).toBe('a&b\n<&>茶🎰\r')
    }
  })
})

describe('what we export comes back', () => {
  async function* each(rows: Cell[][]): AsyncGenerator<Cell[][]> {
    yield rows
  }
  const written = (rows: Cell[][], columns: number) => {
    const shape = Array.from({ length: columns }, (_, i) => ({ header: `=c${i}` }))
    return buffer(writeXlsx({ sheetName: 'x', columns: shape, utcOffsetMinutes: 480 }, each(rows)))
  }
  // What a reader should return: empty rows are left out, empty cells are null, trailing ones are cut off.
  const expectedRows = (rows: Cell[][]) =>
    rows
      .map((row, i) => {
        const cells = row.map((value) => (value === '' ? null : value))
        return { row: i + 2, cells: cells.slice(0, cells.findLastIndex((value) => value !== null) + 1) }
      })
      .filter(({ cells }) => cells.length > 0)

  test('money and dates come back as numbers', async () => {
    const file = await written([[{ cents: 1250 }, new Date('2026-02-28T22:00:00Z')]], 2)
    expect((await readSheet(file))[1]).toEqual({ row: 2, cells: [12.5, 46082.25] })
  })

  test('any table of text, numbers and answers', async () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({
          unit: fc.constantFrom(
            '<',
            '&',
            '"',
            "'",
            '_x000D_',
            '_',
            'x005F',
            '\r',
            '\n',
            '=',
            '+',
            '＝',
            ' ',
            ']]>',
            '1',
          ),
        }),
      )
      .map(legalText)
    const number = fc
      .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
      .map((value) => (Object.is(value, -0) ? 0 : value))
      .filter((value) => !/^-?\d{16,}$/.test(String(value)))
    const value = fc.oneof(text, number, fc.boolean(), fc.constant(null))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(value, value, value), { maxLength: 20 }), async (rows) => {
        const [header, ...read] = await readSheet(await written(rows, 3))
        expect(header!.cells).toEqual(['=c0', '=c1', '=c2'])
        expect(read).toEqual(expectedRows(rows))
      }),
    )
  })
})

test('a refusal is a BadSheet with a name for its reason', async () => {
  const refusal = await readSheet(Buffer.from('name,price\r\ncola,3')).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BadSheet)
  expect(refusal).toMatchObject({ reason: 'notXlsx', limit: undefined })
})
