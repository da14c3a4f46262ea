/**
 * Reads untrusted XML while it arrives. It supports elements, text, CDATA and the five named entities; a document type,
 * and with it every custom entity, is refused. Only one token and the names of the open elements are held, both
 * limited.
 */

import { TextDecoder } from 'node:util'
import { BadSheet } from './bad-sheet.ts'

export type Attributes = ReadonlyMap<string, string>

/**
 * Receives the contents of one element. `open` gets the name of each child, without prefix, and returns the listener
 * for it; a child without a listener is skipped with all its contents.
 */
export type Listener = {
  open?(name: string, attributes: () => Attributes): Listener | undefined
  text?(text: string): void
  close?(): void
}

type OpenElement = { name: string; listener: Listener | undefined }

const longestToken = 64 * 1024
const longestEntity = 16
const deepest = 100
/** Enough for the largest number of empty, styled rows plus five thousand rows of fifty filled cells. */
const mostElements = 2_000_000
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Reads a whole document; `document` receives its root element. */
export async function readXml(bytes: AsyncIterable<Buffer>, document: Listener): Promise<void> {
  const reader = new XmlReader(document)
  for await (const text of decoded(bytes)) reader.write(text)
  reader.end()
}

class XmlReader {
  readonly #open: OpenElement[]
  #rest = ''
  #elements = 0

  constructor(document: Listener) {
    this.#open = [{ name: '', listener: document }]
  }

  write(text: string): void {
    const xml = this.#rest + text
    let at = 0
    for (;;) {
      const mark = xml.indexOf('<', at)
      if (mark < 0) {
        const cut = wholeText(xml, at)
        this.#text(xml.slice(at, cut))
        at = cut
        break
      }
      if (mark > at) this.#text(xml.slice(at, mark))
      at = mark
      const end = this.#token(xml, mark)
      if (end === 0) break
      at = end
    }
    this.#rest = xml.slice(at)
    if (this.#rest.length > longestToken) throw new BadSheet('damaged')
  }

  end(): void {
    if (this.#rest !== '' || this.#open.length !== 1 || this.#elements === 0) throw new BadSheet('damaged')
  }

  /** Where the token that begins at `at` ends; 0 when its end has not arrived yet. */
  #token(xml: string, at: number): number {
    const kind = xml.charCodeAt(at + 1)
    if (kind === 0x21) return this.#declaration(xml, at)
    if (kind === 0x3f) return endOf(xml, '?>', at + 2)
    const end = tagEnd(xml, at + 1)
    if (end === 0) return 0
    if (kind === 0x2f) this.#closeTag(xml.slice(at + 2, end - 1).trimEnd())
    else this.#openTag(xml, at + 1, end - 1)
    return end
  }

  #declaration(xml: string, at: number): number {
    if (xml.startsWith('<!--', at)) return endOf(xml, '-->', at + 4)
    if (xml.startsWith('<![CDATA[', at)) {
      const end = endOf(xml, ']]>', at + 9)
      if (end > 0) this.#text(xml.slice(at + 9, end - 3), true)
      return end
    }
    const arrived = xml.slice(at, at + 9)
    if ('<!--'.startsWith(arrived) || '<![CDATA['.startsWith(arrived)) return 0
    throw new BadSheet('damaged')
  }

  #openTag(xml: string, from: number, to: number): void {
    const empty = xml.charCodeAt(to - 1) === 0x2f
    const end = empty ? to - 1 : to
    const nameEnd = pastName(xml, from, end)
    const name = xml.slice(from, nameEnd)
    const parent = this.#open.at(-1)
    const secondRoot = this.#open.length === 1 && this.#elements > 0
    if (name === '' || parent === undefined || secondRoot || this.#open.length > deepest) {
      throw new BadSheet('damaged')
    }
    this.#elements += 1
    if (this.#elements > mostElements) throw new BadSheet('tooLarge')
    const local = name.slice(name.indexOf(':') + 1)
    const listener = parent.listener?.open?.(local, () => readAttributes(xml.slice(nameEnd, end)))
    if (empty) listener?.close?.()
    else this.#open.push({ name, listener })
  }

  #closeTag(name: string): void {
    const element = this.#open.pop()
    if (element?.name !== name || name === '') throw new BadSheet('damaged')
    element.listener?.close?.()
  }

  #text(raw: string, literal = false): void {
    if (this.#open.length === 1) {
      if (/\S/.test(raw)) throw new BadSheet('damaged')
      return
    }
    // Text without a listener, long formulas above all, is not decoded.
    const listener = this.#open.at(-1)?.listener
    listener?.text?.(literal ? raw : plain(raw))
  }
}

/** Attributes by their names with prefix, because the prefix separates the `id` of a relation from other ids. */
function readAttributes(raw: string): Attributes {
  const attributes = new Map<string, string>()
  let at = pastSpace(raw, 0)
  while (at < raw.length) {
    const nameEnd = pastName(raw, at, raw.length)
    const name = raw.slice(at, nameEnd)
    const sign = pastSpace(raw, nameEnd)
    const quoteAt = pastSpace(raw, sign + 1)
    const quote = raw[quoteAt]
    if (name === '' || attributes.has(name) || raw[sign] !== '=' || (quote !== '"' && quote !== "'")) {
      throw new BadSheet('damaged')
    }
    const close = raw.indexOf(quote, quoteAt + 1)
    if (close < 0) throw new BadSheet('damaged')
    attributes.set(name, plain(raw.slice(quoteAt + 1, close)))
    at = pastSpace(raw, close + 1)
    if (at === close + 1 && at < raw.length) throw new BadSheet('damaged')
  }
  return attributes
}

function plain(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(
    /&(?:#(\d{1,8})|#x([0-9a-fA-F]{1,8})|([a-z]{2,4}));|&/g,
    (_, decimal?: string, hex?: string, name: string = '') => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
      const character = code === undefined ? named[name] : characterOf(code)
      if (character === undefined) throw new BadSheet('damaged')
      return character
    },
  )
}

function characterOf(code: number): string | undefined {
  return code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) ? undefined : String.fromCodePoint(code)
}

/** The position up to which text is complete: an entity whose end has not arrived has to wait. */
function wholeText(xml: string, from: number): number {
  const entity = xml.lastIndexOf('&')
  const waits = entity >= from && xml.length - entity < longestEntity && !xml.includes(';', entity)
  return waits ? entity : xml.length
}

function endOf(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from)
  return found < 0 ? 0 : found + mark.length
}

/** The position behind the `>` of a tag; a `>` inside quotes belongs to a value. */
function tagEnd(xml: string, from: number): number {
  let quote = 0
  for (let at = from; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at)
    if (code === 0x3c) throw new BadSheet('damaged')
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 0x3e) return at + 1
    else if (code === 0x22 || code === 0x27) quote = code
  }
  return 0
}

function pastName(text: string, from: number, end: number): number {
  let at = from
  while (at < end && !isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== 0x3d) at += 1
  return at
}

function pastSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

/** Decodes bytes and normalises line ends as XML requires: CR LF and CR become one line feed. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let held = ''
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
    const text = held + decode(decoder, piece)
    // The line feed of a CR LF pair may begin the next piece.
    held = text.endsWith('\r') ? '\r' : ''
    yield lineFeeds(held === '' ? text : text.slice(0, -1))
  }
  yield lineFeeds(held + (decoder === undefined ? '' : decode(decoder)))
}

function decode(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw new BadSheet('damaged', { cause })
  }
}

/** Detects the encoding by the first two bytes, a byte order mark or "<"; the declaration can only repeat it. */
function encodingOf(piece: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = piece
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return 'utf-8'
}

function lineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
