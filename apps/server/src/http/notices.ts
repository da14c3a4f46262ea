import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { takeReview } from '../modules/bankcards/index.ts'
import { takeNotice } from '../modules/payments/index.ts'
import { originOf } from './origin.ts'

const bodyLimit = 64 * 1024

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
 * Public, because neither has a session: each message proves itself by its signature.
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
        return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body)
      })
    scope.post('/callback/card-review', async (request, reply) => {
      const answer = await takeReview(deps, messageOf(request), originOf(request, deps.now()))
      return answer ? reply.code(answer.status).send(answer.body) : reply.callNotFound()
    })
  })
}
