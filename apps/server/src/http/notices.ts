import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { addressKey, take } from '../kernel/limits.ts'
import { takeReview } from '../modules/bankcards/index.ts'
import { takeNotice } from '../modules/payments/index.ts'
import { originOf } from './origin.ts'

const bodyLimit = 64 * 1024
/** Refused messages to accounts of merchants and agents. Right ones do not count, and never wait. */
const refusedMessages = { max: 60, windowSeconds: 60 }

/** The bytes of the body, which signatures are over, and the headers that occur once. */
const messageOf = ({ headers, body }: FastifyRequest) => ({
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  headers: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ),
})

/**
 * Messages of payment providers: `POST /notify/{client}`, of accounts of merchants and agents with a key that names the
 * account, and of a reviewer of bank cards: `POST /callback/card-review`.
 * Public, because neither has a session: each message proves itself by its signature. The addresses of platform accounts
 * are known to everyone and have the limit of all calls alone; those of others are found out by trying, so that wrong
 * messages to them are limited for each sender.
 */
export async function serveNotices(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    for (const path of ['/notify/:client', '/notify/:client/:account'])
      scope.post<{ Params: { client: string; account?: string } }>(path, async (request, reply) => {
        const { client, account } = request.params
        const answer = await takeNotice(deps, { client, account }, messageOf(request))
        if (account !== undefined && answer.status >= 400) {
          const { address, now } = originOf(request, deps.now())
          const key = `notice:${addressKey(address)}`
          const taken = await take(deps.db.autonomous, key, refusedMessages, now)
          if (!taken.allowed) return reply.code(429).header('retry-after', String(taken.retryAfter)).send('')
        }
        return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body)
      })
    scope.post('/callback/card-review', async (request, reply) => {
      const answer = await takeReview(deps, messageOf(request), originOf(request, deps.now()))
      return answer ? reply.code(answer.status).send(answer.body) : reply.callNotFound()
    })
  })
}
