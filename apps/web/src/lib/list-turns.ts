import { useState } from 'react'
import { useNavigate } from 'react-router'

import { listAddress, rememberedRows, rememberList, rememberRows } from './list-address.ts'
import { numberedEdges, type Turns, useTurns } from './turns.ts'
import { writePage } from './url-state.ts'

type ListTurns = {
  /** The path of the list. */
  list: string
  id: string
  /** The address of a record's page. */
  to: (id: string) => string
  /** The records of a page of the list, with the filters of its address. */
  read: (params: URLSearchParams, page: { pageNum: number; pageSize: number }) => Promise<readonly string[]>
}

/** The ways from the page of a record to those before and after it, in the order of the list that this tab last showed. */
export function useListTurns({ list, id, to, read }: ListTurns): Turns | undefined {
  const navigate = useNavigate()
  const [rows] = useState(() => rememberedRows(list))
  // Back leads to the list, however many records were turned.
  const go = (next: string): void => void navigate(to(next), { replace: true })
  const isShown = (one: string): boolean => to(one).split('?')[0] === globalThis.location.pathname
  const { page = 1, size = 1, count = 0 } = rows ?? {}
  const params = new URLSearchParams(listAddress(list).split('?')[1])
  const edges = numberedEdges({
    page,
    size,
    count,
    read: (pageNum) => read(params, { pageNum, pageSize: size }),
    open: (next, { page: turned, ids, passed }) => {
      rememberList(list, writePage(params, { page: turned, size, standardSize: 0 }).toString())
      rememberRows(list, { ids: [...ids], passed: [...passed], page: turned, size, count })
      go(next)
    },
  })
  return useTurns({
    id,
    idNow: () => rows?.ids.find(isShown),
    ids: rows?.ids,
    passed: rows?.passed ?? [],
    go,
    before: page > 1 ? edges.before : undefined,
    after: page * size < count ? edges.after : undefined,
  })
}
