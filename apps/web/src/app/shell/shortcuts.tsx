import { mayAccess } from '@slotwise/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useGrants } from '../../ui/can.tsx'
import { rowOpeners } from '../../ui/open-row.ts'
import { consoleRoutes } from '../routes.tsx'
import { shortcutRequests } from './shell-requests.ts'
import { overlay } from './overlays.ts'
import { shellWords } from './shell-words.ts'
import { areShortcutsOn, jumps, type Shortcut, shortcutOf } from './shortcut-keys.ts'

const ShortcutList = lazyDialog(async () => (await import('./shortcut-list.tsx')).ShortcutList)

/** So long `g` waits for the letter of a page. */
const awaitMs = 1_500

/** Where a letter is text, or chooses an entry. */
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu]'
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typing) !== null

function focusRow(step: 1 | -1): void {
  const rowOf = (element: Element | null) => element?.closest('tr, .sw-data-card') ?? null
  const all = rowOpeners(document)
  const here = rowOf(document.activeElement)
  const at = all.findIndex((one) => here !== null && rowOf(one) === here)
  const next = at < 0 ? (step > 0 ? all[0] : all.at(-1)) : all[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

const routeOf = (path: string) => consoleRoutes.find((route) => route.path === path)

/** The keys that act wherever no field has the focus, and the list of them. */
export function Shortcuts() {
  const t = useT(shellWords)
  const navigate = useNavigate()
  const grants = useGrants()
  const [isListed, setListed] = useState(false)
  const run = useEffectEvent((shortcut: Shortcut): void => {
    if (shortcut.kind === 'list') setListed(true)
    if (shortcut.kind === 'row') focusRow(shortcut.step)
    if (shortcut.kind === 'search')
      document.querySelector<HTMLElement>('main .sw-filter-search input')?.focus()
    if (shortcut.kind === 'press')
      (overlay() ?? document.querySelector('main'))
        ?.querySelector<HTMLElement>(`[aria-keyshortcuts="${shortcut.key}"]`)
        ?.click()
    if (shortcut.kind === 'jump') {
      const route = routeOf(shortcut.path)
      if (route && mayAccess(route.access, grants)) void navigate(route.path)
    }
  })
  useEffect(() => {
    let awaitedUntil = 0
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!areShortcutsOn() || event.defaultPrevented) return
      const shortcut = shortcutOf(event, {
        isAwaiting: event.timeStamp < awaitedUntil,
        isTyping: isTyping(event.target),
        isCovered: overlay() !== undefined,
      })
      awaitedUntil = shortcut?.kind === 'await' ? event.timeStamp + awaitMs : 0
      if (!shortcut) return
      event.preventDefault()
      run(shortcut)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => shortcutRequests.subscribe(() => setListed(true)), [])
  if (!isListed) return null
  const pages = Object.entries(jumps).flatMap(([key, path]) => {
    const route = routeOf(path)
    return route && mayAccess(route.access, grants) ? [{ key, name: t(route.title) }] : []
  })
  return <ShortcutList pages={pages} onClose={() => setListed(false)} />
}
