import { moneyInText, type Locale } from '@slotwise/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { addressKey, takeOrWait } from '../kernel/limits.ts'
import { findShownOrder, type ShownOrder } from '../modules/payments/index.ts'
import { type PayForm, paysByForm } from '../ports/payments/gkash.ts'
import { gkashPageWords } from './gkash-page-words.ts'
import { escapeHtml } from './html.ts'
import { localeOf, originOf } from './origin.ts'
import { documentOf, payPolicy } from './pay-page-shell.ts'

const perMinute = { max: 60, windowSeconds: 60 }
const bodyLimit = 16 * 1_024

const script = 'document.forms[0].submit()'
const policyFor = (target: string): string => payPolicy({ target, script })

/** A form that posts itself; browsers without scripts show its button. */
function formOf(locale: Locale, { action, fields }: PayForm): string {
  const words = gkashPageWords[locale]
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${hidden.join('')}<button class="pay">${words.next}</button></form>
<p class="note">${words.note}</p><script>${script}</script>`
}

function page(locale: Locale, { payment, subject }: ShownOrder, below: string): string {
  const { title } = gkashPageWords[locale]
  const money = moneyInText(payment.amount, payment.currency, locale)
  return documentOf(
    locale,
    title,
    `<h1>GKash · ${title}</h1>
<p class="amount">${escapeHtml(money)}</p>
<p class="subject">${escapeHtml(subject)}</p>
${below}`,
  )
}

/**
 * The page that the codes of GKash open: `GET /pay/gkash/{number}` posts the form of an order that waits to GKash, which
 * cannot close an order by itself. GKash leads the customer back by a POST to the same address; what that says is ignored,
 * because any browser could send it.
 */
export async function serveGkashPage(app: FastifyInstance, deps: Deps): Promise<void> {
  const limit = async (request: FastifyRequest): Promise<void> => {
    const { address, now } = originOf(request, deps.now())
    await takeOrWait(deps.db.autonomous, `pay:${addressKey(address)}`, perMinute, now)
  }
  const show = async (request: FastifyRequest, reply: FastifyReply, number: string) => {
    const order = await findShownOrder(deps, number, 'gkash')
    if (!order?.provider || !paysByForm(order.provider)) return reply.callNotFound()
    const locale = localeOf(request)
    const form = order.provider.payForm(order.payment)
    const isForm = order.state === 'waiting' && request.method === 'GET'
    const state = order.state === 'waiting' ? 'returned' : order.state
    const status = `<p class="state" role="status">${gkashPageWords[locale][state]}</p>`
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policyFor(isForm ? new URL(form.action).origin : `'none'`))
      .send(page(locale, order, isForm ? formOf(locale, form) : status))
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null))
    scope.addHook('onRequest', limit)
    for (const method of ['GET', 'POST'] as const)
      scope.route<{ Params: { number: string } }>({
        method,
        url: '/pay/gkash/:number',
        handler: (request, reply) => show(request, reply, request.params.number),
      })
  })
}
