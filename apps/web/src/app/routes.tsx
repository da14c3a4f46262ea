import {
  AlertOutlined,
  AuditOutlined,
  BellOutlined,
  CarryOutOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DollarOutlined,
  DownloadOutlined,
  ExceptionOutlined,
  GiftOutlined,
  HddOutlined,
  IdcardOutlined,
  LineChartOutlined,
  ProfileOutlined,
  RollbackOutlined,
  ShopOutlined,
  ShoppingOutlined,
  SmileOutlined,
  TagOutlined,
  TeamOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import { type Access, type Grants, mayAccess, seesDevices } from '@slotwise/contract'
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
function page(
  load: () => Promise<PageComponent>,
  options?: { worksOffline: boolean },
): Pick<ConsoleRoute, 'Page' | 'prefetch'> {
  const Page = lazyConsolePage(load, options)
  return { Page, prefetch: Page.prefetch }
}

/** The table of the console's pages: path, menu, icon, name, permission. Its order is the menu's order. */
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
    path: '/buyOrder',
    title: 'buyOrder',
    hint: 'buyOrderHint',
    icon: <ProfileOutlined aria-hidden="true" />,
    access: 'order.buyBill',
    ...page(async () => (await import('../features/bills/sales-page.tsx')).SalesPage),
  },
  {
    path: '/payOrder',
    title: 'payOrder',
    hint: 'payOrderHint',
    icon: <CreditCardOutlined aria-hidden="true" />,
    access: 'bank.payBill',
    inMenu: false,
    ...page(async () => (await import('../features/payments/payment-page.tsx')).PaymentPage),
  },
  {
    path: '/device',
    title: 'device',
    hint: 'deviceHint',
    icon: <HddOutlined aria-hidden="true" />,
    access: seesDevices,
    ...page(async () => (await import('./device/device-list.tsx')).DeviceList),
  },
  {
    path: '/device/:sn',
    title: 'oneDevice',
    hint: 'deviceHint',
    icon: <HddOutlined aria-hidden="true" />,
    access: seesDevices,
    inMenu: false,
    ...page(async () => (await import('./device/device-page.tsx')).DevicePage),
  },
  {
    // On a phone it is kept for work without a network, with the machines of the route.
    path: '/refill',
    title: 'refillList',
    hint: 'refillListHint',
    icon: <CarryOutOutlined aria-hidden="true" />,
    access: 'device.refill',
    ...page(async () => (await import('./device/refill-list.tsx')).RefillList, {
      worksOffline: true,
    }),
  },
  {
    // At the machine, with a phone. It is kept for work without a network.
    path: '/refill/:sn',
    title: 'refillVisit',
    hint: 'deviceHint',
    icon: <HddOutlined aria-hidden="true" />,
    access: 'device.refill',
    inMenu: false,
    ...page(async () => (await import('../features/refills/refill-visit-page.tsx')).RefillVisitPage, {
      worksOffline: true,
    }),
  },
  {
    path: '/alerts',
    title: 'alerts',
    hint: 'alertsHint',
    icon: <AlertOutlined aria-hidden="true" />,
    access: 'device.manage',
    ...page(async () => (await import('../features/alerts/alert-page.tsx')).AlertPage),
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
    // Prices and slots are changed by staff of devices, not of goods.
    path: '/goods/:goods/slots',
    title: 'goods',
    hint: 'goodsHint',
    icon: <ShoppingOutlined aria-hidden="true" />,
    access: 'device.price',
    inMenu: false,
    ...page(async () => (await import('../features/slots/goods-slots-page.tsx')).GoodsSlotsPage),
  },
  {
    path: '/coupon',
    title: 'coupon',
    hint: 'couponHint',
    icon: <TagOutlined aria-hidden="true" />,
    access: 'activity',
    group: 'activity',
    ...page(async () => (await import('../features/coupons/coupon-page.tsx')).CouponPage),
  },
  {
    path: '/gift',
    title: 'gift',
    hint: 'giftHint',
    icon: <GiftOutlined aria-hidden="true" />,
    access: 'activity',
    group: 'activity',
    ...page(async () => (await import('../features/vouchers/voucher-page.tsx')).VoucherPage),
  },
  {
    path: '/gift/print',
    title: 'gift',
    hint: 'giftHint',
    icon: <GiftOutlined aria-hidden="true" />,
    access: 'activity',
    group: 'activity',
    inMenu: false,
    ...page(async () => (await import('../features/vouchers/print-page.tsx')).PrintPage),
  },
  {
    path: '/referrer',
    title: 'referrer',
    hint: 'referrerHint',
    icon: <UserSwitchOutlined aria-hidden="true" />,
    access: 'activity',
    group: 'activity',
    ...page(async () => (await import('../features/referrers/referrer-page.tsx')).ReferrerPage),
  },
  {
    path: '/sicArea',
    title: 'sicArea',
    hint: 'sicHint',
    icon: <LineChartOutlined aria-hidden="true" />,
    access: 'statistics.area',
    group: 'statistics',
    ...page(async () => (await import('../features/statistics/statistics-page.tsx')).AreaStatistics),
  },
  {
    path: '/sicStore',
    title: 'sicStore',
    hint: 'sicHint',
    icon: <ShopOutlined aria-hidden="true" />,
    access: 'statistics.store',
    group: 'statistics',
    ...page(async () => (await import('../features/statistics/statistics-page.tsx')).StoreStatistics),
  },
  {
    path: '/sicDevice',
    title: 'sicDevice',
    hint: 'sicHint',
    icon: <HddOutlined aria-hidden="true" />,
    access: 'statistics.device',
    group: 'statistics',
    ...page(async () => (await import('../features/statistics/statistics-page.tsx')).DeviceStatistics),
  },
  {
    path: '/sicGoods',
    title: 'sicGoods',
    hint: 'sicGoodsHint',
    icon: <ShoppingOutlined aria-hidden="true" />,
    access: 'statistics.goods',
    group: 'statistics',
    ...page(async () => (await import('../features/statistics/statistics-page.tsx')).GoodsStatistics),
  },
  {
    path: '/download',
    title: 'download',
    hint: 'downloadHint',
    icon: <DownloadOutlined aria-hidden="true" />,
    access: 'statistics.report',
    group: 'statistics',
    ...page(async () => (await import('../features/reports/report-page.tsx')).ReportPage),
  },
  {
    path: '/refundBill',
    title: 'refundBill',
    hint: 'refundBillHint',
    icon: <RollbackOutlined aria-hidden="true" />,
    access: 'main',
    group: 'finance',
    ...page(async () => (await import('../features/bills/refund-page.tsx')).RefundPage),
  },
  {
    path: '/exceptions',
    title: 'exceptions',
    hint: 'exceptionsHint',
    icon: <ExceptionOutlined aria-hidden="true" />,
    access: 'main',
    group: 'finance',
    ...page(async () => (await import('../features/exceptions/exception-page.tsx')).ExceptionPage),
  },
  {
    path: '/bankcard',
    title: 'bankcard',
    hint: 'bankcardHint',
    icon: <CreditCardOutlined aria-hidden="true" />,
    access: 'bank.manage',
    group: 'finance',
    ...page(async () => (await import('../features/bankcards/bank-card-page.tsx')).BankCardPage),
  },
  {
    path: '/payAccount',
    title: 'payAccount',
    hint: 'payAccountHint',
    icon: <CreditCardOutlined aria-hidden="true" />,
    access: 'main',
    group: 'finance',
    ...page(async () => (await import('../features/payaccounts/pay-account-page.tsx')).PayAccountPage),
  },
  {
    path: '/fund',
    title: 'fund',
    hint: 'fundHint',
    icon: <DollarOutlined aria-hidden="true" />,
    access: 'main',
    group: 'finance',
    ...page(async () => (await import('../features/funds/fund-page.tsx')).FundPage),
  },
  {
    path: '/settle',
    title: 'settle',
    hint: 'settleHint',
    icon: <ProfileOutlined aria-hidden="true" />,
    access: 'bank.settle',
    group: 'finance',
    ...page(async () => (await import('../features/funds/settle-page.tsx')).SettlePage),
  },
  {
    path: '/site',
    title: 'site',
    hint: 'siteHint',
    icon: <ShopOutlined aria-hidden="true" />,
    access: 'bank.settle',
    group: 'finance',
    ...page(async () => (await import('../features/sites/site-page.tsx')).SitePage),
  },
  {
    path: '/site/:store',
    title: 'site',
    hint: 'siteHint',
    icon: <ShopOutlined aria-hidden="true" />,
    access: 'bank.settle',
    group: 'finance',
    inMenu: false,
    ...page(async () => (await import('../features/sites/statement-page.tsx')).StatementPage),
  },
  {
    path: '/card',
    title: 'card',
    hint: 'cardHint',
    icon: <SmileOutlined aria-hidden="true" />,
    access: 'main',
    group: 'account',
    ...page(async () => (await import('../features/members/card-page.tsx')).CardPage),
  },
  {
    path: '/member',
    title: 'member',
    hint: 'cardHint',
    icon: <SmileOutlined aria-hidden="true" />,
    access: 'main',
    group: 'account',
    inMenu: false,
    ...page(async () => (await import('../features/members/member-page.tsx')).MemberPage),
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
    path: '/notify',
    title: 'notify',
    hint: 'notifyHint',
    icon: <BellOutlined aria-hidden="true" />,
    access: 'main',
    group: 'account',
    ...page(async () => (await import('../features/notify/notify-page.tsx')).NotifyPage),
  },
  {
    path: '/integrations',
    title: 'integrations',
    hint: 'integrationsHint',
    icon: <HddOutlined aria-hidden="true" />,
    access: 'main',
    group: 'account',
    ...page(async () => (await import('../features/integrations/integrations-page.tsx')).IntegrationsPage),
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
  {
    // The bell leads there, on every page.
    path: '/inbox',
    title: 'inbox',
    hint: 'inboxHint',
    icon: <BellOutlined aria-hidden="true" />,
    access: 'signedIn',
    inMenu: false,
    ...page(async () => (await import('../features/inbox/inbox-page.tsx')).InboxPage),
  },
]

/** Old and short addresses of pages; `/m` stands on the labels of machines. The rest of the address stays. */
export const movedPaths: Readonly<Record<`/${string}`, ConsoleRoute['path']>> = {
  '/sicRegion': '/sicArea',
  '/m/:sn': '/refill/:sn',
}

/** Where / leads users who may see it. */
export const landingRoute = consoleRoutes.find(({ path }) => path === '/dashboard')

export const menuRoutes = (grants: Grants): ConsoleRoute[] =>
  consoleRoutes.filter((route) => route.inMenu !== false && mayAccess(route.access, grants))
