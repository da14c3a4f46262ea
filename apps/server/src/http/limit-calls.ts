import type { FastifyInstance } from 'fastify'

import { AppError } from '../kernel/errors.ts'

const windowMs = 10_000

/**
 * A coarse limit of calls per address, against clients in an endless loop. Counted in this process only, because it
 * protects this process; limits that matter for security are counted in the database.
 */
export function limitCalls(app: FastifyInstance, max: number): void {
  let counts = new Map<string, number>()
  let windowEnds = 0
  app.addHook('onRequest', async (request) => {
    // Judged by the matched route, not by the spelling of the address. The console's own files are many and cheap,
    // so they do not count.
    if (request.routeOptions.url === '/*' && request.method === 'GET') return
    const now = Date.now()
    if (now >= windowEnds) {
      counts = new Map()
      windowEnds = now + windowMs
    }
    const count = (counts.get(request.ip) ?? 0) + 1
    counts.set(request.ip, count)
    if (count > max) throw new AppError('wait', { seconds: Math.ceil((windowEnds - now) / 1000) })
  })
}
