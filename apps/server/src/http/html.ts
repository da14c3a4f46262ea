/** Pages that the server writes itself, without scripts. */
import { createHash } from 'node:crypto'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The content policy of a page that has this style, forms to itself or to `target`, this script if any, and nothing else. */
export const policyOf = (
  style: string,
  { target = `'self'`, script }: { target?: string; script?: string } = {},
): string =>
  [
    `default-src 'none'`,
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `form-action ${target}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
