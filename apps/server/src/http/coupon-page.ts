/** The page that a coupon's QR code opens: `/c/{token}`. A buyer receives the coupon there, without an account. */
import { randomBytes, timingSafeEqual } from 'node:crypto'

import { CouponCardno, countryFacts, type Locale, matchLocale } from '@slotwise/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { addressKey, giveBack as giveBackTry, take } from '../kernel/limits.ts'
import { hashCode, hashToken } from '../kernel/tokens.ts'
import { offeredAt, receiveCoupon } from '../modules/coupons/index.ts'
import { type Notice, offerPage, pagePolicy, unknownPage, waitPage } from './coupon-page-html.ts'
import { cookieOf, originOf } from './origin.ts'

const looks = { max: 60, windowSeconds: 60 }
const presses = { max: 10, windowSeconds: 60 }
/** A script can ask for any number of cookies. Many buyers behind one address are customers of the same place. */
const pieces = { max: 50, windowSeconds: 86_400 }
const bodyLimit = 1_024

/** The browser keeps a random number with our signature; only the digest of the number is stored. */
const buyerCookie = 'buyer'
const cookieSeconds = 400 * 86_400

const signatureOf = (pepper: string, buyer: string): Buffer => hashCode(pepper, 'coupon buyer', buyer)

/** The number of a browser; undefined when it has none of ours. */
function buyerOf(request: FastifyRequest, pepper: string): string | undefined {
  const cookie = /^([\w-]{22})\.([\w-]{43})$/.exec(cookieOf(request, buyerCookie) ?? '')
  if (!cookie) return undefined
  const [, buyer = '', signature = ''] = cookie
  const given = Buffer.from(signature, 'base64url')
  const own = signatureOf(pepper, buyer)
  return given.length === own.length && timingSafeEqual(given, own) ? buyer : undefined
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
    if (!taken.allowed) sendAway(request, reply, taken.retryAfter)
    return !taken.allowed
  }

  const sendAway = (request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply =>
    send(
      reply.header('retry-after', String(seconds)),
      waitPage(askedLocale(request) ?? 'zh-CN', seconds),
      429,
    )

  /** Gives a browser a piece, and counts it for the address. Pieces that are refused do not count. */
  async function receive(
    request: FastifyRequest<At>,
    holder: Parameters<typeof receiveCoupon>[2],
  ): Promise<{ outcome: Awaited<ReturnType<typeof receiveCoupon>> } | { wait: number }> {
    const { token } = request.params
    const { address, now } = originOf(request, deps.now())
    const key = `coupon piece:${hashToken(token).toString('base64url')}:${addressKey(address)}`
    const taken = await take(deps.db.autonomous, key, pieces, now)
    if (!taken.allowed) return { wait: taken.retryAfter }
    const outcome = await receiveCoupon(deps, token, holder)
    if (outcome !== 'received') await giveBackTry(deps.db.autonomous, key)
    return { outcome }
  }

  async function show(
    request: FastifyRequest<At>,
    reply: FastifyReply,
    notice?: Notice,
    status?: number,
  ): Promise<FastifyReply> {
    const buyer = buyerOf(request, deps.config.pepper)
    const offered = await offeredAt(deps, request.params.token, buyer ? hashToken(buyer) : undefined)
    const asked = askedLocale(request)
    if (!offered) return send(reply, unknownPage(asked ?? 'zh-CN'), 404)
    if (buyer === undefined) giveCookie(request, reply)
    const locale = asked ?? countryFacts[offered.merchant.country].language
    return send(reply, offerPage(locale, offered, notice), status)
  }

  function giveCookie(request: FastifyRequest, reply: FastifyReply): void {
    const buyer = randomBytes(16).toString('base64url')
    const signature = signatureOf(deps.config.pepper, buyer).toString('base64url')
    const isSecure = deps.config.secure || request.protocol === 'https'
    reply.header(
      'set-cookie',
      `${buyerCookie}=${buyer}.${signature}; Path=/c/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
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
      const buyer = buyerOf(request, deps.config.pepper)
      if (buyer === undefined) return show(request, reply, 'cookies')
      const cardno = cardIn(request.body)
      if (cardno === undefined) return show(request, reply, 'wrongCard')
      const given = await receive(request, { browser: hashToken(buyer), cardno })
      if ('wait' in given) return sendAway(request, reply, given.wait)
      const { outcome } = given
      const { token } = request.params
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
