/**
 * Hostile files: each is refused with its reason, or read without harm. A test that ends also proves that the file
 * neither hangs the reader nor exhausts its memory.
 */

import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookParts, makeBook, makeZip, relationsXml, sheetXml } from './testing/make-xlsx.ts'
import type { MadePart, ZipLie } from './testing/make-xlsx.ts'
import { outcomeOf } from './testing/outcome.ts'
import type { Case } from './testing/outcome.ts'

const cola = [{ row: 1, cells: ['cola', 1] }]
const sheetPart = 'xl/worksheets/sheet1.xml'
const megabyte = 1024 * 1024

/** An ordinary workbook with false header fields for its sheet. */
const lyingBook = (lie: Partial<MadePart>, end?: ZipLie) =>
  makeZip(
    bookParts().map((part) => (part.name === sheetPart ? { ...part, ...lie } : part)),
    end,
  )
const compound = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016),
    ...names.map((name) => Buffer.from(name, 'utf16le')),
    Buffer.alloc(512),
  ])

const otherFiles: Case[] = [
  ['nothing', () => Buffer.alloc(0), 'notXlsx'],
  ['one byte', () => Buffer.from('P'), 'notXlsx'],
  ['CSV', () => Buffer.from('name,price\r\ncola,3'), 'notXlsx'],
  ['HTML called xlsx', () => Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), 'notXlsx'],
  ['XML of Excel 2003', () => Buffer.from('<?xml version="1.0"?><Workbook/>'), 'notXlsx'],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'notXlsx'],
  ['an old workbook', () => compound('Root Entry', 'Workbook'), 'notXlsx'],
  ['a workbook with a password', () => compound('EncryptionInfo', 'EncryptedPackage'), 'encrypted'],
  ['an empty zip', () => makeZip([]), 'notXlsx'],
  ['the start of a zip', () => Buffer.from('PK\x03\x04'), 'damaged'],
  [
    'zeros behind the start',
    () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(megabyte)]),
    'damaged',
  ],
  ['ends of zips without number', () => Buffer.from('PK\x03\x04' + 'PK\x05\x06'.repeat(50_000)), 'damaged'],
  ['any other zip', () => makeZip([{ name: 'a.txt', body: 'hello' }]), 'notXlsx'],
  ['a workbook of OpenDocument', () => makeZip([{ name: 'content.xml', body: '<office/>' }]), 'notXlsx'],
  [
    'a binary workbook',
    () => makeBook({ '_rels/.rels': relationsXml(['a', 'officeDocument', 'xl/workbook.bin']) }),
    'notXlsx',
  ],
  ['a text document', () => makeBook({ 'xl/workbook.xml': '<w:document><w:body/></w:document>' }), 'notXlsx'],
  ['a package that names no document', () => makeBook({ '_rels/.rels': relationsXml() }), 'notXlsx'],
]

