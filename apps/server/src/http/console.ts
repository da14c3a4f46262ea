import { hash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import fastifyStatic from '@fastify/static'
import { defaultLocale, type Locale, startingLocale } from '@slotwise/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { accepts } from './accepted-encodings.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Paths that the server answers; every other GET is a page of the console. */
const ours = /^\/(p|api|files|img|dev|assets|c)\//

/** The page in each language, with or without the note of the demo; `apps/web/scripts/pages.mjs` writes them. */
const pageFile = (locale: Locale, demo: boolean): string => `index.${locale}${demo ? '.demo' : ''}.html`
const isPageFile = (path: string): boolean => /^\/index\b[\w.-]*\.html$/.test(path)

/** The one script that stands in the page, by its hash: the nonce can be read in the page, and is for styles alone. */
const headHash = (page: string): string =>
  hash('sha256', /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? '', 'base64')

const policy = (nonce: string, head: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${head}'`,
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

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** A higher quality takes longer than it saves on the way. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compressed for each answer, because the nonce makes every page another one. */
async function compressed(
  page: string,
  accepted: string | undefined,
): Promise<{ encoding?: string; body: string | Buffer }> {
  if (accepts(accepted, 'br')) return { encoding: 'br', body: await toBrotli(page, brotliOptions) }
  if (accepts(accepted, 'gzip')) return { encoding: 'gzip', body: await toGzip(page) }
  return { body: page }
}

type Needs = Pick<Deps, 'config' | 'now'>

/** Serves the built console: hashed files are cached forever, the page itself never, with a new nonce each time. */
export async function serveConsole(
  app: FastifyInstance,
  { config, now }: Needs,
  folder = dist,
): Promise<void> {
  if (!existsSync(join(folder, pageFile(defaultLocale, config.demo)))) {
    app.log.warn('the console is not built; only the calls are served')
    return
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const forceEnglish = config.englishHosts.includes(request.hostname.toLowerCase())
    const { demo, devInbox: inbox, terms = null } = config
    const { cookie = '', 'accept-language': languages = '', 'accept-encoding': encodings } = request.headers
    const isEnglish = forceEnglish || /[?&]en=true(&|$)/.test(request.url)
    const file = pageFile(startingLocale({ isEnglish, cookie, languages }), demo)
    // Read on each request, because the page names its files and a rebuilt console is served without a restart.
    const template = await readFile(join(folder, file), 'utf8')
    const nonce = randomBytes(16).toString('base64url')
    const settings = JSON.stringify({ forceEnglish, demo, inbox, terms })
    const page = template
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__SLOTWISE__', settings.replaceAll('"', '&quot;'))
      .replaceAll('__YEAR__', String(now().getFullYear()))
    const { encoding, body } = await compressed(page, encodings)
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce, headHash(page)))
      .header('vary', 'accept-encoding, accept-language, cookie')
      .send(body)
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
    if (isPageFile(path)) return sendPage(request, reply)
    if (/\.\w+$/.test(path)) return reply.sendFile(path)
    return ours.test(path) ? reply.callNotFound() : sendPage(request, reply)
  })
}
