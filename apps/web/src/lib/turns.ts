import { useState } from 'react'

import { CallError } from './client.ts'
import { type FilterSchema, type ListState, writePage } from './url-state.ts'

type Side = 'before' | 'after'

/** The records between which the user turns. */
export type TurningOrder = {
  /** The page of the list that holds the open record, in its order. */
  ids: readonly string[]
  /** The records of the pages before it that were turned through. */
  passed: readonly string[]
}

/** A page of the list as it is now, and how one of its records is opened with that page below it. */
type PageRead = { ids: readonly string[]; open: (id: string, order: TurningOrder) => void }

/** Reads the pages from the edge of the present one on: step 0 is the nearest. Undefined where the list has no more. */
export type Edge = (step: number) => Promise<PageRead | undefined>

type Turn = {
  /** The record that is open when the user presses. */
  id: string | undefined
  order: TurningOrder
  go: (id: string) => void
  edge: Edge | undefined
}

/** `here`: the user is on no record of the order. `end`: there is no further record. */
type Outcome = 'turned' | 'here' | 'end'

/** The records beside one in a list; undefined where it is not in it. */
export function neighboursOf(
  ids: readonly string[],
  id: string,
): { before: string | undefined; after: string | undefined } | undefined {
  const at = ids.indexOf(id)
  return at < 0 ? undefined : { before: ids[at - 1], after: ids[at + 1] }
}

/**
 * The record of a page at which to go on. What was done to the records may have taken them out of the list, so that
 * later ones moved up: then those not passed yet come first. Pages may overlap: the newest page of a long list is full.
 */
function recordIn(found: readonly string[], side: Side, { ids, passed }: TurningOrder): string | undefined {
  if (side === 'after') return found.find((one) => !ids.includes(one) && !passed.includes(one))
  const at = found.findIndex((one) => ids.includes(one))
  return at < 0 ? found.at(-1) : found[at - 1]
}

/**
 * The order once a record of another page is open. Records that were passed and now come after it, because the work moved
 * them down, are not visited again. Turning back, the pages left behind are before the user again.
 */
function orderAfterTurn(
  next: string,
  found: readonly string[],
  side: Side,
  { ids, passed }: TurningOrder,
): TurningOrder {
  if (side === 'before')
    return { ids: found, passed: passed.filter((one) => !found.includes(one) && !ids.includes(one)) }
  const left = [...new Set([...passed, ...ids])]
  const start = found.indexOf(next)
  return { ids: found.filter((one, at) => at <= start || !left.includes(one)), passed: left }
}

/** Opens the record before or after the open one, beyond the edge of its page where need be. */
export async function turn(side: Side, { id, order, go, edge }: Turn): Promise<Outcome> {
  const neighbours = id === undefined ? undefined : neighboursOf(order.ids, id)
  if (!neighbours) return 'here'
  const next = neighbours[side]
  if (next !== undefined) {
    go(next)
    return 'turned'
  }
  if (!edge) return 'end'
  for (let step = 0; ; step += 1) {
    const page = await edge(step)
    if (!page || (side === 'after' && page.ids.length === 0)) return 'end'
    const found = recordIn(page.ids, side, order)
    if (found === undefined) continue
    page.open(found, orderAfterTurn(found, page.ids, side, order))
    return 'turned'
  }
}

/**
 * The order that holds a record: the one that was turned to last, or else the page that the list shows below. The former
 * may be ahead of the record, because navigation takes a moment or was refused.
 */
export function orderAt(
  id: string | undefined,
  turned: TurningOrder | undefined,
  shown: readonly string[] | undefined,
): TurningOrder | undefined {
  if (id === undefined) return undefined
  if (turned?.ids.includes(id)) return turned
  return shown && { ids: shown, passed: turned?.passed ?? [] }
}

type TurnsOf = {
  /** The record that is shown. */
  id: string | undefined
  /** The record in the address: a second press may come before the first one is shown, or the first be refused. */
  idNow: () => string | undefined
  /** The page of the list that holds it; undefined where the user did not come from a list. */
  ids: readonly string[] | undefined
  passed?: readonly string[]
  go: (id: string) => void
  before?: Edge | undefined
  after?: Edge | undefined
}

/** Each direction answers false where there turns out to be no further record. */
export type Turns = {
  before?: (() => Promise<boolean>) | undefined
  after?: (() => Promise<boolean>) | undefined
  isTurning: boolean
}

/**
 * The ways from an open record to the one before and the one after it in its list, and on to the pages beside.
 * Undefined where the record is in no list. What was done to a record may take it out of the list (a machine that was
 * filled up is no longer low): then the order is the one in which the record was last seen.
 */
