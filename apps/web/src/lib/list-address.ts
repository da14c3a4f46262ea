import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'

import { keepInTab, readInTab } from './tab-storage.ts'

const nameOf = (path: string): string => `list ${path}`
const rowsName = (path: string): string => `rows ${path}`

/** Without the drawer: a link back to the list does not open it again. */
export function rememberList(path: string, search: string): void {
  const params = new URLSearchParams(search)
  params.delete('open')
  keepInTab(nameOf(path), params.toString())
}

/** The address at which this tab last showed a list: with its filters and its page. */
export function listAddress(path: string): string {
  const search = readInTab(nameOf(path))
  return typeof search === 'string' && search !== '' ? `${path}?${search}` : path
}

/** A page of a list as this tab last showed it, in its order. */
const ListRows = z.object({
  ids: z.array(z.string()).max(999),
  /** The records of the pages before it that were turned through since the list was shown. */
  passed: z.array(z.string()).optional(),
  page: z.int().min(1),
  size: z.int().min(1),
  count: z.int().min(0),
})
export type ListRows = z.infer<typeof ListRows>

export const rememberRows = (path: string, rows: ListRows): void => keepInTab(rowsName(path), rows)

export const rememberedRows = (path: string): ListRows | undefined =>
  ListRows.safeParse(readInTab(rowsName(path))).data

/**
 * For a list whose records have pages of their own, which lead back to it, and by its rows to the records before and
 * after. `rows` is undefined while they load.
 */
export function useRememberedList(rows?: ListRows): void {
  const { pathname, search } = useLocation()
  useEffect(() => rememberList(pathname, search), [pathname, search])
  const keep = useEffectEvent((_shown: string | undefined) => {
    if (rows) rememberRows(pathname, rows)
  })
  const shown = rows && `${rows.page} ${rows.size} ${rows.count} ${rows.ids.join()}`
  useEffect(() => keep(shown), [shown])
}
