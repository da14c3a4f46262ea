import { isIP } from 'node:net'

import { defaultLocale, isLocale, languageCookie, type Locale, matchLocale } from '@slotwise/contract'
import type { FastifyRequest } from 'fastify'

import type { Origin } from '../kernel/ctx.ts'

function cookie(request: FastifyRequest, name: string): string | undefined {
  const pair = request.headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim()
}

/** What the caller asks for, else the language he chose last, else ours. */
export function localeOf(request: FastifyRequest): Locale {
  const remembered = cookie(request, languageCookie.name)
  return (
    matchLocale(request.headers['accept-language']) ?? (isLocale(remembered) ? remembered : defaultLocale)
  )
}

export const originOf = (request: FastifyRequest, now: Date): Origin => ({
  requestId: request.id,
  // A proxy may pass on anything; only an address counts.
  address: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  locale: localeOf(request),
  now,
})
