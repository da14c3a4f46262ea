/**
 * The texts of a workbook. A text that may repeat is written once, in a part that all sheets share: names of machines,
 * stores and payments are most of a long file. A text beyond a column's share is written into its cell, so that a column
 * of different texts takes no memory.
 */
import type { ByteWriter } from './byte-writer.ts'
import { isPlain, legalText } from './cells.ts'
import { sharedStringsEnd, sharedStringsStart, xmlText } from './xlsx-parts.ts'

/** Excel's own limit; Excel calls a larger file damaged. */
const excelTextLength = 32_767

const sharedOfColumn = 2_000
const longestShared = 100

export class SharedTexts {
  readonly #numbers = new Map<string, string>()
  readonly #left: number[]

  constructor(columns: number) {
    this.#left = Array<number>(columns).fill(sharedOfColumn)
  }

  /** The number of a text in the shared part; undefined when its cell has to hold it. */
  numberOf(text: string, column: number): string | undefined {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const left = this.#left[column] ?? 0
    if (left === 0 || text.length > longestShared) return undefined
    this.#left[column] = left - 1
    const number = String(this.#numbers.size)
    this.#numbers.set(text, number)
    return number
  }

  /** The shared part. */
  async *part(out: ByteWriter): AsyncGenerator<Buffer> {
    out.text(sharedStringsStart(this.#numbers.size))
    for (const text of this.#numbers.keys()) {
      out.text(`<si>${textXml(text)}</si>`)
      if (out.isFull) yield out.take()
    }
    out.text(sharedStringsEnd)
    yield out.take()
  }
}

/** A cell of a workbook says that it is a text, so that no program evaluates it. */
export function textXml(text: string): string {
  if (isPlain(text)) return `<t>${text}</t>`
  return `<t xml:space="preserve">${xmlText(cutTo(legalText(text), excelTextLength))}</t>`
}

/** Cuts the text without splitting a surrogate pair. */
export function cutTo(text: string, length: number): string {
  if (text.length <= length) return text
  const lastCode = text.charCodeAt(length - 1)
  return text.slice(0, lastCode >= 0xd800 && lastCode < 0xdc00 ? length - 1 : length)
}
