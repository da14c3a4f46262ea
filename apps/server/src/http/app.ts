import { randomUUID } from 'node:crypto'

import { contract as wholeContract, imageUpload, sheetUpload } from '@slotwise/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { answerErrors, refuseAddress } from './answers.ts'
import { serveApiDocument } from './api-document.ts'
import { serveChatEvents } from './chat-events.ts'
import { compressAnswers } from './compress-answers.ts'
import { dropUnusedConnections } from './connections.ts'
import { serveConsole } from './console.ts'
import { serveCouponPage } from './coupon-page.ts'
import { serveInbox } from './dev-inbox.ts'
import { serveEvents } from './events.ts'
import { serveFiles } from './files.ts'
import { handlers as allHandlers } from './handlers.ts'
import { type MachineFigures, serveHealth } from './health.ts'
import { serveImages } from './images.ts'
import { limitCalls } from './limit-calls.ts'
import { serveGkashPage } from './gkash-page.ts'
import { serveNotices } from './notices.ts'
import { servePayPage } from './pay-page.ts'
import { registerContract } from './register-contract.ts'
import { cutSlowBodies } from './slow-bodies.ts'

const bodyLimit = 128 * 1024
/** For a whole request: a picture of 4 MB over a slow mobile connection takes a minute or two. */
const requestTimeoutMs = 180_000
/** A connection that neither sends nor reads for this long is closed. */
const silenceMs = 30_000
/** The head of a request fits in a few packets. */
const headTimeoutMs = 20_000
const checkTimeoutsMs = 5_000

/** Headers of every answer; pages add their own content policy. */
const safety = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Answers contain money and personal data. Routes whose files may be cached override this.
  'cache-control': 'no-store',
}

export async function buildApp(deps: Deps, machines?: MachineFigures): Promise<FastifyInstance> {
  let stopping = false
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceMs,
    http: { headersTimeout: headTimeoutMs, connectionsCheckingInterval: checkTimeoutsMs },
    trustProxy: (_address, step) => step < deps.config.trustProxy,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered while closing; /readyz tells the load balancer to send no
    // more.
    return503OnClosing: false,
    frameworkErrors(error, request, reply) {
      addHeaders(request, reply)
      // No hook sees this request, so its connection ends before a body trickles in.
      reply.header('connection', 'close')
      refuseAddress(error, request, reply)
    },
  })
  function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(safety).header('x-request-id', request.id)
    if (deps.config.secure) reply.header('strict-transport-security', 'max-age=31536000')
  }
  app.addHook('onRequest', async (request, reply) => addHeaders(request, reply))
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    request.log.info(
      { req: request, call, status: reply.statusCode, rcode: reply.rcode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  app.addHook('preClose', async () => {
    stopping = true
  })
  dropUnusedConnections(app)
  readBodies(app)
  cutSlowBodies(app, deps.now)
  limitCalls(app, deps.config.callsPer10s)
  answerErrors(app)
  compressAnswers(app)
  serveHealth(app, deps, () => stopping, machines)
  serveFiles(app, deps)
  serveImages(app, deps)
  serveInbox(app, deps)
  serveApiDocument(app)
  await serveNotices(app, deps)
  await serveChatEvents(app, deps)
  await servePayPage(app, deps)
  await serveCouponPage(app, deps)
  await serveGkashPage(app, deps)
  await serveEvents(app, deps)
  registerContract(app, deps, wholeContract, allHandlers)
  await serveConsole(app, deps)
  return app
}

/** Bodies are JSON, or raw bytes where a call takes a file. Calls without input may come without a body. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, body as string, done),
  )
  const files = ['application/octet-stream', ...imageUpload.types, ...sheetUpload.types]
  app.addContentTypeParser(files, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
