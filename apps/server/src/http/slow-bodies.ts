import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * How long a body may take: so long in any case, because a phone may lose its line for a moment, and then as long as it
 * comes at this rate on average. The body of a call has 128 kB at most, so a connection that trickles is held for 42 s
 * at most; a file of 4 MB also has to meet the limit of the whole request, which asks for 23 kB a second.
 */
const patience = { call: 10_000, file: 30_000, bytesPerSecond: 4_000 }
const checkMs = 1_000

class SlowBody extends Error {
  readonly statusCode = 408
}

type Arriving = { raw: FastifyRequest['raw']; since: number; before: number; graceMs: number }

/**
 * Ends requests whose bodies trickle in, so that connections that cost their sender nothing cost the server nothing.
 * Called before other hooks: a request that they refuse is answered without its body, which then comes as slowly.
 */
export function cutSlowBodies(app: FastifyInstance, now: () => Date): void {
  const arriving = new Set<Arriving>()
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.complete) return
    const graceMs = routeOptions.config.takesFile ? patience.file : patience.call
    const body = { raw, since: now().getTime(), before: raw.socket.bytesRead, graceMs }
    arriving.add(body)
    raw.once('close', () => arriving.delete(body))
  })
  const checks = setInterval(() => {
    for (const body of arriving) {
      if (body.raw.complete) arriving.delete(body)
      else if (isSlow(body, now().getTime())) {
        arriving.delete(body)
        cut(body.raw)
      }
    }
  }, checkMs)
  checks.unref()
  app.addHook('onClose', async () => clearInterval(checks))
}

function isSlow({ raw, since, before, graceMs }: Arriving, at: number): boolean {
  const bytes = raw.socket.bytesRead - before
  return at - since > graceMs + (bytes / patience.bytesPerSecond) * 1_000
}

/** The reader of the body answers its error. Where none reads, the connection ends. */
function cut(raw: FastifyRequest['raw']): void {
  const error = new SlowBody('the body comes too slowly')
  if (raw.listenerCount('error') > 0) raw.emit('error', error)
  else raw.destroy()
}
