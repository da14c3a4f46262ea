import { createHash } from 'node:crypto'

import { moneyInText, type Locale, payClientWords, type OnlineClient } from '@slotwise/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { addressKey, takeOrWait } from '../kernel/limits.ts'
import { type Sandbox, sandboxOf } from '../ports/payments/sandbox.ts'
import { escapeHtml } from './html.ts'
import { localeOf, originOf } from './origin.ts'
import { documentOf, payPolicy } from './pay-page-shell.ts'
import { payPageWords } from './pay-page-words.ts'

const perMinute = { max: 60, windowSeconds: 60 }
const bodyLimit = 1_024

const policy = payPolicy()

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
  return documentOf(
    locale,
    words.title,
    `<h1>${escapeHtml(client)} · ${words.title}</h1>
<p class="amount">${escapeHtml(moneyInText(amount, currency as 'CNY' | 'MYR', locale))}</p>
<p class="subject">${escapeHtml(subject)}</p>
${below}
<p class="note">${words.note}</p>`,
  )
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
