/**
 * Calls with a key of a merchant's system (`Authorization: Bearer sk_…`) instead of a session.
 *
 * A key may make so many calls in ten seconds, counted in this process, because the limit protects this process. Refused
 * keys are counted for their address in the database: then further wrong ones wait, and right ones do not.
 */
import type { FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { AppError } from '../kernel/errors.ts'
import { addressKey, takeOrWait } from '../kernel/limits.ts'
import { hashToken, tenantOfKey } from '../kernel/tokens.ts'
import { originOf } from './origin.ts'

const windowMs = 10_000
export const callsOfKey = 100
const refusedKeys = { max: 20, windowSeconds: 60 }

/** The key of a request; undefined for a request with a session, or with neither. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  if (headers['x-access-token'] !== undefined) return undefined
  return /^bearer +(.+?) *$/i.exec(headers.authorization ?? '')?.[1]
}

export type KeyCalls = <T>(
  request: FastifyRequest,
  key: string,
  work: (tenantId: string) => Promise<T>,
) => Promise<T>

/** Runs calls with keys within their limits. */
export function makeKeyCalls(deps: Deps): KeyCalls {
  let counts = new Map<string, number>()
  let windowEnds = 0

  function limit(key: string): void {
    const now = Date.now()
    if (now >= windowEnds) {
      counts = new Map()
      windowEnds = now + windowMs
    }
    const name = hashToken(key).toString('base64')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > callsOfKey) throw new AppError('wait', { seconds: Math.ceil((windowEnds - now) / 1000) })
  }

  async function refuse(request: FastifyRequest): Promise<never> {
    const { address, now } = originOf(request, deps.now())
    await takeOrWait(deps.db.autonomous, `key:${addressKey(address)}`, refusedKeys, now)
    throw new AppError('keyRefused')
  }

  return async (request, key, work) => {
    limit(key)
    const tenantId = tenantOfKey(key)
    if (tenantId === undefined) return refuse(request)
    try {
      return await work(tenantId)
    } catch (error) {
      if (error instanceof AppError && error.code === 'keyRefused') return refuse(request)
      throw error
    }
  }
}
