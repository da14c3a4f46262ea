import type { FastifyInstance } from 'fastify'

import { AppError } from '../kernel/errors.ts'

const windowMs = 10_000

/**
 * A coarse ceiling for one address, against loops gone wild. Rough on purpose: counted in this process only, because
 * it guards this process; limits that matter for safety are counted in the database.
 */
export function limitCalls(app: FastifyInstance, max: number): void {
  let counts = new Map<string, number>()
  let windowEnds = 0
  app.addHook('onRequest', async (request) => {
    // By the route that answers, however the address was spelt; the console's own files are many and cheap.
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
