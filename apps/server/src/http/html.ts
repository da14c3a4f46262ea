/** Pages that the server writes itself, without scripts. */
import { createHash } from 'node:crypto'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The content policy of a page that has this style, forms to itself, and nothing else. */
export const policyOf = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
