import { useState } from 'react'
import { useNavigate } from 'react-router'

import { CallError } from './client.ts'
import { listAddress, rememberedRows, rememberList, rememberRows } from './list-address.ts'
import { findNeighbour, type FoundNeighbour, numberedEdges, type Turns, useTurns } from './turns.ts'
import { usualPageSize, writePage } from './url-state.ts'

type PageOf = { pageNum: number; pageSize: number }

type ListTurns = {
  /** The path of the list. */
  list: string
  id: string
  /** The address of a record's page. */
  to: (id: string) => string
  /** The records of a page of the list, with the filters of its address. */
  read: (params: URLSearchParams, page: PageOf) => Promise<{ ids: readonly string[]; count: number }>
  /** Records that are opened by a link, a search or a scan have neighbours, too: those in the whole list. */
  inWholeList?: boolean
  /** The rows that the list has on a page unless the user chooses another number. */
  standardSize?: number
}

/**
 * The ways from the page of a record to those before and after it, in the order of the list that this tab last showed;
 * for a record that is not on its page, in the order of the whole list, whose filters are then left behind.
 */
export function useListTurns({
  list,
  id,
  to,
  read,
  inWholeList = false,
  standardSize = usualPageSize,
}: ListTurns): Turns | undefined {
  const navigate = useNavigate()
  const [rows] = useState(() => rememberedRows(list))
  const [isTurning, setTurning] = useState(false)
  // Back leads to the list, however many records were turned.
  const go = (next: string): void => void navigate(to(next), { replace: true })
  const isShown = (one: string): boolean => to(one).split('?')[0] === globalThis.location.pathname
  const { page = 1, size = 1, count = 0 } = rows ?? {}
  const params = new URLSearchParams(listAddress(list).split('?')[1])
  const edges = numberedEdges({
    page,
    size,
    count,
    read: async (pageNum) => (await read(params, { pageNum, pageSize: size })).ids,
    open: (next, { page: turned, ids, passed }) => {
      rememberList(list, writePage(params, { page: turned, size, standardSize: 0 }).toString())
      rememberRows(list, { ids: [...ids], passed: [...passed], page: turned, size, count })
      go(next)
    },
  })
  const turns = useTurns({
    id,
    idNow: () => rows?.ids.find(isShown),
    ids: rows?.ids,
    passed: rows?.passed ?? [],
    go,
    before: page > 1 ? edges.before : undefined,
    after: page * size < count ? edges.after : undefined,
  })
  if (turns || !inWholeList) return turns

  const whole = new URLSearchParams()
  const open = ({ id: next, ...found }: FoundNeighbour): void => {
    rememberList(list, writePage(whole, { ...found, standardSize }).toString())
    rememberRows(list, found)
    go(next)
  }
  const turnTo = async (side: 'before' | 'after'): Promise<boolean> => {
    setTurning(true)
    try {
      const found = await findNeighbour(id, side, {
        size: standardSize,
        read: (pageOf) => read(whole, pageOf),
      })
      if (found) open(found)
      return found !== undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return true
    } finally {
      setTurning(false)
    }
  }
  return { before: () => turnTo('before'), after: () => turnTo('after'), isTurning }
}
