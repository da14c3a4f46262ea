import {
  AuditOutlined,
  DashboardOutlined,
  HddOutlined,
  IdcardOutlined,
  ShopOutlined,
  ShoppingOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { type Access, type Grants, mayAccess } from '@slotwise/contract'
import type { ComponentType, ReactNode } from 'react'

import { latePage } from '../lib/late.ts'
import type { PageLink } from '../ui/page-links.tsx'
import { PageSpinner } from '../ui/plain/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'
import type { ShellWord } from './shell/messages/messages.ts'

/** The submenus, in their order; an entry without one stands by itself. */
export const menuGroups = ['activity', 'statistics', 'finance', 'account'] as const satisfies ShellWord[]
export type MenuGroup = (typeof menuGroups)[number]

/** Every page gets the pages that its user may open; those that lead to others show them. */
type PageComponent = ComponentType<{ pages: PageLink[] }>

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
  Page: PageComponent
  /** Fetches its code ahead, while the pointer is on its way to the link. */
  prefetch: () => void
}

/** Each page is a chunk of its own. */
function page(load: () => Promise<PageComponent>): Pick<ConsoleRoute, 'Page' | 'prefetch'> {
  const Page = latePage(load, {
    waiting: <PageSpinner />,
    failed: (error, retry) => <ErrorState error={error} onRetry={retry} />,
  })
  return { Page, prefetch: Page.prefetch }
}

/** The one table of the console's pages: path, menu, icon, name, permission. Its order is the menu's. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  {
    path: '/dashboard',
    title: 'dashboard',
    hint: 'dashboardHint',
    icon: <DashboardOutlined aria-hidden="true" />,
    access: 'home',
    ...page(async () => (await import('../features/overview/overview-page.tsx')).OverviewPage),
  },
  {
    path: '/device',
    title: 'device',
    hint: 'deviceHint',
    icon: <HddOutlined aria-hidden="true" />,
    access: 'device.manage',
    ...page(async () => (await import('../features/devices/list/device-list.tsx')).DeviceList),
  },
  {
    path: '/device/:sn',
    title: 'oneDevice',
    hint: 'deviceHint',
    icon: <HddOutlined aria-hidden="true" />,
    access: 'device.manage',
    inMenu: false,
    ...page(async () => (await import('../features/devices/page/device-page.tsx')).DevicePage),
  },
  {
    path: '/region',
    title: 'region',
    hint: 'regionHint',
    icon: <ShopOutlined aria-hidden="true" />,
    access: 'store.manage',
    ...page(async () => (await import('../features/regions/region-page.tsx')).RegionPage),
  },
  {
    path: '/goods',
    title: 'goods',
    hint: 'goodsHint',
    icon: <ShoppingOutlined aria-hidden="true" />,
    access: 'goods.manage',
    ...page(async () => (await import('../features/goods/goods-page.tsx')).GoodsPage),
  },
  {
    path: '/subUser',
    title: 'subUser',
    hint: 'subUserHint',
    icon: <TeamOutlined aria-hidden="true" />,
    access: 'user.subUser',
    group: 'account',
    ...page(async () => (await import('../features/staff/sub-user-page.tsx')).SubUserPage),
  },
  {
    path: '/role',
    title: 'role',
    hint: 'roleHint',
    icon: <IdcardOutlined aria-hidden="true" />,
    access: 'user.role',
    group: 'account',
    ...page(async () => (await import('../features/staff/role-page.tsx')).RolePage),
  },
  {
    path: '/audit',
    title: 'audit',
    hint: 'auditHint',
    icon: <AuditOutlined aria-hidden="true" />,
    access: 'main',
    group: 'account',
    ...page(async () => (await import('../features/audit/audit-page.tsx')).AuditPage),
  },
]

/** Where / leads those who may see it. */
export const landingRoute = consoleRoutes.find(({ path }) => path === '/dashboard')

export const menuRoutes = (grants: Grants): ConsoleRoute[] =>
  consoleRoutes.filter((route) => route.inMenu !== false && mayAccess(route.access, grants))
