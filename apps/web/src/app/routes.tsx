import { ShopOutlined } from '@ant-design/icons'
import { type Access, type Grants, mayAccess } from '@slotwise/contract'
import { type ComponentType, lazy, type ReactNode } from 'react'

import type { ShellWord } from './shell/messages/messages.ts'

/** The submenus, in their order; an entry without one stands by itself. */
export const menuGroups = ['activity', 'statistics', 'finance', 'account'] as const satisfies ShellWord[]
export type MenuGroup = (typeof menuGroups)[number]

export type ConsoleRoute = {
  path: `/${string}`
  /** Its name, in the menu, in the window's title and on the start page. */
  title: ShellWord
  /** What it is for, in one sentence. */
  hint: ShellWord
  icon: ReactNode
  access: Access
  group?: MenuGroup
  /** False for pages that are reached from other pages only. */
  inMenu?: false
  Page: ComponentType
  /** Fetches its code ahead, while the pointer is on its way to the link. */
  prefetch: () => void
}

/** Each page is a chunk of its own. */
function page(load: () => Promise<ComponentType>): Pick<ConsoleRoute, 'Page' | 'prefetch'> {
  return {
    Page: lazy(async () => ({ default: await load() })),
    prefetch: () => void load().catch(() => undefined),
  }
}

/** The one table of the console's pages: path, menu, icon, name, permission. Its order is the menu's. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  {
    path: '/region',
    title: 'region',
    hint: 'regionHint',
    icon: <ShopOutlined aria-hidden="true" />,
    access: 'store.manage',
    ...page(async () => (await import('../features/regions/region-page.tsx')).RegionPage),
  },
]

/** Where / leads those who may see it, once there is such a page. */
export const landingRoute = consoleRoutes.find(({ path }) => path === '/dashboard')

export const menuRoutes = (grants: Grants): ConsoleRoute[] =>
  consoleRoutes.filter((route) => route.inMenu !== false && mayAccess(route.access, grants))
