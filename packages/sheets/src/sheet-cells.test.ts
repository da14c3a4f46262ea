import { describe, expect, test } from 'vitest'
import { readSheet } from './read-xlsx.ts'
import type { SheetValue } from './read-xlsx.ts'
import { makeBook, makeSheet, sheetXml } from './testing/make-xlsx.ts'

const sheetPart = 'xl/worksheets/sheet1.xml'

/** Returns the value of A1 in a sheet with this one cell (XML). */
async function cell(xml: string, strings = ''): Promise<SheetValue | undefined> {
  const [first] = await readSheet(makeSheet(`<row r="1">${xml}</row>`, strings))
  return first?.cells[0]
}

describe('cells', () => {
  test.each<[string, string, SheetValue | undefined]>([
    ['a whole number', '<c r="A1"><v>42</v></c>', 42],
    ['a number said to be one', '<c r="A1" t="n"><v>-3.5</v></c>', -3.5],
    ['a number with an exponent', '<c r="A1"><v>1E+2</v></c>', 100],
    ['a number as Excel writes 0.1', '<c r="A1"><v>0.10000000000000001</v></c>', 0.1],
    ['a number with blanks around it', '<c r="A1"><v> 7\n</v></c>', 7],
    ['a code of 15 digits', '<c r="A1"><v>690123456789012</v></c>', 690123456789012],
    ['a code of 16 digits', '<c r="A1"><v>6901234567890123</v></c>', '6901234567890123'],
    ['a code of 19 digits', '<c r="A1"><v>6222021234567890123</v></c>', '6222021234567890123'],
    ['a date', '<c r="A1" s="14"><v>46082.25</v></c>', 46082.25],
    ['a date of the strict format', '<c r="A1" t="d"><v>2026-03-01</v></c>', '2026-03-01'],
    ['true', '<c r="A1" t="b"><v>1</v></c>', true],
    ['false', '<c r="A1" t="b"><v>0</v></c>', false],
    ['true as a word', '<c r="A1" t="b"><v>true</v></c>', true],
    ['a formula and its number', '<c r="A1"><f>SUM(B1:B9)</f><v>12</v></c>', 12],
    ['a formula and its text', '<c r="A1" t="str"><f>B1&amp;"x"</f><v>ax</v></c>', 'ax'],
    ['a formula that gives nothing', '<c r="A1" t="str"><f>""</f><v></v></c>', undefined],
    ['text in place', '<c r="A1" t="inlineStr"><is><t>茶</t></is></c>', '茶'],
    ['text in place, in runs', '<c r="A1" t="inlineStr"><is><r><t>a </t></r><r><t>b</t></r></is></c>', 'a b'],
    ['text in place, as a value', '<c r="A1" t="inlineStr"><v>tea</v></c>', 'tea'],
    ['text with blanks', '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a  b </t></is></c>', ' a  b '],
    ['text of blanks alone', '<c r="A1" t="inlineStr"><is><t> </t></is></c>', ' '],
    ['CDATA', '<c r="A1" t="inlineStr"><is><t>a<![CDATA[<b>&amp;]]>c</t></is></c>', 'a<b>&amp;c'],
    ['a comment inside of text', '<c r="A1" t="str"><v>a<!-- <v> -->b</v></c>', 'ab'],
    ['named entities', '<c r="A1" t="str"><v>&lt;&gt;&amp;&quot;&apos;</v></c>', `<>&"'`],
    ['numeric entities', '<c r="A1" t="str"><v>&#65;&#x42;&#x1F3B0;&#13;</v></c>', 'AB🎰\r'],
    ['an entity that names another', '<c r="A1" t="str"><v>&amp;lt;</v></c>', '&lt;'],
    ['an escaped carriage return', '<c r="A1" t="str"><v>a_x000D_\nb</v></c>', 'a\r\nb'],
    ['an escaped escape', '<c r="A1" t="str"><v>_x005F_x000D_</v></c>', '_x000D_'],
    ['an escaped pair of surrogates', '<c r="A1" t="str"><v>_xD83C__xDFB0_</v></c>', '🎰'],
    ['what no text can hold', '<c r="A1" t="str"><v>a_x0000_&#1;_xD800_b</v></c>', 'ab'],
    ['line ends of any system', '<c r="A1" t="str"><v>a\r\nb\rc\nd</v></c>', 'a\nb\nc\nd'],
    ['text that looks like a formula', `<c r="A1" t="str"><v>=1+1</v></c>`, '=1+1'],
    ['a typed apostrophe before it', `<c r="A1" t="str"><v>'=1+1</v></c>`, "'=1+1"],
    ['text that begins with an apostrophe', `<c r="A1" t="str"><v>'tis</v></c>`, "'tis"],
    ['a style alone', '<c r="A1" s="3"/>', undefined],
    ['attributes in single quotes', `<c r='A1' t = 'str' ><v >x</v ></c >`, 'x'],
    ['a bigger-than sign in an attribute', '<c r="A1" x=">" t="str"><v>x</v></c>', 'x'],
    ['a small letter as column', '<c r="a1"><v>1</v></c>', 1],
  ])('%s', async (_, xml, value) => {
    expect(await cell(xml)).toBe(value)
  })

  test('errors and formulas without a result are distinguished from empty cells', async () => {
    expect(await cell('<c r="A1" t="e"><v>#DIV/0!</v></c>')).toEqual({ error: '#DIV/0!' })
    expect(await cell('<c r="A1" t="e"/>')).toEqual({ error: '' })
    expect(await cell('<c r="A1"><f>1+1</f></c>')).toEqual({ error: '=' })
  })

  test.each<[string, string, SheetValue | undefined]>([
    ['plain', '<si><t>b</t></si>', 'b'],
    ['in runs', '<si><r><rPr><b/></rPr><t xml:space="preserve">to </t></r><r><t>go</t></r></si>', 'to go'],
    [
      'with its pronunciation',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr/></si>',
      '東京',
    ],
    ['empty', '<si><t/></si>', undefined],
    ['without content', '<si/>', undefined],
  ])('a shared text: %s', async (_, item, value) => {
    expect(await cell('<c r="A1" t="s"><v>1</v></c>', `<si><t>a</t></si>${item}<si><t>c</t></si>`)).toBe(
      value,
    )
  })

  test('a shared text that many cells use is the same in each', async () => {
    const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'
    expect(await readSheet(makeSheet(rows, '<si><t>x</t></si>'))).toEqual([{ row: 1, cells: ['x', 'x'] }])
  })

  test('cells stand where they say, and without a word behind the one before', async () => {
    const rows = '<row r="2"><c r="B2"><v>1</v></c><c><v>2</v></c><c r="AA2"><v>3</v></c></row>'
    const [row] = await readSheet(makeSheet(rows))
    expect(row!.row).toBe(2)
    expect(row!.cells).toHaveLength(27)
    expect(row!.cells.map((value, i) => [i, value]).filter(([, value]) => value !== null)).toEqual([
      [1, 1],
      [2, 2],
      [26, 3],
    ])
  })

  test('cells of a row may come in any order', async () => {
    const rows = '<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>'
    expect(await readSheet(makeSheet(rows))).toEqual([{ row: 1, cells: [1, null, 3] }])
  })

  test('of merged cells the first holds the value', async () => {
    const sheet = sheetXml(
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"/><c r="C1"><v>2</v></c></row>',
    ).replace('</worksheet>', '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>')
    expect(await readSheet(makeBook({ [sheetPart]: sheet }))).toEqual([{ row: 1, cells: [1, null, 2] }])
  })
})

