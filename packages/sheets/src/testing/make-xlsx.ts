/**
 * Makes workbooks as other programs write them, and invalid ones: every field of the zip can be given a false value.
 */

import { crc32, deflateRawSync } from 'node:zlib'

export type MadePart = {
  name: string
  body: string | Buffer
  stored?: boolean
  /** Sizes are written behind the content instead of in front of it. */
  streamed?: boolean
  /** Sizes and position are written in the zip64 field. */
  zip64?: boolean
  /** False values for the directory, the local header or both. */
  lie?: Partial<Header>
  localLie?: Partial<Header & { name: string }>
}
type Header = { flags: number; method: number; crc: number; packed: number; size: number; at: number }
export type ZipLie = {
  count?: number
  directoryAt?: number
  directoryLength?: number
  disk?: number
  comment?: string
  zip64?: boolean
}

export function makeZip(parts: MadePart[], lie: ZipLie = {}): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const add = (...added: Buffer[]) => {
    for (const chunk of added) at += chunks[chunks.push(chunk) - 1]?.length ?? 0
  }
  for (const part of parts) {
    const body = Buffer.from(part.body)
    const packed = part.stored ? body : deflateRawSync(body)
    const header: Header = {
      flags: part.streamed ? 8 : 0,
      method: part.stored ? 0 : 8,
      crc: crc32(body),
      packed: packed.length,
      size: body.length,
      at,
      ...part.lie,
    }
    const local = { ...header, name: part.name, ...part.localLie }
    const sizes = numbers([4, local.crc], [4, narrow(local.packed)], [4, narrow(local.size)])
    const localName = Buffer.from(local.name)
    add(
      numbers([4, 0x0403_4b50], [2, 20], [2, local.flags], [2, local.method], [4, 0]),
      part.streamed ? Buffer.alloc(12) : sizes,
      numbers([2, localName.length], [2, 0]),
      localName,
      packed,
    )
    if (part.streamed) add(numbers([4, 0x0807_4b50]), sizes)
    directory.push(directoryEntry(part, header))
  }
  const directoryAt = at
  add(...directory)
  const end = {
    count: parts.length,
    directoryAt,
    directoryLength: at - directoryAt,
    disk: 0,
    comment: '',
    ...lie,
  }
  if (lie.zip64) {
    const recordAt = at
    add(
      numbers([4, 0x0606_4b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
      numbers([8, end.count], [8, end.count], [8, end.directoryLength], [8, end.directoryAt]),
      numbers([4, 0x0706_4b50], [4, 0], [8, recordAt], [4, 1]),
    )
    Object.assign(end, { count: 0xffff, directoryAt: 0xffff_ffff, directoryLength: 0xffff_ffff })
  }
  add(
    numbers([4, 0x0605_4b50], [2, end.disk], [2, end.disk], [2, end.count], [2, end.count]),
    numbers([4, end.directoryLength], [4, end.directoryAt], [2, end.comment.length]),
    Buffer.from(end.comment, 'latin1'),
  )
  return Buffer.concat(chunks)
}

function directoryEntry({ name, zip64 }: MadePart, header: Header): Buffer {
  const bytes = Buffer.from(name)
  const extra = zip64
    ? numbers([2, 0x000a], [2, 0], [2, 1], [2, 24], [8, header.size], [8, header.packed], [8, header.at])
    : Buffer.alloc(0)
  const written = zip64 ? { size: 0xffff_ffff, packed: 0xffff_ffff, at: 0xffff_ffff } : header
  return Buffer.concat([
    numbers([4, 0x0201_4b50], [2, 20], [2, 20], [2, header.flags], [2, header.method], [4, 0]),
    numbers([4, header.crc], [4, written.packed], [4, written.size], [2, bytes.length], [2, extra.length]),
    numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, written.at]),
    bytes,
    extra,
  ])
}

const narrow = (size: number): number => Math.min(size, 0xffff_ffff)

/** Little-endian numbers, each with its width in bytes. */
function numbers(...fields: [width: number, value: number][]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const relationsXml = (...relations: [id: string, kind: string, target: string, more?: string][]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(
      ([id, kind, target, more = '']) =>
        `<Relationship Id="${id}" Type="${relationTypes}/${kind}" Target="${target}"${more}/>`,
    )
    .join('')}</Relationships>`

export const workbookXml = (...sheets: string[]) =>
  `<workbook xmlns="${mainNamespace}" xmlns:r="${relationTypes}"><sheets>${sheets.join('')}</sheets></workbook>`

export const sheetXml = (rows: string) =>
  `<worksheet xmlns="${mainNamespace}"><sheetData>${rows}</sheetData></worksheet>`

export const stringsXml = (items: string) => `<sst xmlns="${mainNamespace}">${items}</sst>`

export type Parts = Record<string, string | Buffer | undefined>

/** The parts of an ordinary workbook, with some replaced, added or (as undefined) left out. */
export function bookParts(changed: Parts = {}): MadePart[] {
  const parts: Parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationsXml(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml('<sheet name="Sheet1" sheetId="1" r:id="rId1"/>'),
    'xl/_rels/workbook.xml.rels': relationsXml(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': sheetXml(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1</v></c></row>',
    ),
    'xl/sharedStrings.xml': stringsXml('<si><t>cola</t></si>'),
    ...changed,
  }
  return Object.entries(parts).flatMap(([name, body]) => (body === undefined ? [] : [{ name, body }]))
}

export const makeBook = (changed: Parts = {}): Buffer => makeZip(bookParts(changed))

/** A workbook whose sheet has these rows (XML), and these shared strings. */
export const makeSheet = (rows: string, strings = ''): Buffer =>
  makeBook({ 'xl/worksheets/sheet1.xml': sheetXml(rows), 'xl/sharedStrings.xml': stringsXml(strings) })
