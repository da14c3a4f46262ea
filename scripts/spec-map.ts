import { readdirSync } from 'node:fs'

import { testNamesIn } from './test-names.ts'

/**
 * docs/spec-map.md lists the statements of the specification and the tests that prove them. All programs read the page
 * through this file, so that it has one grammar.
 */

/** The modules of the server, and `shell`. */
const areas = new Set(['shell', ...readdirSync(new URL('../apps/server/src/modules', import.meta.url))])

interface Row {
  line: number
  section: string
  cells: string[]
}

export interface Statement {
  line: number
  /** The heading that the row stands under. */
  section: string
  id: string
  text: string
  area: string
  proof: string
}

export interface Proof {
  file: string
  test: string
}

/** The text of a source file by its path from the root of the project; undefined when there is none. */
export type ReadSource = (path: string) => string | undefined

export function statementsIn(page: string): Statement[] {
  return rowsIn(page).map(({ line, section, cells }) => {
    const [id = '', text = '', area = '', proof = ''] = cells
    return { line, section, id, text, area, proof }
  })
}

export function provedOf(statements: Statement[]): string {
  const proved = statements.filter((statement) => statement.proof !== 'open').length
  return `${proved} of ${statements.length} proved`
}

/** The problems of the page, one sentence each; empty when there are none. */
export function problemsIn(page: string, readSource: ReadSource): string[] {
  const seen = new Map<string, number>()
  const testsOf = readEachOnce(readSource)
  const misshapen = rowsIn(page).flatMap(({ line, cells }) =>
    cells.length === 4 ? [] : [`line ${line}: ${cells.length} cells instead of 4`],
  )
  const wrong = statementsIn(page).flatMap((statement) => {
    const { line, id, text, area, proof } = statement
    const problems: string[] = []
    const earlier = seen.get(id)
    if (earlier !== undefined) problems.push(`${id} repeats line ${earlier}`)
    seen.set(id, line)
    if (!belongsTo(id, statement.section)) {
      problems.push(`'${id}' is no id of the section '${statement.section}'`)
    }
    if (text === '') problems.push(`${id} says nothing`)
    if (!areas.has(area)) problems.push(`${id} has the unknown area '${area}'`)
    problems.push(...problemsOfProof(proof, testsOf).map((problem) => `${id} ${problem}`))
    return problems.map((problem) => `line ${line}: ${problem}`)
  })
  return [...misshapen, ...wrong]
}

function problemsOfProof(proof: string, testsOf: ReturnType<typeof readEachOnce>): string[] {
  if (proof === 'open') return []
  const named = proofsIn(proof)
  if (!named) return [`has the malformed proof '${proof}'`]
  return named.flatMap(({ file, test }) => {
    const tests = testsOf(file)
    if (!tests) return [`names the missing file ${file}`]
    const namesakes = tests.filter(({ name }) => name === test)
    if (namesakes.length === 0) return [`names the missing test '${test}' of ${file}`]
    return namesakes.every(({ skipped }) => skipped) ? [`names the skipped test '${test}' of ${file}`] : []
  })
}

/** `file > test`<br>`file > test`; undefined when it is anything else. */
export function proofsIn(proof: string): Proof[] | undefined {
  const proofs: Proof[] = []
  for (const part of proof.split('<br>')) {
    const match = /^`(?<file>[\w@][\w@./-]*\.tsx?) > (?<test>[^`\s](?:[^`]*[^`\s])?)`$/.exec(part.trim())
    const { file, test } = match?.groups ?? {}
    if (!file || !test || file.includes('..')) return undefined
    proofs.push({ file, test })
  }
  return proofs
}

/** S5-V10 stands under the heading '5. …', D1-05 under 'Decisions'. */
function belongsTo(id: string, section: string): boolean {
  if (section === 'Decisions') return /^D\d+-\d{2}$/.test(id)
  const number = /^(\d+)\. /.exec(section)?.[1]
  return number !== undefined && new RegExp(`^S${number}-[A-Z]\\d{2,3}$`).test(id)
}

/** Every line that begins with a bar is a row, except the headers of the tables and the lines below them. */
function rowsIn(page: string): Row[] {
  const rows: Row[] = []
  let section = ''
  for (const [index, line] of page.split('\n').entries()) {
    if (line.startsWith('## ')) section = line.slice(3).trim()
    if (!line.startsWith('|')) continue
    const cells = cellsOf(line)
    const isHead =
      cells.join(' ') === 'id statement area proof' || cells.every((cell) => /^:?-+:?$/.test(cell))
    if (!isHead) rows.push({ line: index + 1, section, cells })
  }
  return rows
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readEachOnce(readSource: ReadSource) {
  const known = new Map<string, ReturnType<typeof testNamesIn> | undefined>()
  return (file: string) => {
    if (!known.has(file)) {
      const source = readSource(file)
      known.set(file, source === undefined ? undefined : testNamesIn(source))
    }
    return known.get(file)
  }
}
