import { type Answer, errorCodes, errorText, type ErrorName, type FieldError } from '@slotwise/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isDatabaseBusy } from '../kernel/db.ts'
import { AppError, wordError } from '../kernel/errors.ts'
import { isStoreBusy } from '../ports/blobs/s3-request.ts'
import { keyOf } from './key-calls.ts'
import { localeOf } from './origin.ts'

/** Input that its schema refuses; the messages are already in the caller's language. */
export class InvalidInput extends Error {
  readonly errors: FieldError[]

  constructor(errors: FieldError[]) {
    super('invalid input')
    this.errors = errors
  }
}

declare module 'fastify' {
  interface FastifyReply {
    /** The rcode of the body, for the log. */
    rcode: number | null
  }
}

/**
 * Requests that match no call, and faults of the server, get an HTTP status, as do some refusals of keys. Every other
 * answer is HTTP 200.
 */
const statusErrors: Record<number, ErrorName> = {
  400: 'notJson',
  403: 'unknownPath',
  404: 'unknownPath',
  408: 'tooSlow',
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

/** For addresses that cannot be parsed: they never reach the app's hooks and handlers. */
export const refuseAddress = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => refuse(request, reply, 'unknownPath', error.statusCode ?? 400)

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.rcode = answer.rcode
  return reply.send(answer)
}

/** Programs that call with a key know the usual statuses; the console reads the body alone. */
const keyStatuses: Partial<Record<ErrorName, number>> = { keyRefused: 401, wait: 429 }

function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const status = keyOf(request) === undefined ? undefined : keyStatuses[error.code]
  if (status !== undefined) reply.code(status)
  if (status === 429) reply.header('retry-after', String(error.params['seconds']))
  return send(reply, wordError(error, localeOf(request)))
}

function askToWait(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  // Calls are POST. A browser that asks for a file would take an answer with 200 for the file.
  if (request.method !== 'POST') reply.code(503).header('retry-after', String(seconds))
  return sendRefusal(request, reply, new AppError('wait', { seconds }))
}

export function answerErrors(app: FastifyInstance): void {
  app.decorateReply('rcode', null)
  app.setNotFoundHandler((request, reply) => refuse(request, reply, 'unknownPath', 404))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const locale = localeOf(request)
    if (error instanceof AppError) return sendRefusal(request, reply, error)
    if (error instanceof InvalidInput)
      return send(reply, {
        rcode: errorCodes.invalid,
        msg: errorText(locale, 'invalid'),
        result: { errors: error.errors },
      })
    if (isDatabaseBusy(error)) {
      request.log.warn({ err: error }, 'database busy')
      return askToWait(request, reply, 2)
    }
    if (isStoreBusy(error)) {
      request.log.error({ err: error }, 'store of files busy')
      return askToWait(request, reply, 10)
    }
    const status = error.statusCode ?? 500
    const { bodyLimit: most, config } = request.routeOptions
    if (status === 413 && config.takesFile && most)
      return send(
        reply.code(status),
        wordError(new AppError('fileTooLarge', { max: most / 1_048_576 }), locale),
      )
    if (status === 415 && config.wrongType)
      return send(reply.code(status), wordError(new AppError(config.wrongType), locale))
    if (status === 408) reply.header('connection', 'close')
    if (status < 500) return refuse(request, reply, statusErrors[status] ?? 'notJson', status)
    request.log.error({ err: error }, 'fault')
    return refuse(request, reply, 'fault', 500)
  })
}
