import type { Access } from '@slotwise/contract'
import type { ComponentType, ReactNode } from 'react'

import { lazyConsolePage } from '../ui/lazy-console-page.tsx'
import type { PageHint } from '../ui/page-hint-words.ts'
import type { PageLink } from '../ui/page-links.tsx'
import type { ShellWord } from './shell/shell-words.ts'

/** The submenus in their order; an entry without a group stands by itself. */
export const menuGroups = ['activity', 'statistics', 'finance', 'account'] as const satisfies ShellWord[]
export type MenuGroup = (typeof menuGroups)[number]

/** Each page gets the list of pages that the user may open; start pages show it. */
type PageComponent = ComponentType<{ pages: PageLink[] }>

export type ConsoleRoute = {
  path: `/${string}`
  /** The page's name in the menu, in the window's title and on the start page. */
  title: ShellWord
  /** The purpose of the page, in one sentence. */
  hint: PageHint
  icon: ReactNode
  access: Access
  group?: MenuGroup
  /** False for pages that are reached from other pages only. */
  inMenu?: false
  Page: PageComponent
  /** Loads the page's code ahead, while the pointer is over its link. */
  prefetch: () => void
}

/** Each page is a chunk of its own. */
export function page(
  load: () => Promise<PageComponent>,
  options?: { worksOffline: boolean },
): Pick<ConsoleRoute, 'Page' | 'prefetch'> {
  const Page = lazyConsolePage(load, options)
  return { Page, prefetch: Page.prefetch }
}
