import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { keepInTab, readInTab } from './tab-storage.ts'

const nameOf = (path: string): string => `list ${path}`

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

/** For a list whose records have pages of their own, which lead back to it. */
export function useRememberedList(): void {
  const { pathname, search } = useLocation()
  useEffect(() => rememberList(pathname, search), [pathname, search])
}
