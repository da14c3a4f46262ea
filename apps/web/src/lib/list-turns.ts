import { useState } from 'react'
import { useNavigate } from 'react-router'

import { listAddress, rememberedRows, rememberList, rememberRows } from './list-address.ts'
import { type PageBeside, type Turns, useTurns } from './turns.ts'
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
  const beside = (step: 1 | -1): PageBeside | undefined => {
    if (!rows) return undefined
    const { size, count } = rows
    const page = rows.page + step
    if (page < 1 || (page - 1) * size >= count) return undefined
    const params = new URLSearchParams(listAddress(list).split('?')[1])
    return {
      read: () => read(params, { pageNum: page, pageSize: size }),
      go: (next, ids) => {
        rememberList(list, writePage(params, { page, size, standardSize: 0 }).toString())
        rememberRows(list, { ids: [...ids], page, size, count })
        go(next)
      },
    }
  }
  return useTurns({ id, ids: rows?.ids, go, before: beside(-1), after: beside(1) })
}
