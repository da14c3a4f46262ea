/** What the cells of a statement may hold. */
import { centsOf } from '../money-text.ts'
import { BadStatement } from './bad-statement.ts'
import type { TextLine } from './text-lines.ts'

/** The columns of a table by name, so that a provider may add and move them. */
export class Columns {
  readonly #places: ReadonlyMap<string, number>
  readonly count: number

  constructor(header: readonly string[], needed: readonly string[], line: number) {
    this.#places = new Map(header.map((name, index) => [name.trim(), index]))
    this.count = header.length
    const missing = needed.filter((name) => !this.#places.has(name))
    if (missing.length > 0) throw new BadStatement(`the columns ${missing.join(', ')} are missing`, line)
  }

  has(name: string): boolean {
    return this.#places.has(name)
  }

  /** Cells of a row in which the text of a column was taken apart, because it holds what stands between cells. */
  joined(cells: string[], column: string, separator: string): string[] {
    const more = cells.length - this.count
    if (more <= 0) return cells
    const place = this.#places.get(column) ?? 0
    const end = place + 1 + more
    return [...cells.slice(0, place), cells.slice(place, end).join(separator), ...cells.slice(end)]
  }

  row(cells: readonly string[], line: number): Row {
    if (cells.length !== this.count)
      throw new BadStatement(`${cells.length} cells instead of ${this.count}`, line)
    return new Row((name) => (cells[this.#places.get(name) ?? -1] ?? '').trim(), line)
  }
}

/** One row of a statement. Each reading refuses what is not of its kind. */
export class Row {
  readonly text: (name: string) => string
  readonly line: number

  constructor(text: (name: string) => string, line: number) {
    this.text = text
    this.line = line
  }

  /** A number of an order, a refund or a transaction. */
  name(column: string): string {
    const text = this.text(column)
    if (!/^[\x21-\x7e]{1,64}$/.test(text)) throw new BadStatement(`${column} is no number`, this.line)
    return text
  }

  /** An amount in cents. Some providers write what goes back with a minus. */
  cents(column: string): number {
    const cents = centsOf(this.text(column).replace(/^-/, ''))
    if (cents === undefined) throw new BadStatement(`${column} is no amount`, this.line)
    return cents
  }

  /** A time of UTC+8, `2026-11-18 09:30:00`. */
  time(column: string): Date {
    const [, day, clock] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(this.text(column)) ?? []
    const at = new Date(`${day}T${clock}+08:00`)
    if (Number.isNaN(at.getTime())) throw new BadStatement(`${column} is no time`, this.line)
    return at
  }
}

/** The cells of a line with commas; cells with commas are quoted. */
export function cellsOf({ text, number }: TextLine): string[] {
  const cells = quotedCells(text)
  if (!cells) throw new BadStatement('a quoted cell does not end', number)
  return cells
}

/** The same; undefined where a quoted cell does not end. */
export function quotedCells(text: string): string[] | undefined {
  const cells: string[] = []
  let at = 0
  while (at <= text.length) {
    if (text[at] !== '"') {
      const end = text.indexOf(',', at)
      cells.push(text.slice(at, end < 0 ? undefined : end))
      at = end < 0 ? text.length + 1 : end + 1
      continue
    }
    const [quoted, inside = ''] = /^"((?:[^"]|"")*)"(?=,|$)/.exec(text.slice(at)) ?? []
    if (quoted === undefined) return undefined
    cells.push(inside.replaceAll('""', '"'))
    at += quoted.length + 1
  }
  return cells
}
