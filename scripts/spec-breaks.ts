/**
 * The kept breaks of `npm run break`: for a row of docs/spec-map.md the change to the product that makes its statement
 * false, so that a test which the row names must fail. A row may have several, one for each thing that it says.
 */

import type { Break } from './spec-breaks/break.ts'
import { type ReadSource, type Statement, statementsIn } from './spec-map.ts'

/** Sources that a break may change: a test, or a migration that stands in the template already, proves nothing. */
const isProduct = (file: string): boolean =>
  /^(apps|packages)\/[\w-]+\/src\/.+\.(ts|tsx|css)$/.test(file) && !/\.test\.tsx?$/.test(file)

/** What is wrong with the list, one sentence each. */
export function problemsOfBreaks(list: readonly Break[], page: string, readSource: ReadSource): string[] {
  const rows = new Map(statementsIn(page).map((statement) => [statement.id, statement]))
  return list.flatMap(([id, file, find, put]) => {
    const source = readSource(file)
    const times = source?.split(find).length ?? 0
    const where = `${id}, ${file}`
    if (!rows.has(id)) return [`${where}: docs/spec-map.md has no such row`]
    if (rows.get(id)?.proof === 'open') return [`${where}: the row names no test`]
    if (!isProduct(file)) return [`${where}: is no source of the product`]
    if (source === undefined) return [`${where}: there is no such file`]
    if (find === put) return [`${where}: changes nothing`]
    return times === 2 ? [] : [`${where}: ‘${find}’ is found ${times - 1} times, not once`]
  })
}

export type NumberedBreak = {
  /** `S8-X32`, or `S8-X32#2` for the second break of a row. */
  name: string
  file: string
  find: string
  put: string
  statement: Statement
}

export function numberedBreaks(list: readonly Break[], page: string): NumberedBreak[] {
  const rows = new Map(statementsIn(page).map((statement) => [statement.id, statement]))
  const counts = new Map<string, number>()
  return list.flatMap(([id, file, find, put]) => {
    const number = (counts.get(id) ?? 0) + 1
    counts.set(id, number)
    const statement = rows.get(id)
    return statement ? [{ name: number === 1 ? id : `${id}#${number}`, file, find, put, statement }] : []
  })
}

/**
 * A pattern for the full names of a test, whose title stands in the map as it stands in the source: parameters such as
 * %s, $name and ${name} stand for any text. Playwright joins the titles by spaces.
 */
export function patternOf(title: string, between: string): string {
  const parts = title.split(/%[sdifjo]|\$\{[^}]*\}|\$[A-Za-z_][\w.]*/)
  return parts.map((part) => part.split(' > ').map(escaped).join(between)).join('.*')
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
