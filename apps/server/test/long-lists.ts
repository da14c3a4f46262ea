import type { Call, InputOf, LongList } from '@slotwise/contract'

import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

type Place = { cursor?: string; day?: string; pageNum?: number; pageSize?: number }

/** Turns the pages of a long list, as the console does. */
export function longListOf<C extends Call>(app: TestApp, row: C, condition: object, as: Merchant) {
  type Row = C extends { output: { _zod: { output: { data: (infer One)[] } } } } ? One : never
  const page = async (place: Place = {}): Promise<LongList<Row>> =>
    (await app.call(row, { ...place, condition } as InputOf<C>, { as })).body.result as LongList<Row>

  /** Follows the cursors in one direction, from a page to the end of the list. */
  async function follow(
    towards: 'older' | 'newer',
    from: LongList<Row>,
    pageSize: number,
  ): Promise<LongList<Row>[]> {
    const pages = [from]
    for (let cursor = from[towards]; cursor !== null; cursor = pages.at(-1)?.[towards] ?? null)
      pages.push(await page({ cursor, pageSize }))
    return pages
  }
  return { page, follow }
}
