import type { Page } from '@playwright/test'

/**
 * Opens a page of the console as a link does, without loading the console again, which costs more than all checks of a
 * state. Loads it where there is no console yet, and where a dialog does not belong to the page that was left. The page
 * is always a new one: nothing that was opened or typed on it before is left.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (!(await page.locator('.sw-shell').count()) || !(await page.evaluate(moveTo, path)))
    await page.goto(path)
}

/** Returns whether the page was left with all of its dialogs. */
async function moveTo(path: string): Promise<boolean> {
  const until = performance.now() + 10_000
  const leaveFor = async (next: string): Promise<boolean> => {
    const left = document.querySelector('#content > *')
    // Without the router's own state, so that it does not ask what to do with unsaved input.
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
    const isLeft = (): boolean => !left?.isConnected
    while (!isLeft() && performance.now() < until) await new Promise(requestAnimationFrame)
    return isLeft()
  }
  // A page that only gets another query stays as it is, so it is left for an unknown one first.
  const isSame = new URL(path, location.href).pathname === location.pathname
  if (isSame && !(await leaveFor('/no-page-between'))) return false
  if (!(await leaveFor(path))) return false
  return ![...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.checkVisibility())
}
