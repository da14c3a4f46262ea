/**
 * The address that a user was going to when the login page came first: the page that the code of a machine, or of a
 * receiver of notices, leads to. It is kept for this tab only, and only that page is accepted, because other scripts of
 * this origin may have written the value.
 */
const returnPathKey = 'slotwise.way-back'
const allowed = /^\/bind\?[\w=&%.~-]{1,400}$/

export const isReturnPath = (to: string | null): to is string => to !== null && allowed.test(to)

export function rememberReturnPath(to: string): void {
  try {
    if (isReturnPath(to)) sessionStorage.setItem(returnPathKey, to)
  } catch {
    // Without storage the user has to scan the code again after logging in.
  }
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
