/** The cells of an exported table, and the rules that all file formats share. */

/** `{ cents }` is money, written with two decimals; a Date is written as local time of the merchant's zone. */
export type Cell = string | number | boolean | Date | null | { cents: number }

/** Rows arrive in pieces, because waiting for each of them alone would take longer than writing it. */
export type Rows = AsyncIterable<Cell[][]>

export type Column = {
  header: string
  /** In characters of the default font; when left out, derived from the kind and the header. */
  width?: number
  /** A rate is a number of percent, written with two decimals. */
  kind?: 'text' | 'number' | 'rate' | 'money' | 'datetime' | 'date'
}

export type SheetOptions = {
  sheetName: string
  columns: Column[]
  utcOffsetMinutes: number
  /** How many of the last rows are sums; the filter of a workbook leaves them out. */
  sumRows?: number
}

/** A finite number as files write it. */
export const numberText = (value: number, kind: Column['kind']): string =>
  kind === 'rate' ? value.toFixed(2) : String(value)

/** Characters that XML 1.0 cannot carry: control characters, lone surrogates, U+FFFE and U+FFFF. */
const illegal = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/**
 * Spreadsheet programs skip blanks and invisible characters in front of a formula, and with Chinese and Japanese
 * settings treat full-width signs as plain ones. A leading tab or line break can move the text to the next cell.
 */
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * "+60 12-345 6789", "+601****6789", "-12.5", "-": without a letter, bracket, quote or bar a formula cannot call or fetch
 * anything, so phones, masked ones too, and signed numbers stay unmarked. At worst a program calculates with constants.
 */
const plainSigned = /^[+-][\d .*-]*$/

/**
 * Most texts of a long file; none of these characters needs care in any format. Words are separated by one blank, never
 * by none: with an optional one, a text that does not fit would be divided in all possible ways, for minutes.
 */
const plain =
  /^[0-9A-Za-z\u{4E00}-\u{9FFF}][0-9A-Za-z\u{4E00}-\u{9FFF}.:#×-]*(?: [0-9A-Za-z\u{4E00}-\u{9FFF}.:#×-]+)*$/u
const longestPlain = 100

/** Whether a text is written as it is, in every format. A shortcut: such texts are most of a long file. */
export const isPlain = (text: string): boolean => text.length <= longestPlain && plain.test(text)

/** The text without characters that files cannot hold. */
export function legalText(text: string): string {
  return text.replace(illegal, '')
}

/**
 * The text as CSV has it: legal, and with an apostrophe in front when a spreadsheet could run it as a formula. A cell of
 * a workbook needs none, because it says that it is a text.
 */
export function safeText(text: string): string {
  if (isPlain(text)) return text
  const clean = legalText(text)
  return isFormulaLike(clean) || isMarked(clean) ? `'${clean}` : clean
}

const isFormulaLike = (text: string): boolean => formulaStart.test(text) && !plainSigned.test(text)

/**
 * A merchant's text that already begins like a marked one gets a second apostrophe, so that reading it back removes the
 * right one.
 */
const isMarked = (text: string): boolean => {
  const unmarked = text.replace(/^'+/, '')
  return unmarked !== text && isFormulaLike(unmarked)
}

/** Only digits and signs of numbers, dates and times: a spreadsheet that opens CSV guesses what it is. */
const guessed = /^[+\-(.,]*\d[\d.,:/ +\-()eE%]*$/
/** Numbers that a spreadsheet shows as they are, and days and months as we write them. */
const unchanged = /^(?:0|-?[1-9]\d{0,10}|\d{4}-\d{2}(?:-\d{2})?)$/

/**
 * The text of a CSV field: a tab behind what looks like a number keeps it a text, with all digits of an order and the
 * zeros before a card number. Spreadsheet programs do not show the tab, and readers that trim drop it.
 */
export function csvText(text: string): string {
  const safe = safeText(text)
  return guessed.test(safe) && !unchanged.test(safe) ? `${safe}\t` : safe
}

/** Decimal text with two digits, computed without floating point; undefined when `cents` is not a safe integer. */
export function moneyText(cents: number): string | undefined {
  const whole = Math.round(cents)
  if (!Number.isSafeInteger(whole)) return undefined
  const size = Math.abs(whole)
  const cent = size % 100
  return `${whole < 0 ? '-' : ''}${(size - cent) / 100}.${cent < 10 ? '0' : ''}${cent}`
}

/** "2026-03-01 09:05:07" (or the date alone) in the merchant's time zone; undefined for an invalid Date. */
export function clockText(at: Date, utcOffsetMinutes: number, kind: 'datetime' | 'date'): string | undefined {
  const local = at.getTime() + utcOffsetMinutes * 60_000
  // A Date holds no more than this.
  if (!(Math.abs(local) <= 8.64e15)) return undefined
  const day = Math.floor(local / dayMs)
  const seconds = Math.floor((local - day * dayMs) / 1000)
  const two = (value: number): string => (value < 10 ? `0${value}` : String(value))
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return kind === 'date' ? dayText(day) : `${dayText(day)} ${clock}`
}

const dayMs = 86_400_000
let lastDay = { day: 0, text: '1970-01-01' }

/** The date of a day since 1970. The rows of a file mostly stay on one day, so the last one is remembered. */
function dayText(day: number): string {
  if (lastDay.day !== day) {
    const text = new Date(day * dayMs).toISOString()
    lastDay = { day, text: text.slice(0, text.indexOf('T')) }
  }
  return lastDay.text
}

/** A row with more cells than columns is a mistake of the caller; with fewer, the rest stays empty. */
export function checkRowFits(row: readonly Cell[], columns: readonly Column[]): void {
  if (row.length > columns.length) {
    throw new RangeError(`a row has ${row.length} cells, but there are ${columns.length} columns`)
  }
}
