import { unzip } from './unzip.ts'

export type ReadCell = { ref: string; kind: 'text' | 'number' | 'boolean'; value: string; style: number }
export type ReadSheet = { name: string; xml: string; rows: ReadCell[][] }

/** Finds the sheets the way a spreadsheet program does: content types, relations, workbook, sheet. */
export function readXlsx(file: Buffer): ReadSheet[] {
  const parts = new Map(unzip(file).map((part) => [part.name, part.content]))
  const part = (name: string): string => {
    const content = parts.get(name)
    if (content === undefined) throw new Error(`no part ${name}`)
    return content
  }
  const types = part('[Content_Types].xml')
  const root = find(part('_rels/.rels'), /Target="([^"]+)"/)
  const relations = new Map(
    Array.from(
      part('xl/_rels/workbook.xml.rels').matchAll(/Id="([^"]+)" Type="[^"]+" Target="([^"]+)"/g),
      (m) => [m[1], m[2]],
    ),
  )
  const shared = sharedTexts(part('xl/sharedStrings.xml'))
  if (!types.includes('PartName="/xl/sharedStrings.xml"'))
    throw new Error('shared strings have no content type')
  return Array.from(
    part(root).matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="([^"]+)"\/>/g),
    (match) => {
      const target = `xl/${relations.get(match[2])}`
      if (!types.includes(`PartName="/${target}"`)) throw new Error(`${target} has no content type`)
      const xml = part(target)
      return { name: plain(match[1] ?? ''), xml, rows: rowsOf(xml, shared) }
    },
  )
}

const sharedTexts = (xml: string): string[] =>
  Array.from(xml.matchAll(/<si>(.*?)<\/si>/gs), ([, content]) => textOf(content ?? ''))

function rowsOf(xml: string, shared: readonly string[]): ReadCell[][] {
  return Array.from(xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs), ([, row, cells], index) => {
    if (row !== String(index + 1)) throw new Error(`row ${row} stands at ${index + 1}`)
    return Array.from((cells ?? '').matchAll(/<c ([^>]*)>(.*?)<\/c>/gs), ([, attributes, content]) =>
      cellOf(attributes ?? '', content ?? '', shared),
    )
  })
}

function cellOf(attributes: string, content: string, shared: readonly string[]): ReadCell {
  const type = /t="(\w+)"/.exec(attributes)?.[1]
  const style = Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)
  const ref = find(attributes, /r="([A-Z]+\d+)"/)
  if (type === 'inlineStr') {
    return {
      ref,
      style,
      kind: 'text',
      value: textOf(find(content, /^<is>(.*)<\/is>$/s)),
    }
  }
  const value = find(content, /^<v>(.*)<\/v>$/)
  if (type === 's') {
    const text = shared[Number(value)]
    if (text === undefined) throw new Error(`no shared text ${value}`)
    return { ref, style, kind: 'text', value: text }
  }
  return { ref, style, kind: type === 'b' ? 'boolean' : 'number', value }
}

/** A spreadsheet program drops spaces at the ends of a text that does not ask to preserve them. */
function textOf(content: string): string {
  const text = plain(find(content, /^<t(?: xml:space="preserve")?>(.*)<\/t>$/s))
  return content.startsWith('<t>') ? text.replace(/\s+/g, ' ').trim() : text
}

function plain(xml: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' }
  if (/[<>"]/.test(xml)) throw new Error('a bare mark in XML text')
  return xml
    .replace(/&([^;]*);?/g, (whole, name: string) => {
      const character = entities[name]
      if (character === undefined) throw new Error(`unknown entity ${whole}`)
      return character
    })
    .replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`no ${pattern} in ${text.slice(0, 200)}`)
  return found
}
