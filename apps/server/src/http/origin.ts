import { isIP } from 'node:net'

import { defaultLocale, isLocale, languageCookie, type Locale, matchLocale } from '@slotwise/contract'
import type { FastifyRequest } from 'fastify'

import type { Origin } from '../kernel/ctx.ts'

/** The value of a cookie. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pair = request.headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim()
}

/** The language that the request asks for, else the one the user chose last, else the default. */
export function localeOf(request: FastifyRequest): Locale {
  const remembered = cookieOf(request, languageCookie.name)
  return (
    matchLocale(request.headers['accept-language']) ?? (isLocale(remembered) ? remembered : defaultLocale)
  )
}

export const originOf = (request: FastifyRequest, now: Date): Origin => ({
  requestId: request.id,
  // A proxy may pass on any text; only an IP address counts.
  address: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  locale: localeOf(request),
  site: `${request.protocol}://${request.host}`,
  now,
})

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** The names of this computer with any port. A page of another name that its owner lets point here is another site's. */
const ownName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** What proxies add to the requests that they pass on. */
const ofProxies = /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/**
 * Whether a request was made on this computer and to it by name, and not passed on by a proxy that runs on it. A proxy
 * that adds no header is recognised only where it speaks HTTP/1.0, as nginx did by default; no browser does.
 */
export const isFromHere = ({ ip, headers, raw }: FastifyRequest): boolean =>
  loopback.has(ip) &&
  ownName.test(headers.host ?? '') &&
  raw.httpVersion !== '1.0' &&
  !Object.keys(headers).some((name) => ofProxies.test(name))