describe('rows', () => {
  test('rows come in their order, whatever the order in the file', async () => {
    const rows = '<row r="9"><c><v>9</v></c></row><row r="2"><c><v>2</v></c></row><row><c><v>3</v></c></row>'
    expect(await readSheet(makeSheet(rows))).toEqual([
      { row: 2, cells: [2] },
      { row: 3, cells: [3] },
      { row: 9, cells: [9] },
    ])
  })

  test('a row without a number takes it from its cells', async () => {
    expect(await readSheet(makeSheet('<row><c r="B7"><v>1</v></c></row><row><c><v>2</v></c></row>'))).toEqual(
      [
        { row: 7, cells: [null, 1] },
        { row: 8, cells: [2] },
      ],
    )
  })

  test('empty rows and empty cells at the end are left out', async () => {
    const rows =
      '<row r="1"><c r="A1" s="1"/></row><row r="2"/><row r="3"><c r="A3"><v>1</v></c><c r="B3"/><c r="C3" t="s"><v>0</v></c></row><row r="4"><c r="A4" t="s"><v>0</v></c></row>'
    expect(await readSheet(makeSheet(rows, '<si><t></t></si>'))).toEqual([{ row: 3, cells: [1] }])
  })

  test('a sheet without anything has no rows', async () => {
    expect(await readSheet(makeSheet(''))).toEqual([])
    expect(await readSheet(makeBook({ [sheetPart]: '<worksheet><sheetData/></worksheet>' }))).toEqual([])
  })

  test('a million empty rows, and empty cells to the last column, cost nothing', async () => {
    const blank = Array.from({ length: 1_048_575 }, (_, i) => `<row r="${i + 1}" s="1"/>`).join('')
    const wide = '<row r="1048576"><c r="A1048576"><v>1</v></c><c r="XFD1048576" s="1"/></row>'
    expect(await readSheet(makeSheet(blank + wide))).toEqual([{ row: 1_048_576, cells: [1] }])
  })
})
