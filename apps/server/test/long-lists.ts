import type { Call, InputOf, LongList } from '@slotwise/contract'

import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

type PageChoice = { cursor?: string; day?: string; pageNum?: number; pageSize?: number }

/** Turns the pages of a long list, as the console does. */
export function longListOf<C extends Call>(app: TestApp, row: C, condition: object, as: Merchant) {
  type Row = C extends { output: { _zod: { output: { data: (infer One)[] } } } } ? One : never
  const page = async (place: PageChoice = {}): Promise<LongList<Row>> =>
    (await app.call(row, { ...place, condition } as InputOf<C>, { as })).body.result as LongList<Row>

  /** Follows the cursors in one direction, from a page to the end of the list. A whole list must count its records. */
  async function follow(
    towards: 'older' | 'newer',
    from: LongList<Row>,
    pageSize: number,
  ): Promise<LongList<Row>[]> {
    const pages = [from]
    for (let cursor = from[towards]; cursor !== null; cursor = pages.at(-1)?.[towards] ?? null)
      pages.push(await page({ cursor, pageSize }))
    const isWhole = from[towards === 'older' ? 'newer' : 'older'] === null
    const rows = pages.reduce((sum, { data }) => sum + data.length, 0)
    if (isWhole && !from.countCapped && from.count !== rows)
      throw new Error(`the list has ${rows} records and counts ${from.count}`)
    return pages
  }
  return { page, follow }
}
