import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { z } from 'zod'

import type { opensAnew } from '../lib/opens-anew.ts'
import { keepInTab, readInTab } from '../lib/tab-storage.ts'
import { rowOpeners } from './open-row.ts'

/** The state of a link that leads back to a list. */
export const returnsToList = { returnsToList: true } as const

/** How far a list was scrolled when it was left, and the link that had the focus. */
const Position = z.object({
  search: z.string(),
  tops: z.array(z.number()),
  opened: z.string().nullable(),
})

type LinkState = Partial<typeof returnsToList & typeof opensAnew>

let pagesShown = 0

/** Counts the pages since the console was loaded. */
export const notePage = (): void => void (pagesShown += 1)

const nameOf = (path: string): string => `position ${path}`

/** What may scroll, by the size of the window: the frame of the rows, the content of the page, or the page. */
const scrollers = (body: Element): (Element | null)[] => [
  body.querySelector('.sw-table-frame'),
  body.closest('.sw-content'),
  document.scrollingElement,
]

function keep(path: string, search: string, body: Element): void {
  const focused = document.activeElement?.closest('tr, .sw-data-card')
  const opener = rowOpeners(body).find((one) => focused?.contains(one))
  keepInTab(nameOf(path), {
    search,
    tops: scrollers(body).map((one) => one?.scrollTop ?? 0),
    opened: opener?.getAttribute('href') ?? null,
  })
}

function restore(path: string, search: string, body: Element): void {
  const { data: position } = Position.safeParse(readInTab(nameOf(path)))
  if (position?.search !== search) return
  keepInTab(nameOf(path), undefined)
  scrollers(body).forEach((one, index) =>
    one?.scrollTo({ top: position.tops[index] ?? 0, behavior: 'instant' }),
  )
  const opener = rowOpeners(body).find((one) => one.getAttribute('href') === position.opened)
  if (position.opened !== null) opener?.focus({ preventScroll: true })
}

/**
 * Keeps how far a list is scrolled when the user leaves it, and scrolls it there again when the user comes back: by the
 * browser's Back, or by the link of a record's page. A list that is opened anew begins at its top. `hasRows` is false
 * while the rows load, and where there are none.
 */
export function useListPosition(body: RefObject<Element | null>, hasRows: boolean): void {
  const location = useLocation()
  const { pathname, search } = location
  const isBack = useNavigationType() === NavigationType.Pop
  const begin = useEffectEvent((element: Element, address: string) => {
    const { returnsToList: isLink = false, opensAnew: isAnew = false } = (location.state ?? {}) as LinkState
    // The router takes the page that was loaded for a step back, too.
    const isReturn = isLink || (isBack && pagesShown > 1)
    // A list in a drawer has no place of its own.
    if (element.closest('[role="dialog"]')) return undefined
    if (isReturn) restore(pathname, address, element)
    else if (isAnew) scrollers(element).forEach((one) => one?.scrollTo({ top: 0, behavior: 'instant' }))
    return () => keep(pathname, address, element)
  })
  // Rows from the cache come without loading, so another page or filter is known by its address alone.
  useLayoutEffect(() => {
    const { current: element } = body
    return hasRows && element ? begin(element, search) : undefined
  }, [body, hasRows, search])
}
