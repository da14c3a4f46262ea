import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { checkWechat, takeTelegramEvent, takeWechatEvent } from '../modules/notify/index.ts'
import { originOf } from './origin.ts'

/** Telegram repeats what is refused as too long, and a message may quote another one. */
const bodyLimit = 256 * 1024

/** The values that occur once. */
const single = (all: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

const messageOf = ({ headers, query, body }: FastifyRequest) => ({
  headers: single(headers),
  query: single(query),
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
})

type Answer = { status: number; contentType: string; body: string }

const send = (reply: FastifyReply, answer: Answer | undefined): unknown =>
  answer
    ? reply.code(answer.status).header('content-type', answer.contentType).send(answer.body)
    : reply.callNotFound()

/** Where chat apps tell who scanned a code or left: `/chat/wechat` and `/chat/telegram`. */
export async function serveChatEvents(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Apps repeat an event only if its answer has another status than 200, which calls never have.
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 503
      if (status >= 500) request.log.warn({ err: error }, 'an event of a chat app')
      return reply.code(status).send('')
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.get('/chat/wechat', async (request, reply) => send(reply, checkWechat(deps, single(request.query))))
    scope.post('/chat/wechat', async (request, reply) =>
      send(reply, await takeWechatEvent(deps, messageOf(request), originOf(request, deps.now()))),
    )
    scope.post('/chat/telegram', async (request, reply) =>
      send(reply, await takeTelegramEvent(deps, messageOf(request), originOf(request, deps.now()))),
    )
  })
}
