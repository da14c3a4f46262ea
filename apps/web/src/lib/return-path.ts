/**
 * The address that a user was going to when the login page came first: a page of the console, or the page that a scanned
 * code leads to. It is kept for this tab only. Only addresses of our own pages are accepted, because other scripts of this
 * origin may have written the value.
 */
import { loginPath } from './agent.ts'

const returnPathKey = 'slotwise.way-back'
const longest = 1_000
const ownPage = /^\/[\w-]+(\/[\w.~-]+)*\/?(\?[\w=&%.,:+*~-]*)?$/
/** They come before the login themselves. */
const publicPage = /^\/(login|signup|forget|invite)\b/i

export const isReturnPath = (to: string | null): to is string =>
  to !== null && to.length <= longest && ownPage.test(to) && !publicPage.test(to)

/** An address that cannot be returned to replaces an earlier one, too. */
export function rememberReturnPath(to: string): void {
  try {
    if (isReturnPath(to)) sessionStorage.setItem(returnPathKey, to)
    else sessionStorage.removeItem(returnPathKey)
  } catch {
    // Without storage the user has to open the link, or scan the code, again after logging in.
  }
}

/** The address of the login page, which leads back to the present address. */
export function loginFirst(): string {
  rememberReturnPath(location.pathname + location.search)
  return loginPath()
}

/** Where to go after logging in. */
export function returnPath(): string {
  try {
    const to = sessionStorage.getItem(returnPathKey)
    return isReturnPath(to) ? to : '/'
  } catch {
    return '/'
  }
}

export function forgetReturnPath(): void {
  try {
    sessionStorage.removeItem(returnPathKey)
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