const zips: Case[] = [
  ['an encrypted part', () => lyingBook({ lie: { flags: 1 } }), 'encrypted'],
  ['a strongly encrypted part', () => lyingBook({ lie: { flags: 0x41 } }), 'encrypted'],
  ['a part under AES', () => lyingBook({ lie: { method: 99 } }), 'encrypted'],
  ['a part encrypted by its own header', () => lyingBook({ localLie: { flags: 1 } }), 'encrypted'],
  ['a method nobody knows', () => lyingBook({ lie: { method: 14 } }), 'damaged'],
  ['a wrong checksum', () => lyingBook({ lie: { crc: 1 } }), 'damaged'],
  ['a size too small', () => lyingBook({ lie: { size: 10 } }), 'damaged'],
  ['a size of nothing', () => lyingBook({ lie: { size: 0 } }), 'damaged'],
  ['a size too large', () => lyingBook({ lie: { size: 9999 } }), 'damaged'],
  ['a size of 4 GB', () => lyingBook({ lie: { size: 0xffff_fffe } }), 'tooLarge'],
  ['a size of 2^63 in zip64', () => lyingBook({ zip64: true, lie: { size: 2 ** 63 } }), 'tooLarge'],
  ['a packed size too small', () => lyingBook({ lie: { packed: 5 } }), 'damaged'],
  ['a packed size of nothing', () => lyingBook({ lie: { packed: 0 } }), 'damaged'],
  ['a packed size past the next part', () => lyingBook({ lie: { packed: 1000 } }), 'damaged'],
  ['a packed size past the file', () => lyingBook({ lie: { packed: 0xffff_fffe } }), 'damaged'],
  ['a packed size past 2^53', () => lyingBook({ zip64: true, lie: { packed: 2 ** 60 } }), 'damaged'],
  ['zip64 numbers announced and missing', () => lyingBook({ lie: { size: 0xffff_ffff } }), 'tooLarge'],
  ['stored, said to be packed', () => lyingBook({ stored: true, lie: { method: 8 } }), 'damaged'],
  ['packed, said to be stored', () => lyingBook({ lie: { method: 0 } }), 'damaged'],
  ['a part on top of another', () => lyingBook({ lie: { at: 0 } }), 'damaged'],
  ['a part inside of another', () => lyingBook({ lie: { at: 40 } }), 'damaged'],
  [
    'parts on top of each other that nobody reads',
    () => makeZip([...bookParts(), { name: 'a', body: 'x' }, { name: 'b', body: 'x', lie: { at: 0 } }]),
    'damaged',
  ],
  ['a part past the file', () => lyingBook({ lie: { at: 0xffff_fff0 } }), 'damaged'],
  [
    'another name in front of the part',
    () => lyingBook({ localLie: { name: 'xl/worksheets/sheet9.xml' } }),
    'damaged',
  ],
  [
    'the same part twice',
    () => makeZip([...bookParts(), { name: sheetPart, body: sheetXml('') }]),
    'damaged',
  ],
  [
    'the same part twice, in other case',
    () => makeZip([...bookParts(), { name: sheetPart.toUpperCase(), body: '' }]),
    'damaged',
  ],
  ['more parts announced than there are', () => makeZip(bookParts(), { count: 60 }), 'damaged'],
  ['parts left out of the count', () => makeZip(bookParts(), { count: 2 }), 'damaged'],
  ['no part in the count', () => makeZip(bookParts(), { count: 0 }), 'notXlsx'],
  ['a directory that begins elsewhere', () => makeZip(bookParts(), { directoryAt: 7 }), 'damaged'],
  ['a directory past the file', () => makeZip(bookParts(), { directoryAt: 0xffff_fff0 }), 'damaged'],
  ['a directory too long', () => makeZip(bookParts(), { directoryLength: 0xffff_fff0 }), 'damaged'],
  ['a directory too short', () => makeZip(bookParts(), { directoryLength: 50 }), 'damaged'],
  [
    'a zip64 directory past the file',
    () => makeZip(bookParts(), { zip64: true, directoryAt: 2 ** 62 }),
    'damaged',
  ],
  [
    'a zip64 directory of 2^60 parts',
    () => makeZip(bookParts(), { zip64: true, count: 2 ** 60 }),
    'tooLarge',
  ],
  ['one disk of several', () => makeZip(bookParts(), { disk: 1 }), 'damaged'],
  ['parts without number', () => makeZip([...bookParts(), ...manyParts(20_000)]), 'tooLarge'],
  ['some thousands of parts', () => makeZip([...bookParts(), ...manyParts(5_000)]), cola],
  [
    'names that climb out',
    () =>
      makeZip([
        ...bookParts(),
        { name: '../../etc/passwd', body: 'x' },
        { name: '/xl/workbook.xml', body: 'x' },
      ]),
    cola,
  ],
  [
    'names with backslashes',
    () => makeZip(bookParts().map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }))),
    'notXlsx',
  ],
  ['names with zeros', () => makeZip([...bookParts(), { name: `${sheetPart}\0.png`, body: 'x' }]), cola],
  [
    'names that mean something to JavaScript',
    () => makeZip([...bookParts(), { name: '__proto__', body: 'x' }, { name: 'constructor', body: 'x' }]),
    cola,
  ],
  ['a zip inside of a zip', () => makeBook({ [sheetPart]: makeBook() }), 'damaged'],
  [
    'a comment that looks like an end',
    () => makeZip(bookParts(), { comment: 'PK\x05\x06' + '\xff'.repeat(30) }),
    cola,
  ],
]

function manyParts(count: number): MadePart[] {
  return Array.from({ length: count }, (_, i) => ({ name: `p${i}`, body: '', stored: true }))
}

describe.each([
  ['files of other kinds', otherFiles],
  ['zips that lie', zips],
])('%s', (_, cases) => {
  test.each(cases)('%s', async (__, file, outcome) => {
    expect(await outcomeOf(file())).toEqual(outcome)
  })
})

describe('files that broke on their way', () => {
  const whole = makeBook()

  test('cut anywhere, a file is refused', async () => {
    for (let length = 0; length < whole.length; length += 1) {
      expect(await outcomeOf(whole.subarray(0, length))).toBe(length < 4 ? 'notXlsx' : 'damaged')
    }
  })

  test('a file with any byte changed is refused or says the same', async () => {
    const outcomes = new Set<string>()
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ (1 << (at % 8))
      outcomes.add(JSON.stringify(await outcomeOf(changed)))
    }
    const known = [cola, 'damaged', 'encrypted', 'notXlsx', 'tooLarge'].map((outcome) =>
      JSON.stringify(outcome),
    )
    expect(known).toEqual(expect.arrayContaining([...outcomes]))
  })

  test('packed content followed by something else is refused', async () => {
    const body = Buffer.concat([deflateRawSync(sheetXml('')), Buffer.from('tail')])
    const file = lyingBook({
      body,
      stored: true,
      lie: { method: 8, size: sheetXml('').length, crc: crc32(sheetXml('')) },
    })
    expect(await outcomeOf(file)).toBe('damaged')
  })

  test('any bytes end in rows or a refusal', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(bytes, bytes, fc.nat(whole.length), async (middle, tail, at) => {
        const file = Buffer.concat([whole.subarray(0, at), middle, whole.subarray(at), tail])
        expect(await outcomeOf(file)).toBeDefined()
        expect(await outcomeOf(Buffer.concat([Buffer.from('PK\x03\x04'), middle, tail]))).toBe('damaged')
      }),
    )
  })
})
