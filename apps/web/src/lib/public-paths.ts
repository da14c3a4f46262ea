/** The pages before login, by path in lower case. */
export type PublicPath =
  | '/login'
  | '/signup'
  | '/forget'
  | '/invite'
  | '/bind'
  | '/api-docs'
  | '/404'
  | '/wechat-only'

/** The path in lower case and without a trailing slash, because people type addresses. */
export const plainPath = (pathname: string): string => pathname.toLowerCase().replace(/(.)\/+$/, '$1')

/**
 * The addresses of the console (`app/routes.tsx`), which only loads after the login; a test keeps them the same. Any
 * other address leads nowhere, with a session and without.
 */
export const consolePaths = [
  '/',
  '/dashboard',
  '/buyOrder',
  '/payOrder',
  '/device',
  '/device/:sn',
  '/refill',
  '/refill/:sn',
  '/m/:sn',
  '/alerts',
  '/region',
  '/goods',
  '/goods/:goods/slots',
  '/coupon',
  '/gift',
  '/gift/print',
  '/referrer',
  '/sicRegion',
  '/sicArea',
  '/sicStore',
  '/sicDevice',
  '/sicGoods',
  '/download',
  '/refundBill',
  '/exceptions',
  '/bankcard',
  '/payAccount',
  '/fund',
  '/settle',
  '/site',
  '/site/:store',
  '/card',
  '/member',
  '/subUser',
  '/role',
  '/notify',
  '/integrations',
  '/audit',
  '/inbox',
] as const

const isConsolePath = (path: string): boolean =>
  consolePaths.some((pattern) =>
    new RegExp(`^${pattern.toLowerCase().replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )

/** Whether a visitor without a session is shown the login page there: it comes before every page of the console. */
export function leadsToLogin(pathname: string): boolean {
  const path = plainPath(pathname)
  return path === '/login' || isConsolePath(path)
}
