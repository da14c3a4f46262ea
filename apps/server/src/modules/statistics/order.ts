/** Rows of statistics in the order that the caller asked for. */
import type { Page } from '@slotwise/contract'

type Numbered = { id: string }
type Ordering<Group> = {
  /** The value of a column that is a figure. */
  value(group: Group, column: string): number
  names(): Promise<ReadonlyMap<string, string>>
  locale: string
}

/**
 * `sort` is a column, with a minus in front when the largest comes first. Groups of equal value stay in the order of
 * their numbers, so that pages neither repeat nor miss a row.
 */
export async function inOrder<Group extends Numbered>(
  groups: readonly Group[],
  sort: string,
  { value, names, locale }: Ordering<Group>,
): Promise<Group[]> {
  const column = sort.replace('-', '')
  const sign = sort.startsWith('-') ? -1 : 1
  const byNumber = (a: Group, b: Group): number => Number(a.id) - Number(b.id)
  if (column !== 'name')
    return groups.toSorted((a, b) => sign * (value(a, column) - value(b, column)) || byNumber(a, b))
  const known = await names()
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const name = ({ id }: Group): string => known.get(id) ?? ''
  return groups.toSorted((a, b) => sign * compare(name(a), name(b)) || byNumber(a, b))
}

/** The rows of a page; without one, all. */
export const atPage = <Row>(rows: readonly Row[], page: Page | undefined): readonly Row[] =>
  page ? rows.slice((page.pageNum - 1) * page.pageSize, page.pageNum * page.pageSize) : rows
