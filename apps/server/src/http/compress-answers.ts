/**
 * Compresses the answers of calls: a list of 999 bills is a thirteenth of its size.
 *
 * The size of a compressed answer tells whether a guess that it repeats also stands elsewhere in it, so an answer with a
 * secret is never compressed: public calls (login answers with the tokens) and rows with `secretAnswer`. Other calls need
 * the session's headers, which a foreign page cannot send.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { Call } from '@slotwise/contract'
import type { FastifyInstance } from 'fastify'

import { accepts } from './accepted-encodings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers may be compressed, because they hold no secret. */
    compresses?: boolean
  }
}

/** What is smaller fits in a packet or two as it is. */
const worthBytes = 1_000
/** A higher level takes twice the time for a twentieth of the size. */
const options = { level: 3 }
const toGzip = promisify(gzip)

export const holdsNoSecret = ({ access, secretAnswer }: Call): boolean => access !== 'public' && !secretAnswer

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.routeOptions.config.compresses || typeof payload !== 'string') return payload
    reply.header('vary', 'accept-encoding')
    if (payload.length < worthBytes || !accepts(request.headers['accept-encoding'], 'gzip')) return payload
    // In a thread of its own.
    const small = await toGzip(payload, options)
    reply.header('content-encoding', 'gzip').header('content-length', small.length)
    return small
  })
}
