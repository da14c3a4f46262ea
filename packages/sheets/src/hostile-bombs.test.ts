/**
 * Hostile files: each is refused with its reason, or read without harm. A test that ends also proves that the file
 * neither hangs the reader nor exhausts its memory.
 */

import { describe, expect, test } from 'vitest'
import {
  bookParts,
  makeBook,
  makeSheet,
  makeZip,
  relationsXml,
  sheetXml,
  stringsXml,
} from './testing/make-xlsx.ts'
import type { MadePart } from './testing/make-xlsx.ts'
import { outcomeOf } from './testing/outcome.ts'
import type { Case } from './testing/outcome.ts'

const cola = [{ row: 1, cells: ['cola', 1] }]
const sheetPart = 'xl/worksheets/sheet1.xml'
const megabyte = 1024 * 1024

/** An ordinary workbook with false header fields for its sheet. */
const lyingBook = (lie: Partial<MadePart>) =>
  makeZip(bookParts().map((part) => (part.name === sheetPart ? { ...part, ...lie } : part)))
const cellOf = (xml: string) => makeSheet(`<row r="1">${xml}</row>`)
const textOf = (xml: string) => cellOf(`<c t="str"><v>${xml}</v></c>`)

const bombs: Case[] = [
  ['70 MB of blanks', () => makeBook({ [sheetPart]: Buffer.alloc(70 * megabyte, ' ') }), 'tooLarge'],
  [
    '70 MB said to be little',
    () => lyingBook({ body: Buffer.alloc(70 * megabyte, ' '), lie: { size: 500 } }),
    'damaged',
  ],
  [
    '70 MB said to be little, in zip64',
    () => lyingBook({ body: Buffer.alloc(70 * megabyte), zip64: true, lie: { size: 1 } }),
    'damaged',
  ],
  [
    '40 MB in each of two parts',
    () =>
      makeBook({
        [sheetPart]: sheetXml('<row><c t="s"><v>0</v></c></row>') + ' '.repeat(40 * megabyte),
        'xl/sharedStrings.xml': ' '.repeat(40 * megabyte) + stringsXml('<si><t>x</t></si>'),
      }),
    'tooLarge',
  ],
  [
    // The wrong size is noticed early; read to its end, the part would be refused as too large.
    'millions of elements said to be few',
    () => lyingBook({ body: `<worksheet>${'<a/>'.repeat(5_000_000)}</worksheet>`, lie: { size: 500 } }),
    'damaged',
  ],
  [
    'some hundreds of elements in each other',
    () => makeBook({ [sheetPart]: `<worksheet>${'<a>'.repeat(300)}${'</a>'.repeat(300)}</worksheet>` }),
    'damaged',
  ],
  ['70 MB that nobody reads', () => makeBook({ 'xl/media/image1.png': Buffer.alloc(70 * megabyte) }), cola],
  [
    'relations without number',
    () =>
      makeBook({
        'xl/_rels/workbook.xml.rels': relationsXml(
          ...Array.from({ length: 50_000 }, (_, i): [string, string, string] => [`r${i}`, 'x', 'y']),
        ),
      }),
    'tooLarge',
  ],
  ['a text of 3 MB', () => textOf('x'.repeat(3 * megabyte)), 'tooLarge'],
  [
    'a text in a million runs',
    () => cellOf(`<c t="inlineStr"><is>${'<r><t>xx</t></r>'.repeat(1_000_000)}</is></c>`),
    'tooLarge',
  ],
  ['a number of 3 MB', () => cellOf(`<c><v>${'1'.repeat(3 * megabyte)}</v></c>`), 'tooLarge'],
  [
    'a formula of 3 MB',
    () => cellOf(`<c><f>${'('.repeat(3 * megabyte)}</f><v>1</v></c>`),
    [{ row: 1, cells: [1] }],
  ],
  ['a tag of 3 MB', () => makeBook({ [sheetPart]: `<worksheet ${'x'.repeat(3 * megabyte)}` }), 'damaged'],
  [
    'attributes without number',
    () => cellOf(`<c ${Array.from({ length: 500_000 }, (_, i) => `a${i}="1"`).join(' ')}><v>1</v></c>`),
    'damaged',
  ],
  ['an attribute of 3 MB', () => cellOf(`<c x="${'y'.repeat(3 * megabyte)}"><v>1</v></c>`), 'damaged'],
  ['a comment of 3 MB', () => cellOf(`<!--${'y'.repeat(3 * megabyte)}-->`), 'damaged'],
  ['CDATA of 3 MB', () => cellOf(`<c t="str"><v><![CDATA[${'y'.repeat(3 * megabyte)}]]></v></c>`), 'damaged'],
  ['an instruction of 3 MB', () => makeBook({ [sheetPart]: `<?${'y'.repeat(3 * megabyte)}` }), 'damaged'],
  ['entities without number', () => textOf('&amp;'.repeat(600_000)), 'tooLarge'],
  ['an entity of 3 MB', () => textOf(`&${'a'.repeat(3 * megabyte)};`), 'damaged'],
  [
    'elements in each other',
    () => makeBook({ [sheetPart]: `<worksheet>${'<a>'.repeat(1_000_000)}` }),
    'damaged',
  ],
  [
    'millions of empty elements',
    () => makeBook({ [sheetPart]: `<worksheet>${'<a/>'.repeat(5_000_000)}</worksheet>` }),
    'tooLarge',
  ],
  ['a million cells', () => cellOf('<c><v>1</v></c>'.repeat(1_000_000)), 'tooLarge'],
  [
    'a million shared texts',
    () => makeSheet('<row><c t="s"><v>999999</v></c></row>', '<si/>'.repeat(999_999) + '<si><t>x</t></si>'),
    [{ row: 1, cells: ['x'] }],
  ],
  ['rows without number', () => makeSheet('<row><c><v>1</v></c></row>'.repeat(1_000_000)), 'tooLarge'],
  ['cells far to the right in every row', () => makeSheet('<row><c r="XFD1"><v>1</v></c></row>'), 'tooLarge'],
  [
    'blanks without number inside of a tag',
    () => cellOf(`<c${' '.repeat(60_000)}r${' '.repeat(60_000)}`),
    'damaged',
  ],
]

describe('small files that unfold, and large ones', () => {
  test.each(bombs)('%s', async (_, file, outcome) => {
    expect(await outcomeOf(file())).toEqual(outcome)
  })
})
