import { type Answer, errorCodes, errorText, type ErrorName, type FieldError } from '@slotwise/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError, wordError } from '../kernel/errors.ts'
import { localeOf } from './origin.ts'

/** Input that its schema refuses; the messages are worded already. */
export class InvalidInput extends Error {
  readonly errors: FieldError[]

  constructor(errors: FieldError[]) {
    super('invalid input')
    this.errors = errors
  }
}

declare module 'fastify' {
  interface FastifyReply {
    /** What the body says, for the log. */
    rcode: number | null
  }
}

/** What is no call of ours gets a status of HTTP; so does our own fault. Everything else is HTTP 200. */
const statusErrors: Record<number, ErrorName> = {
  400: 'notJson',
  403: 'unknownPath',
  404: 'unknownPath',
  413: 'tooLarge',
  415: 'notJson',
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ErrorName,
  status: number,
): FastifyReply {
  const msg = errorText(localeOf(request), error, { requestId: request.id })
  return send(reply.code(status), { rcode: errorCodes[error], msg, result: null })
}

/** Addresses that cannot even be taken apart never reach the hooks and handlers of the app. */
export const refuseAddress = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => refuse(request, reply, 'unknownPath', error.statusCode ?? 400)

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.rcode = answer.rcode
  return reply.send(answer)
}

/** What the driver says when no connection becomes free in time. */
const poolExhausted = 'timeout exceeded when trying to connect'

/** What PostgreSQL says to the one of two that it sends back, and to whom waited too long for somebody's row. */
const waitedInVain = new Set(['40P01', '55P03'])

export function answerErrors(app: FastifyInstance): void {
  app.decorateReply('rcode', null)
  app.setNotFoundHandler((request, reply) => refuse(request, reply, 'unknownPath', 404))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const locale = localeOf(request)
    if (error instanceof AppError) return send(reply, wordError(error, locale))
    if (error instanceof InvalidInput)
      return send(reply, {
        rcode: errorCodes.invalid,
        msg: errorText(locale, 'invalid'),
        result: { errors: error.errors },
      })
    // Every connection is taken, or two wait for each other: nothing is broken, there is just too much at once.
    if (error.message === poolExhausted || waitedInVain.has(error.code))
      return send(reply, wordError(new AppError('wait', { seconds: 2 }), locale))
    const status = error.statusCode ?? 500
    const { bodyLimit: most, config } = request.routeOptions
    if (status === 413 && config.takesFile && most)
      return send(
        reply.code(status),
        wordError(new AppError('fileTooLarge', { max: most / 1_048_576 }), locale),
      )
    if (status < 500) return refuse(request, reply, statusErrors[status] ?? 'notJson', status)
    request.log.error({ err: error }, 'fault')
    return refuse(request, reply, 'fault', 500)
  })
}
