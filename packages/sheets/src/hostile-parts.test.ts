/**
 * Hostile files: each is refused with its reason, or read without harm. A test that ends also proves that the file
 * neither hangs the reader nor exhausts its memory.
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadSheet, defaultSheetLimits, readSheet } from './read-xlsx.ts'
import type { SheetRow } from './read-xlsx.ts'
import { makeBook, makeSheet, relationsXml, sheetXml, workbookXml } from './testing/make-xlsx.ts'
import { outcomeOf } from './testing/outcome.ts'
import type { Case } from './testing/outcome.ts'

const cola = [{ row: 1, cells: ['cola', 1] }]
const sheetPart = 'xl/worksheets/sheet1.xml'

const cellOf = (xml: string) => makeSheet(`<row r="1">${xml}</row>`)
const textOf = (xml: string) => cellOf(`<c t="str"><v>${xml}</v></c>`)
const doctype = (declared: string, content = '') =>
  makeBook({ [sheetPart]: `<!DOCTYPE worksheet${declared}>${sheetXml(content)}` })

const documents: Case[] = [
  ['a document type', () => doctype(''), 'damaged'],
  ['a document type with an outside file', () => doctype(' SYSTEM "file:///etc/passwd"'), 'damaged'],
  [
    'an outside entity',
    () => doctype(' [<!ENTITY x SYSTEM "file:///etc/passwd">]', '<row><c t="str"><v>&x;</v></c></row>'),
    'damaged',
  ],
  [
    'an outside parameter entity',
    () => doctype(' [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]'),
    'damaged',
  ],
  [
    'a billion laughs',
    () =>
      doctype(
        ` [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`).join('')}]`,
        '<row><c t="str"><v>&a29;</v></c></row>',
      ),
    'damaged',
  ],
  [
    'a document type in small letters',
    () => makeBook({ [sheetPart]: `<!doctype worksheet>${sheetXml('')}` }),
    'damaged',
  ],
  [
    'a document type in the relations',
    () => makeBook({ '_rels/.rels': '<!DOCTYPE x [<!ENTITY a "b">]><Relationships/>' }),
    'damaged',
  ],
  [
    'a document type in UTF-16',
    () => makeBook({ [sheetPart]: Buffer.from(`\uFEFF<!DOCTYPE x>${sheetXml('')}`, 'utf16le') }),
    'damaged',
  ],
  ['an entity of its own', () => textOf('&nbsp;'), 'damaged'],
  ['an entity called like a method', () => textOf('&toString;'), 'damaged'],
  ['a bare &', () => textOf('a & b'), 'damaged'],
  ['an entity without an end', () => textOf('&amp'), 'damaged'],
  ['an entity past Unicode', () => textOf('&#x110000;'), 'damaged'],
  ['half of a pair as an entity', () => textOf('&#xD800;'), 'damaged'],
  [
    'invalid UTF-8',
    () =>
      makeBook({ [sheetPart]: Buffer.from(sheetXml('<row><c t="str"><v>\xff\xfe</v></c></row>'), 'latin1') }),
    'damaged',
  ],
  [
    'UTF-8 cut inside of a character',
    () => makeBook({ [sheetPart]: Buffer.concat([Buffer.from(sheetXml('')), Buffer.from([0xe8, 0x8c])]) }),
    'damaged',
  ],
  [
    'overlong UTF-8',
    () => makeBook({ [sheetPart]: Buffer.from(`${sheetXml('')}\xc0\xbc`, 'latin1') }),
    'damaged',
  ],
  [
    'half of a pair in UTF-16',
    () =>
      makeBook({
        [sheetPart]: Buffer.from(`\uFEFF${sheetXml('<row><c t="str"><v>\uD800</v></c></row>')}`, 'utf16le'),
      }),
    'damaged',
  ],
  [
    'UTF-16 of an odd length',
    () =>
      makeBook({
        [sheetPart]: Buffer.concat([Buffer.from(`\uFEFF${sheetXml('')}`, 'utf16le'), Buffer.from([1])]),
      }),
    'damaged',
  ],
  ['zeros instead of XML', () => makeBook({ [sheetPart]: Buffer.alloc(5000) }), 'damaged'],
  ['an empty part', () => makeBook({ [sheetPart]: '' }), 'damaged'],
  ['a declaration alone', () => makeBook({ [sheetPart]: '<?xml version="1.0"?>' }), 'damaged'],
  ['two roots', () => makeBook({ [sheetPart]: sheetXml('') + sheetXml('') }), 'damaged'],
  ['text behind the root', () => makeBook({ [sheetPart]: `${sheetXml('')}x` }), 'damaged'],
  ['CDATA behind the root', () => makeBook({ [sheetPart]: `${sheetXml('')}<![CDATA[x]]>` }), 'damaged'],
  ['an element that is not closed', () => makeSheet('<row>'), 'damaged'],
  ['an element closed twice', () => makeSheet('<row></row></row>'), 'damaged'],
  ['elements that cross', () => makeSheet('<row><c></row></c>'), 'damaged'],
  ['a closing tag without a name', () => makeSheet('<row></></row>'), 'damaged'],
  ['a tag without a name', () => makeSheet('< row/>'), 'damaged'],
  ['a tag inside of a tag', () => makeSheet('<row <c/>'), 'damaged'],
  ['an attribute twice', () => cellOf('<c r="A1" r="B1"><v>1</v></c>'), 'damaged'],
  ['an attribute without quotes', () => cellOf('<c r=A1><v>1</v></c>'), 'damaged'],
  ['an attribute without a value', () => cellOf('<c r><v>1</v></c>'), 'damaged'],
  ['CDATA without an end', () => cellOf('<c t="str"><v><![CDATA[x</v></c>'), 'damaged'],
  ['something else behind <!', () => cellOf('<![INCLUDE[x]]>'), 'damaged'],
]

const sheets: Case[] = [
  ['a column past XFD', () => cellOf('<c r="XFE1"><v>1</v></c>'), 'damaged'],
  ['a column of many letters', () => cellOf(`<c r="${'A'.repeat(1000)}1"><v>1</v></c>`), 'damaged'],
  ['columns counted past XFD', () => cellOf('<c r="XFD1"/><c><v>1</v></c>'), 'damaged'],
  ['a row past the last', () => makeSheet('<row r="1048577"><c><v>1</v></c></row>'), 'damaged'],
  ['rows counted past the last', () => makeSheet('<row r="1048576"/><row/>'), 'damaged'],
  ['row 0', () => makeSheet('<row r="0"><c><v>1</v></c></row>'), 'damaged'],
  ['row -1', () => makeSheet('<row r="-1"><c><v>1</v></c></row>'), 'damaged'],
  ['row 1e3', () => makeSheet('<row r="1e3"><c><v>1</v></c></row>'), 'damaged'],
  ['a row that is no number', () => makeSheet('<row r="__proto__"><c><v>1</v></c></row>'), 'damaged'],
  ['a reference without a row', () => cellOf('<c r="A"><v>1</v></c>'), 'damaged'],
  ['a reference without a column', () => cellOf('<c r="1"><v>1</v></c>'), 'damaged'],
  ['an empty reference', () => cellOf('<c r=""><v>1</v></c>'), 'damaged'],
  ['a cell that stands in another row', () => cellOf('<c r="A2"><v>1</v></c>'), 'damaged'],
  ['a cell twice', () => cellOf('<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>'), 'damaged'],
  [
    'a cell twice, in two rows of one number',
    () => makeSheet('<row r="1"><c><v>1</v></c></row>'.repeat(2)),
    'damaged',
  ],
  ['a number that is none', () => cellOf('<c><v>abc</v></c>'), 'damaged'],
  ['a number as JavaScript writes it', () => cellOf('<c><v>0x10</v></c>'), 'damaged'],
  ['a number past all numbers', () => cellOf('<c><v>1e999</v></c>'), 'damaged'],
  ['an answer that is neither', () => cellOf('<c t="b"><v>2</v></c>'), 'damaged'],
  ['a kind of cell nobody knows', () => cellOf('<c t="toString"><v>2</v></c>'), 'damaged'],
  ['a shared text past the last', () => cellOf('<c t="s"><v>5</v></c>'), 'damaged'],
  ['a shared text before the first', () => cellOf('<c t="s"><v>-1</v></c>'), 'damaged'],
  ['a shared text called like a field', () => cellOf('<c t="s"><v>length</v></c>'), 'damaged'],
  [
    'cells outside of the data',
    () => makeBook({ [sheetPart]: '<worksheet><row><c><v>1</v></c></row></worksheet>' }),
    [],
  ],
]

const packages: Case[] = [
  ['no workbook', () => makeBook({ 'xl/workbook.xml': undefined }), 'damaged'],
  ['no relations of the workbook', () => makeBook({ 'xl/_rels/workbook.xml.rels': undefined }), 'damaged'],
  ['no sheet', () => makeBook({ [sheetPart]: undefined }), 'damaged'],
  ['no shared strings', () => makeBook({ 'xl/sharedStrings.xml': undefined }), 'damaged'],
  ['no content types', () => makeBook({ '[Content_Types].xml': undefined }), cola],
  ['a workbook without sheets', () => makeBook({ 'xl/workbook.xml': workbookXml() }), 'damaged'],
  [
    'only hidden sheets',
    () => makeBook({ 'xl/workbook.xml': workbookXml('<sheet r:id="rId1" state="hidden"/>') }),
    'damaged',
  ],
  [
    'a sheet without relation',
    () => makeBook({ 'xl/workbook.xml': workbookXml('<sheet r:id="toString"/>') }),
    'damaged',
  ],
  [
    'a workbook that is its own sheet',
    () => makeBook({ 'xl/_rels/workbook.xml.rels': relationsXml(['rId1', 'worksheet', 'workbook.xml']) }),
    'damaged',
  ],
  [
    'a sheet that is its own strings',
    () =>
      makeBook({
        'xl/_rels/workbook.xml.rels': relationsXml(
          ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
          ['s', 'sharedStrings', 'worksheets/sheet1.xml'],
        ),
      }),
    'damaged',
  ],
  [
    'relations that are the workbook',
    () => makeBook({ '_rels/.rels': relationsXml(['a', 'officeDocument', '_rels/.rels']) }),
    'notXlsx',
  ],
  [
    'a sheet elsewhere under the name of one in the package',
    () =>
      makeBook({
        'xl/_rels/workbook.xml.rels': relationsXml(
          ['rId1', 'worksheet', 'worksheets/sheet1.xml', ' TargetMode="External"'],
          ['rId2', 'sharedStrings', 'sharedStrings.xml'],
        ),
      }),
    'damaged',
  ],
  [
    'a sheet elsewhere in the world',
    () =>
      makeBook({
        'xl/_rels/workbook.xml.rels': relationsXml([
          'rId1',
          'worksheet',
          'http://127.0.0.1/sheet.xml',
          ' TargetMode="External"',
        ]),
      }),
    'damaged',
  ],
  [
    'a sheet outside of the package',
    () =>
      makeBook({ 'xl/_rels/workbook.xml.rels': relationsXml(['rId1', 'worksheet', '../../../etc/passwd']) }),
    'damaged',
  ],
  [
    'a target that is no address',
    () => makeBook({ 'xl/_rels/workbook.xml.rels': relationsXml(['rId1', 'worksheet', '%zz']) }),
    'damaged',
  ],
  [
    'a target of nothing',
    () => makeBook({ 'xl/_rels/workbook.xml.rels': relationsXml(['rId1', 'worksheet', '']) }),
    'damaged',
  ],
]

describe.each([
  ['XML that goes astray', documents],
  ['sheets that cannot be', sheets],
  ['packages with parts amiss', packages],
])('%s', (_, cases) => {
  test.each(cases)('%s', async (__, file, outcome) => {
    expect(await outcomeOf(file())).toEqual(outcome)
  })
})

test('any XML ends in rows within the limits or a refusal', async () => {
  const marks =
    '<row> </row> <row_r="2"> <c> <c_r="A1"> <c_t="s"> <c_t="str"> <c_t="inlineStr"> </c> <v> </v> <is> </is> <t> </t> <r> </r> <v/> <c/> 1 &amp; & <![CDATA[ ]]> <!-- --> < > " \' = _ \r \0 🎰 <? ?>'
  const piece = fc.constantFrom('_x0000_', ...marks.split(' ').map((mark) => mark.replace('_', ' ')))
  const rowed = fc.array(
    fc.constantFrom('<c><v>1</v></c>', '<c t="s"><v>0</v></c>', '<c r="Z1"/>', '</row><row>', '<v/>'),
  )
  const xml = fc.oneof(fc.array(piece), rowed).map((pieces) => `<row>${pieces.join('')}</row>`)
  const limits = { ...defaultSheetLimits, maxColumns: 3, maxRows: 3 }
  await fc.assert(
    fc.asyncProperty(xml, async (rows) => {
      const read = await readSheet(makeSheet(rows, '<si><t>x</t></si>'), limits).catch(
        (error: unknown) => error,
      )
      if (read instanceof BadSheet) return
      expect((read as SheetRow[]).length).toBeLessThanOrEqual(3)
      for (const { cells } of read as SheetRow[]) {
        expect(cells.length).toBeLessThanOrEqual(3)
        expect(cells.at(-1)).not.toBeNull()
      }
    }),
  )
})
