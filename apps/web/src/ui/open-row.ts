import type { MouseEvent } from 'react'

/** What has a meaning of its own when clicked; the cells of checkboxes and actions include the space around them. */
const ownMeaning = 'a, button, input, label, .sw-cell-choice, .sw-cell-actions, .sw-data-card-actions'
const nameOfRow = ':scope > th, .sw-data-card-name'

const openerOf = (row: Element): HTMLElement | null =>
  row.querySelector(nameOfRow)?.querySelector<HTMLElement>('a, button') ?? null

/** The links or buttons that open the rows of a list, in their order. */
export const rowOpeners = (list: ParentNode): HTMLElement[] =>
  [...list.querySelectorAll('tbody > tr, .sw-data-card')].flatMap((row) => openerOf(row) ?? [])

/**
 * A click in a row does what the link or button of the row's name does. Text that the user has just selected stays
 * selected, and a click with a key held down is left to the browser.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget: rows } = event
  // Dialogs of a row's actions are elsewhere in the document, but React reports their clicks here, too.
  if (!(target instanceof Element) || !rows.contains(target) || target.closest(ownMeaning)) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  if (getSelection()?.isCollapsed === false) return
  const row = target.closest('tr, .sw-data-card')
  const opener = row && openerOf(row)
  // Focus returns to the opener when the drawer closes.
  opener?.focus({ preventScroll: true })
  opener?.click()
}
