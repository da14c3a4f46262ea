/** What the pages to pay on have in common: their look, and the document around them. They load nothing. */
import type { Locale } from '@slotwise/contract'

import { policyOf } from './html.ts'

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#f2f3f5;color:#1f2329}
main{box-sizing:border-box;width:min(100%,24rem);padding:2rem 1.5rem;text-align:center}
h1{font-size:1rem;font-weight:500;margin:0 0 1.5rem}
.amount{font-size:2.5rem;font-weight:600;margin:0;overflow-wrap:anywhere}
.subject{margin:.25rem 0 2rem;overflow-wrap:anywhere}
button{display:block;width:100%;min-height:3rem;margin:0 0 .75rem;border:1px solid #0958d9;border-radius:.5rem;font:inherit;cursor:pointer}
.pay{background:#0958d9;color:#fff}
.cancel{background:transparent;color:inherit;border-color:#8f959e}
.state{font-size:1.25rem;font-weight:500}
.note{font-size:.875rem;color:#51565d}
button:focus-visible{outline:3px solid #f0a020;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#17181a;color:#e8e9eb}.note{color:#a9aeb5}}`

export const payPolicy = (more?: Parameters<typeof policyOf>[1]): string => policyOf(style, more)

export const documentOf = (locale: Locale, title: string, content: string): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main>${content}</main></body></html>`
