import type { Page } from '@slotwise/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import type { Tx } from './db.ts'

/** Limits a query to one page, for `query.$call(atPage(page))`. */
export const atPage =
  ({ pageNum, pageSize }: Page) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    query.limit(pageSize).offset((pageNum - 1) * pageSize)

/** Counts the rows of a query, whatever columns it selects. */
export async function countOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the rows of a query; counting stops at `limit`. */
export function countUpTo<DB, TB extends keyof DB, O>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, O>,
  limit: number | undefined,
): Promise<number> {
  const some = query.clearSelect().select(sql`1`.as('one'))
  return countOf(tx.selectFrom((limit === undefined ? some : some.limit(limit)).as('some')))
}

type Expressions = Readonly<Record<string, RawBuilder<unknown>>>

/** Sorts by the column that the order names, rows without a value last in both directions; without one, not at all. */
export const sortedBy =
  (order: string | undefined, columns: Expressions) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> => {
    const [name, direction] = sortingOf(order ?? '')
    const column = columns[name]
    return column ? query.orderBy(column, (by) => by[direction]().nullsLast()) : query
  }

/** The column and the direction of an order by its name: `-title` turns `title` round. */
export const sortingOf = (order: string): [column: string, direction: 'asc' | 'desc'] =>
  order.startsWith('-') ? [order.slice(1), 'desc'] : [order, 'asc']
