import { useEffect, useRef, useState } from 'react'

import { CallError } from './client.ts'
import { type FilterSchema, type ListState, writePage } from './url-state.ts'

/** The page of a list before or after the one that holds a record. */
export type PageBeside = {
  /** The records of that page, in their order. */
  read: () => Promise<readonly string[]>
  /** Opens one of them, with its page as the one that is shown below. */
  go: (id: string, ids: readonly string[]) => void
}

type TurnsOf = {
  /** The record that is open. */
  id: string | undefined
  /** The page of the list that holds it; undefined where the user did not come from a list. */
  ids: readonly string[] | undefined
  go: (id: string) => void
  before?: PageBeside | undefined
  after?: PageBeside | undefined
}

export type Turns = {
  before?: (() => void) | undefined
  after?: (() => void) | undefined
  isTurning: boolean
}

/** Where a record stands among others: those beside it, or that it is the first or the last of its page. */
export function besides(
  ids: readonly string[],
  id: string,
): { before: string | undefined; after: string | undefined } | undefined {
  const at = ids.indexOf(id)
  return at < 0 ? undefined : { before: ids[at - 1], after: ids[at + 1] }
}

/**
 * The ways from an open record to the one before and the one after it in its list, and on to the pages beside.
 * Undefined where the record is in no list. What was done to a record may take it out of the list (a machine that was
 * filled up is no longer low): then the order is the one in which the record was last seen.
 */
export function useTurns({ id, ids, go, before, after }: TurnsOf): Turns | undefined {
  const [isTurning, setTurning] = useState(false)
  const [seen, setSeen] = useState(ids)
  if (id !== undefined && ids?.includes(id) && seen?.join() !== ids.join()) setSeen(ids)
  const here = useRef(id)
  useEffect(() => {
    here.current = id
  }, [id])
  const shown = id === undefined || seen === undefined ? undefined : besides(seen, id)
  if (!shown || seen === undefined) return undefined
  const toPage = async (page: PageBeside, at: 0 | -1): Promise<void> => {
    setTurning(true)
    try {
      const found = await page.read()
      const next = found.at(at)
      if (next === undefined) return
      setSeen(found)
      page.go(next, found)
    } catch (error) {
      // The call has told why.
      if (!(error instanceof CallError)) throw error
    } finally {
      setTurning(false)
    }
  }
  // From where the user is by now: a second press may come before the first one is shown.
  const turn = (side: 'before' | 'after', page: PageBeside | undefined, at: 0 | -1): void => {
    const next = besides(seen, here.current ?? '')?.[side]
    here.current = next ?? here.current
    if (next !== undefined) go(next)
    else if (page) void toPage(page, at)
  }
  return {
    before: shown.before !== undefined || before ? () => turn('before', before, -1) : undefined,
    after: shown.after !== undefined || after ? () => turn('after', after, 0) : undefined,
    isTurning,
  }
}

/** The pages before and after the one that a list shows below an open drawer. */
export function pagesBeside(
  { page, size, turnDrawer }: Pick<ListState<FilterSchema>, 'page' | 'size' | 'turnDrawer'>,
  count: number,
  read: (page: number) => Promise<readonly string[]>,
): Pick<TurnsOf, 'before' | 'after'> {
  const beside = (to: number): PageBeside | undefined =>
    to < 1 || (to - 1) * size >= count
      ? undefined
      : {
          read: () => read(to),
          go: (id) => turnDrawer(id, (now) => writePage(now, { page: to, size, standardSize: 0 })),
        }
  return { before: beside(page - 1), after: beside(page + 1) }
}
