import type { FastifyInstance } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { takeNotice } from '../modules/payments/index.ts'

const bodyLimit = 64 * 1024

/**
 * Messages of payment providers: `POST /notify/{client}`. Public, because providers have no session: each message proves
 * itself by its signature, which is over the bytes of the body.
 */
export async function serveNotices(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { client: string } }>('/notify/:client', async (request, reply) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
      )
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const answer = await takeNotice(deps, request.params.client, { body, headers })
      return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body)
    })
  })
}
