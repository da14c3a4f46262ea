import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../kernel/config.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Paths that the server answers; every other GET is a page of the console. */
const ours = /^\/(p|api|files|img|dev|assets|c)\//

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Charts and tables set sizes in style attributes; attributes cannot load anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The service worker loads files of the console, to keep them for work without a network, and icons of messages. */
const workerPath = '/push-worker.js'
const workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'"

/** Serves the built console: hashed files are cached forever, the page itself never, with a new nonce each time. */
export async function serveConsole(app: FastifyInstance, config: Config, folder = dist): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn('the console is not built; only the calls are served')
    return
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Read on each request, because the page names its files and a rebuilt console is served without a restart.
    const template = await readFile(join(folder, 'index.html'), 'utf8')
    const nonce = randomBytes(16).toString('base64url')
    const forceEnglish = config.englishHosts.includes(request.hostname.toLowerCase())
    const { demo, devInbox: inbox, terms = null } = config
    const settings = JSON.stringify({ forceEnglish, demo, inbox, terms })
    const page = template
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__SLOTWISE__', settings.replaceAll('"', '&quot;'))
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce))
      .send(page)
  }

  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      if (path.includes(workerPath)) reply.header('content-security-policy', workerPolicy)
    },
  })
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (path === '/index.html') return sendPage(request, reply)
    if (/\.\w+$/.test(path)) return reply.sendFile(path)
    return ours.test(path) ? reply.callNotFound() : sendPage(request, reply)
  })
}
