/** The pages before login besides the login page itself, by path in lower case. */
const otherPublicPaths = ['/signup', '/forget', '/invite', '/bind', '/404', '/wechat-only'] as const
export type PublicPath = '/login' | (typeof otherPublicPaths)[number]

/** The path in lower case and without a trailing slash, because people type addresses. */
export const plainPath = (pathname: string): string => pathname.toLowerCase().replace(/(.)\/+$/, '$1')

/** Whether a visitor without a session is shown the login page there: it comes before every page of the console. */
export const leadsToLogin = (pathname: string): boolean =>
  !otherPublicPaths.some((path) => path === plainPath(pathname))
