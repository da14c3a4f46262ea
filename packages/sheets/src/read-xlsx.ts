/**
 * Reads an uploaded workbook in the order of a spreadsheet program: relations of the package, workbook, its relations,
 * the first visible worksheet, the shared strings. Each part is read once at most, so circular relations do no harm.
 * Nothing else in the file is unpacked.
 */

import { BadSheet } from './bad-sheet.ts'
import type { SheetLimits } from './bad-sheet.ts'
import { SheetCells } from './sheet-cells.ts'
import type { SheetRow } from './sheet-cells.ts'
import { openZip, unpack } from './unzip.ts'
import type { Budget, Zip } from './unzip.ts'
import { readXml } from './xml.ts'
import type { Attributes, Listener } from './xml.ts'

/** The public part of the reader: callers import no other file of it. */
export { BadSheet, type BadSheetReason, type SheetLimits } from './bad-sheet.ts'
export type { SheetError, SheetRow, SheetValue } from './sheet-cells.ts'

export const defaultSheetLimits: SheetLimits = {
  maxRows: 5_001,
  maxColumns: 50,
  maxCellLength: 32_767,
  maxUnpacked: 64 * 1024 * 1024,
}

type Package = { zip: Zip; budget: Budget }
type Relation = { kind: string; target: string }

const zipStart = Buffer.from('PK\x03\x04', 'latin1')
/** The container of Office before 2007; current versions use it for workbooks with a password. */
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le')
/** More than enough: a workbook has at most some hundreds of sheets. */
const mostRelations = 10_000

/**
 * Returns the rows of the first visible worksheet; throws a `BadSheet`, and nothing else, when the file cannot be read.
 */
export async function readSheet(
  file: Uint8Array,
  limits: SheetLimits = defaultSheetLimits,
): Promise<SheetRow[]> {
  try {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    checkStart(bytes)
    return await readPackage({ zip: openZip(bytes), budget: { left: limits.maxUnpacked } }, limits)
  } catch (error) {
    throw error instanceof BadSheet ? error : new BadSheet('damaged', { cause: error })
  }
}

/** Whether a file is a workbook by its first bytes, readable or not. */
export const isWorkbook = (file: Uint8Array): boolean => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return startsWith(bytes, zipStart) || startsWith(bytes, compoundStart)
}

function checkStart(file: Buffer): void {
  if (startsWith(file, zipStart)) return
  throw new BadSheet(
    startsWith(file, compoundStart) && file.includes(encryptedStream) ? 'encrypted' : 'notXlsx',
  )
}

async function readPackage(from: Package, limits: SheetLimits): Promise<SheetRow[]> {
  const workbook = await findWorkbook(from)
  const relations = await readRelations(from, workbook)
  const sheet = await findSheet(from, workbook, relations)
  const cells = new SheetCells(limits)
  await readPart(from, sheet, 'worksheet', cells.worksheet())
  if (cells.wantsSharedStrings) {
    const strings = relations?.values().find((relation) => relation.kind === 'sharedStrings')
    if (strings === undefined) throw new BadSheet('damaged')
    await readPart(from, resolve(workbook, strings.target), 'sst', cells.sharedStrings())
  }
  return cells.rows()
}

async function findWorkbook(from: Package): Promise<string> {
  const relations = await readRelations(from, '')
  const workbook = relations?.values().find((relation) => relation.kind === 'officeDocument')
  // The file is another kind of zip, or a workbook in Excel's binary format.
  if (workbook === undefined || /\.bin$/i.test(workbook.target)) throw new BadSheet('notXlsx')
  return resolve('', workbook.target)
}

async function findSheet(
  from: Package,
  workbook: string,
  relations: ReadonlyMap<string, Relation> | undefined,
): Promise<string> {
  let found: Relation | undefined
  const sheets: Listener = {
    open: (name, attributes) => {
      if (name !== 'sheet' || found !== undefined) return undefined
      const given = attributes()
      // The list also holds charts and dialogues.
      const relation = relations?.get(relationId(given))
      if ((given.get('state') ?? 'visible') === 'visible' && relation?.kind === 'worksheet') found = relation
      return undefined
    },
  }
  // Text documents and presentations are packages of the same kind, with another root element.
  await readPart(
    from,
    workbook,
    'workbook',
    { open: (name) => (name === 'sheets' ? sheets : undefined) },
    'notXlsx',
  )
  if (found === undefined) throw new BadSheet('damaged')
  return resolve(workbook, found.target)
}

/** The relations of a part, or of the package, by their ids; undefined where it has none. */
async function readRelations(from: Package, part: string): Promise<Map<string, Relation> | undefined> {
  const relations = new Map<string, Relation>()
  const list: Listener = {
    open: (name, attributes) => {
      if (name !== 'Relationship') return undefined
      const given = attributes()
      if (given.get('TargetMode') === 'External') return undefined
      if (relations.size >= mostRelations) throw new BadSheet('tooLarge')
      // The last segment of the type is the same in the transitional and in the strict format.
      const kind = (given.get('Type') ?? '').split('/').at(-1) ?? ''
      relations.set(given.get('Id') ?? '', { kind, target: given.get('Target') ?? '' })
      return undefined
    },
  }
  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? []
  const path = `${folder}_rels/${file}.rels`
  const bytes = unpack(from.zip, path, from.budget)
  if (bytes === undefined) return undefined
  await readRoot(bytes, 'Relationships', list, 'damaged')
  return relations
}

async function readPart(
  from: Package,
  path: string,
  root: string,
  listener: Listener,
  otherRoot: 'notXlsx' | 'damaged' = 'damaged',
): Promise<void> {
  const bytes = unpack(from.zip, path, from.budget)
  if (bytes === undefined) throw new BadSheet('damaged')
  await readRoot(bytes, root, listener, otherRoot)
}

async function readRoot(
  bytes: AsyncIterable<Buffer>,
  root: string,
  listener: Listener,
  otherRoot: 'notXlsx' | 'damaged',
): Promise<void> {
  await readXml(bytes, {
    open: (name) => {
      if (name !== root) throw new BadSheet(otherRoot)
      return listener
    },
  })
}

/** The value of `r:id`, whatever the prefix is; other ids of the element have no prefix. */
function relationId(attributes: Attributes): string {
  for (const [name, value] of attributes) if (name.endsWith(':id')) return value
  return ''
}

/** The path of a target: from the root when it begins with a slash, otherwise from the folder of its source. */
function resolve(source: string, target: string): string {
  const folder = target.startsWith('/') ? [] : source.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') {
      if (folder.pop() === undefined) throw new BadSheet('damaged')
    } else if (step !== '.' && step !== '') folder.push(step)
  }
  const path = folder.join('/')
  return path.includes('%') ? decodeURIComponent(path) : path
}

function startsWith(file: Buffer, start: Buffer): boolean {
  return file.subarray(0, start.length).equals(start)
}
