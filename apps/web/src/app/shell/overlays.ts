/** The dialog or drawer that covers the page, if one does. One that was closed may stay in the document, hidden. */
export const overlay = (): Element | undefined =>
  [...document.querySelectorAll('dialog[open], [role="dialog"][aria-modal="true"]')].findLast(
    (one) => one.getClientRects().length > 0,
  )
