type Create = (tag: string, options?: ElementCreationOptions) => HTMLElement

/**
 * antd passes the page's nonce on to its styles, but some of its dependencies (the scroll lock under a drawer, the
 * measuring of scroll bars) create style elements without it, which the content security policy would drop. Only our
 * scripts can create elements, so a style created by script may have the nonce.
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