export function useTurns({ id, idNow, ids, passed = [], go, before, after }: TurnsOf): Turns | undefined {
  const [isTurning, setTurning] = useState(false)
  const [turned, setTurned] = useState<TurningOrder | undefined>(ids && { ids, passed })
  const shown = id !== undefined && ids?.includes(id) ? ids : undefined
  const [lastShown, setLastShown] = useState(shown?.join())
  // A record that is opened from the list again begins an order of its own.
  if (id === undefined && turned) {
    setLastShown(undefined)
    setTurned(undefined)
  }
  if (shown && shown.join() !== lastShown) {
    setLastShown(shown.join())
    setTurned({ ids: shown, passed: turned?.passed ?? passed })
  }
  const order = orderAt(id, turned, shown)
  const neighbours = order && id !== undefined ? neighboursOf(order.ids, id) : undefined
  if (!order || !neighbours) return undefined
  const turnTo = async (side: Side, edge: Edge | undefined): Promise<boolean> => {
    const follow: Edge = async (step) => {
      setTurning(true)
      const page = await edge?.(step)
      return (
        page && {
          ids: page.ids,
          open: (next, nextOrder) => {
            setTurned(nextOrder)
            page.open(next, nextOrder)
          },
        }
      )
    }
    try {
      return (await turn(side, { id: idNow(), order, go, edge: edge && follow })) !== 'end'
    } catch (error) {
      // The call has told why.
      if (!(error instanceof CallError)) throw error
      return true
    } finally {
      setTurning(false)
    }
  }
  return {
    before: neighbours.before !== undefined || before ? () => turnTo('before', before) : undefined,
    after: neighbours.after !== undefined || after ? () => turnTo('after', after) : undefined,
    isTurning,
  }
}

type Numbered = {
  page: number
  size: number
  /** As many records as the list had when it was shown. */
  count: number
  read: (page: number) => Promise<readonly string[]>
  open: (id: string, to: TurningOrder & { page: number }) => void
}

/**
 * The edges of a page with a number. Forward it is read again before the next one, because the records of the next one
 * move up to it when others leave the list.
 */
export function numberedEdges({ page, size, count, read, open }: Numbered): { before: Edge; after: Edge } {
  const reading = async (to: number): Promise<PageRead> => ({
    ids: await read(to),
    open: (id, order) => open(id, { ...order, page: to }),
  })
  return {
    before: async (step) => (page - 1 - step < 1 ? undefined : reading(page - 1 - step)),
    after: async (step) => (step > 0 && (page + step - 1) * size >= count ? undefined : reading(page + step)),
  }
}

/** A record beside another one in a whole list, and the page of the list that holds it. */
export type FoundNeighbour = { id: string; ids: string[]; page: number; size: number; count: number }

type WholePage = (of: {
  pageNum: number
  pageSize: number
}) => Promise<{ ids: readonly string[]; count: number }>

/** How many records of a whole list are read at a time, and how often. */
const readAtOnce = 100
const mostReads = 20

/**
 * Looks a record up in a whole list, for its neighbour. After a record that is not in it comes the first one: a machine
 * that was filled up has left the refill list.
 */
export async function findNeighbour(
  id: string,
  side: Side,
  { read, size }: { read: WholePage; size: number },
): Promise<FoundNeighbour | undefined> {
  const ids: string[] = []
  for (let pageNum = 1; pageNum <= mostReads; pageNum += 1) {
    const found = await read({ pageNum, pageSize: readAtOnce })
    ids.push(...found.ids)
    const isAll = found.ids.length < readAtOnce || ids.length >= found.count
    const at = ids.indexOf(id)
    if (at < 0 && !isAll) continue
    if (at < 0 && side === 'before') return undefined
    const next = side === 'before' ? at - 1 : at + 1
    if (next >= ids.length && !isAll) continue
    return placeIn(ids, next, { size, count: found.count })
  }
  return undefined
}

function placeIn(
  ids: readonly string[],
  at: number,
  { size, count }: { size: number; count: number },
): FoundNeighbour | undefined {
  const id = ids[at]
  if (id === undefined) return undefined
  const page = Math.floor(at / size) + 1
  return { id, ids: ids.slice((page - 1) * size, page * size), page, size, count }
}

type DrawerList = Pick<ListState<FilterSchema>, 'page' | 'size' | 'turnDrawer' | 'drawer'> & {
  /** The records that the list shows below, and how many it has; undefined while they load. */
  ids: readonly string[] | undefined
  count: number
  read: (page: number) => Promise<readonly string[]>
}

/** The edges of the page that a list shows below an open drawer. */
export function drawerEdges(list: DrawerList): Pick<TurnsOf, 'before' | 'after'> {
  const { page, size, count, drawer, ids, turnDrawer } = list
  const edges = numberedEdges({
    ...list,
    open: (id, to) => turnDrawer(id, (now) => writePage(now, { page: to.page, size, standardSize: 0 })),
  })
  // Where the open record has left the list, others have moved up to its page.
  const hasLeft = drawer !== undefined && ids !== undefined && !ids.includes(drawer)
  return {
    before: page > 1 ? edges.before : undefined,
    after: page * size < count || hasLeft ? edges.after : undefined,
  }
}
