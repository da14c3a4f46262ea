/**
 * The import of a directory of bank branches: a CSV file whose first line names the columns. Lines that cannot be used are
 * reported and skipped. An import that is repeated changes nothing, and one that is stopped goes on when it is repeated.
 */
import { hasSomething, isBankCode, isBranchNo, text } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { type BranchRow, putBranches } from './branch-queries.ts'
import { type NamedPlace, placeFinder } from './place-service.ts'

const rowsAtOnce = 1_000
const BranchName = text(100).refine(hasSomething)
const PlaceName = text(40)

export type BadLine = { line: number; why: string }
export type Imported = {
  /** Branches that are in the directory now and were not, or were different. */
  changed: number
  same: number
  /** Branches of banks that merchants cannot choose. */
  otherBanks: number
  /** Branches of places that we do not know: they are found by name and number alone. */
  unknownPlaces: number
}

/** The columns that are used; `BankCode` is the number of the branch. The codes of places are not those of our places. */
const needed = ['LName', 'BankCode', 'ProvinceName', 'CityName'] as const
type Line = Record<(typeof needed)[number], string>

export async function importBranches(
  deps: Deps,
  lines: AsyncIterable<string>,
  report: (bad: BadLine) => void,
): Promise<Imported> {
  const imported: Imported = { changed: 0, same: 0, otherBanks: 0, unknownPlaces: 0 }
  const findPlace = await placeFinder()
  // A statement may change a row only once, so a number that comes again is left to the next portion.
  let portion = new Map<string, BranchRow>()
  const store = async (): Promise<void> => {
    const changed = await putBranches(deps.db.main, [...portion.values()])
    imported.changed += changed
    imported.same += portion.size - changed
    portion = new Map()
  }
  for await (const { line, fields } of recordsOf(lines)) {
    const branch = typeof fields === 'string' ? fields : branchOf(fields, findPlace)
    if (typeof branch === 'string') report({ line, why: branch })
    else if (!isBankCode(branch.bank_code)) imported.otherBanks += 1
    else {
      if (branch.city_code === '') imported.unknownPlaces += 1
      if (portion.has(branch.bank_no) || portion.size >= rowsAtOnce) await store()
      portion.set(branch.bank_no, branch)
    }
  }
  if (portion.size > 0) await store()
  return imported
}

/** The records of the file, or what is wrong with one. */
async function* recordsOf(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ line: number; fields: Line | string }> {
  let line = 0
  let places: Record<(typeof needed)[number], number> | undefined
  for await (const written of lines) {
    line += 1
    // What is no UTF-8 was read as replacement characters; names would be stored without their letters.
    if (written.includes('\ufffd'))
      throw new Error(`line ${line} is not UTF-8; save the file as UTF-8 and import it again`)
    const cells = cellsOf(written.replace(/^\ufeff/, ''))
    if (!places) {
      places = columnsOf(cells ?? [])
      continue
    }
    if (written.trim() === '') continue
    const { LName, BankCode, ProvinceName, CityName } = places
    const cell = (place: number): string => cells?.[place]?.trim() ?? ''
    yield {
      line,
      fields: cells
        ? {
            LName: cell(LName),
            BankCode: cell(BankCode),
            ProvinceName: cell(ProvinceName),
            CityName: cell(CityName),
          }
        : 'a quotation mark is not closed',
    }
  }
  if (!places) throw new Error('the file is empty')
}

function columnsOf(titles: readonly string[]): Record<(typeof needed)[number], number> {
  const at = (name: string): number =>
    titles.findIndex((title) => title.trim().toLowerCase() === name.toLowerCase())
  const missing = needed.filter((name) => at(name) < 0)
  if (missing.length > 0)
    throw new Error(`the first line must name the columns; missing: ${missing.join(', ')}`)
  return {
    LName: at('LName'),
    BankCode: at('BankCode'),
    ProvinceName: at('ProvinceName'),
    CityName: at('CityName'),
  }
}

/** The cells of a line; undefined when a quoted cell does not end. */
function cellsOf(line: string): string[] | undefined {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const [whole, quoted, bare = ''] = /^(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/.exec(rest) ?? []
    if (whole === undefined) return undefined
    cells.push(quoted?.replaceAll('""', '"') ?? bare)
    if (whole.length === rest.length) return cells
    rest = rest.slice(whole.length + 1)
  }
}

type FindPlace = (province: string, city: string) => NamedPlace | undefined

/** The branch of a line, or what is wrong with it. */
function branchOf(line: Line, findPlace: FindPlace): BranchRow | string {
  const { BankCode: no, LName: name, ProvinceName: province, CityName: city } = line
  if (!isBranchNo(no)) return `${no === '' ? 'an empty text' : no} is no branch number`
  if (!BranchName.safeParse(name).success) return 'the name of the branch is empty or too long'
  if (!PlaceName.safeParse(province).success || !PlaceName.safeParse(city).success)
    return 'the name of a place is too long'
  const place = findPlace(province, city) ?? { province, city, province_code: '', city_code: '' }
  return { bank_no: no, bank_code: no.slice(0, 3), name, ...place }
}
