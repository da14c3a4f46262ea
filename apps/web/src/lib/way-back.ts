/**
 * Where somebody was going when the login page came in between: the page that a code on a machine leads to. It is
 * kept for this tab only, and only ever leads to that page, whatever else somebody may have written there.
 */
const wayBackKey = 'slotwise.way-back'
const allowed = /^\/bind\?[\w=&%.~-]{1,400}$/

export const isWayBack = (to: string | null): to is string => to !== null && allowed.test(to)

export function rememberWayBack(to: string): void {
  try {
    if (isWayBack(to)) sessionStorage.setItem(wayBackKey, to)
  } catch {
    // Then the code has to be scanned once more after logging in.
  }
}

/** Where to go after logging in. */
export function wayBack(): string {
  try {
    const to = sessionStorage.getItem(wayBackKey)
    return isWayBack(to) ? to : '/'
  } catch {
    return '/'
  }
}

export function forgetWayBack(): void {
  try {
    sessionStorage.removeItem(wayBackKey)
  } catch {
    // Nothing was kept there.
  }
}
