type Create = (tag: string, options?: ElementCreationOptions) => HTMLElement

/**
 * antd passes the nonce of the page on to its styles, but some parts beneath it (the lock that keeps a page from
 * scrolling under a drawer, the measuring of scroll bars) make style elements without, which the content security
 * policy would drop. Only scripts of ours can create elements, so a style made by script may have the nonce.
 */
export function giveNonceToStyles(nonce: string): void {
  if (nonce === '') return
  const create: Create = document.createElement.bind(document)
  document.createElement = (tag: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(tag, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
