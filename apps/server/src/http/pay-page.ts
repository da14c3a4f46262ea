import { createHash } from 'node:crypto'

import { formatMoney, type Locale, payClientWords, type OnlineClient } from '@slotwise/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { addressKey, takeOrWait } from '../kernel/limits.ts'
import { type Sandbox, sandboxOf } from '../ports/payments/sandbox.ts'
import { escapeHtml, policyOf } from './html.ts'
import { localeOf, originOf } from './origin.ts'
import { payPageWords } from './pay-page-words.ts'

const perMinute = { max: 60, windowSeconds: 60 }
const bodyLimit = 1_024

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
const policy = policyOf(style)

type Payment = NonNullable<Awaited<ReturnType<Sandbox['find']>>>

function page(locale: Locale, { channel, amount, currency, subject, state }: Payment): string {
  const words = payPageWords[locale]
  const client = payClientWords[locale][channel as OnlineClient]
  const action = (name: 'pay' | 'cancel') =>
    `<button class="${name}" name="action" value="${name}">${words[name]}</button>`
  const below =
    state === 'pending'
      ? `<form method="post">${action('pay')}${action('cancel')}</form>`
      : `<p class="state" role="status">${words[state]}</p>`
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${words.title}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(client)} · ${words.title}</h1>
<p class="amount">${escapeHtml(formatMoney(amount, currency as 'CNY' | 'MYR', locale))}</p>
<p class="subject">${escapeHtml(subject)}</p>
${below}
<p class="note">${words.note}</p></main></body></html>`
}

/**
 * The page that the sandbox's QR codes open: `/pay/{number}`. A buyer pays or cancels there. Absent when real providers
 * are configured.
 */
export async function servePayPage(app: FastifyInstance, deps: Deps): Promise<void> {
  const sandbox = sandboxOf(deps.payments)
  if (!sandbox) return
  const limit = async (request: FastifyRequest): Promise<void> => {
    const { address, now } = originOf(request, deps.now())
    await takeOrWait(deps.db.autonomous, `pay:${addressKey(address)}`, perMinute, now)
  }
  const show = (request: FastifyRequest, reply: FastifyReply, payment: Payment): FastifyReply =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page(localeOf(request), payment))

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.addHook('onRequest', limit)
    scope.get<{ Params: { number: string } }>('/pay/:number', async (request, reply) => {
      const payment = await sandbox.find(request.params.number)
      return payment ? show(request, reply, payment) : reply.callNotFound()
    })
    scope.post<{ Params: { number: string } }>('/pay/:number', async (request, reply) => {
      const { number } = request.params
      const action = request.body instanceof URLSearchParams ? request.body.get('action') : null
      const done = action === 'pay' ? await sandbox.pay(number, buyerOf(request)) : undefined
      const payment = done ?? (action === 'cancel' ? await sandbox.cancel(number) : undefined)
      if (!payment) return reply.callNotFound()
      // The page is asked for anew, so that reloading it does not pay again.
      return reply.redirect(`/pay/${encodeURIComponent(number)}`, 303)
    })
  })
}

/** The same phone is the same buyer. */
const buyerOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(`${addressKey(request.ip)} ${request.headers['user-agent'] ?? ''}`)
    .digest('hex')
    .slice(0, 28)
