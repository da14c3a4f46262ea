/** The page that a coupon's QR code opens: `/c/{token}`. A buyer receives the coupon there, without an account. */
import { randomBytes } from 'node:crypto'

import { CouponCardno, countryFacts, type Locale, matchLocale } from '@slotwise/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { addressKey, take } from '../kernel/limits.ts'
import { hashToken } from '../kernel/tokens.ts'
import { offeredAt, receiveCoupon } from '../modules/coupons/index.ts'
import { messagePage, type Notice, offerPage, pagePolicy } from './coupon-page-html.ts'
import { cookieOf, originOf } from './origin.ts'

const looks = { max: 60, windowSeconds: 60 }
const presses = { max: 10, windowSeconds: 60 }
const bodyLimit = 1_024

/** The browser keeps a random number; only its digest is stored. */
const buyerCookie = 'buyer'
const keptSeconds = 400 * 86_400

const buyerOf = (request: FastifyRequest): string | undefined => {
  const kept = cookieOf(request, buyerCookie)
  return kept !== undefined && /^[\w-]{22}$/.test(kept) ? kept : undefined
}

type At = { Params: { token: string } }

export async function serveCouponPage(app: FastifyInstance, deps: Deps): Promise<void> {
  const send = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
    reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('x-robots-tag', 'noindex')
      .send(html)

  /** Answers a request that comes too often, and returns true. */
  async function isTooOften(
    request: FastifyRequest,
    reply: FastifyReply,
    limit: typeof looks,
  ): Promise<boolean> {
    const { address, now } = originOf(request, deps.now())
    const key = `coupon:${limit.max}:${addressKey(address)}`
    const taken = await take(deps.db.autonomous, key, limit, now)
    if (taken.allowed) return false
    reply.header('retry-after', String(taken.retryAfter))
    send(reply, messagePage(askedLocale(request) ?? 'zh-CN', 'wait'), 429)
    return true
  }

  async function show(
    request: FastifyRequest<At>,
    reply: FastifyReply,
    notice?: Notice,
    status?: number,
  ): Promise<FastifyReply> {
    const buyer = buyerOf(request)
    const offered = await offeredAt(deps, request.params.token, buyer ? hashToken(buyer) : undefined)
    const asked = askedLocale(request)
    if (!offered) return send(reply, messagePage(asked ?? 'zh-CN', 'unknown'), 404)
    if (buyer === undefined) giveCookie(request, reply)
    const locale = asked ?? countryFacts[offered.merchant.country].language
    return send(reply, offerPage(locale, offered, notice), status)
  }

  function giveCookie(request: FastifyRequest, reply: FastifyReply): void {
    const isSecure = deps.config.secure || request.protocol === 'https'
    reply.header(
      'set-cookie',
      `${buyerCookie}=${randomBytes(16).toString('base64url')}; Path=/c/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    )
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.get<At>('/c/:token', async (request, reply) =>
      (await isTooOften(request, reply, looks)) ? reply : show(request, reply),
    )
    scope.post<At>('/c/:token', async (request, reply) => {
      if (await isTooOften(request, reply, presses)) return reply
      if (!isOwnForm(request, deps.config.publicUrl)) return show(request, reply, 'crossSite', 403)
      const buyer = buyerOf(request)
      if (buyer === undefined) return show(request, reply, 'cookies')
      const cardno = cardIn(request.body)
      if (cardno === undefined) return show(request, reply, 'wrongCard')
      const { token } = request.params
      const outcome = await receiveCoupon(deps, token, { browser: hashToken(buyer), cardno })
      // The page is asked for anew, so that reloading it does not receive again.
      if (outcome === 'received') return reply.redirect(`/c/${encodeURIComponent(token)}`, 303)
      return show(request, reply, outcome === 'limit' ? 'limitReached' : undefined)
    })
  })
}

const askedLocale = ({ headers }: FastifyRequest): Locale | undefined =>
  matchLocale(headers['accept-language'])

/** The card number as typed, without spaces; undefined when it cannot be one. */
function cardIn(body: unknown): string | undefined {
  const typed = body instanceof URLSearchParams ? (body.get('cardno') ?? '') : ''
  const parsed = CouponCardno.safeParse(typed)
  return parsed.success ? parsed.data.replace(/\s+/g, '') : undefined
}

/** Whether the form was sent by our own page: other sites must not press the button for a buyer. */
function isOwnForm({ headers, host }: FastifyRequest, publicUrl: string | null | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const sender = new URL(origin).host
  return sender === host || (publicUrl != null && sender === new URL(publicUrl).host)
}
