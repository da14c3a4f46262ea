import { type Call, contract, type ExportFormat } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { jobKinds } from '../src/worker/worker.ts'
import { testApp } from './app.ts'
import { downloadExport, linesOf } from './exports.ts'
import { makeMerchant } from './factories.ts'
import { makeSamples } from './samples.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const samples = await makeSamples(app, owner)

type Row = Call & { input: { shape?: object; options?: { shape: object }[] }; output: { shape?: object } }

/** Recognised by the format in its input and the job in its answer, whatever its name. */
const isExport = ({ input, output }: Row): boolean =>
  Object.hasOwn(input.options?.[0]?.shape ?? input.shape ?? {}, 'format') &&
  Object.hasOwn(output.shape ?? {}, 'job')

const exports = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls as unknown as Record<string, Row>)
    .filter(([, row]) => isExport(row))
    .map(([name, row]) => ({ name, sample: `${domain}.${name}`, row })),
)

test('the worker knows every export of the contract', () => {
  expect(exports.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(jobKinds)
      .filter((kind) => kind !== 'goodsImport')
      .toSorted(),
  )
})

describe.each(exports)('$name', ({ row, sample }) => {
  const download = (format?: ExportFormat) =>
    downloadExport(app, row, { ...(samples.of(sample) as object), ...(format && { format }) }, { as: owner })

  test('gives a workbook, and the same lines as CSV', async () => {
    const [book, csv] = [await download(), await download('csv')]
    expect(book.headers['content-type']).toContain('spreadsheetml')
    expect(book.headers['content-disposition']).toMatch(/filename="export\.xlsx".*\.xlsx$/)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toMatch(/filename="export\.csv".*\.csv$/)
    const lines = linesOf(book.rawPayload)
    expect(lines.length).toBeGreaterThan(1)
    const headers = lines[0] ?? []
    expect(headers.filter(Boolean), 'each column has a name of its own').toEqual([...new Set(headers)])
    const [mark, text] = [csv.rawPayload.subarray(0, 3).toString('hex'), csv.rawPayload.toString()]
    expect(mark).toBe('efbbbf')
    const records = csvRecords(text.slice(1))
    expect(records[0]).toEqual(lines[0])
    // The audit begins with the exports themselves, so the lines are compared from the end.
    const same = lines.slice(1)
    expect(records.slice(-same.length).map(wordsOf)).toEqual(same.map(wordsOf))
  })

  test('refuses a format that it does not know, at its field', async () => {
    const input = { ...(samples.of(sample) as object), format: 'pdf' }
    expect((await app.post(row.path, input, { as: owner })).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'format' }] },
    })
  })
})

/**
 * Dates, amounts and empty cells are written differently in the two formats; words are the same, but for the tab behind
 * numbers that stay texts in CSV.
 */
const wordsOf = (line: readonly (string | null)[]): string[] =>
  line.flatMap((cell) => cell?.trimEnd() || []).map((cell) => (/^[-\d.: ]+$/.test(cell) ? '#' : cell))

/** Fields of a CSV text: quoted ones may contain commas, line breaks and doubled quotes. */
function csvRecords(text: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') records.push([])
  }
  return records.slice(0, -1)
}
