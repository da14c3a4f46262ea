import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { FastifyInstance } from 'fastify'

/** The contract as OpenAPI, which `npm run gen` writes. It has what the console's own files have, and nothing of the operator. */
const file = fileURLToPath(new URL('../../../../docs/generated/openapi.json', import.meta.url))

/** Serves the document to developers of merchants; the page `/api-docs` shows it. */
export function serveApiDocument(app: FastifyInstance): void {
  let packed: Promise<Buffer> | undefined
  app.get('/openapi.json', async (request, reply) => {
    reply.header('content-type', 'application/json').header('cache-control', 'public, max-age=300')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(await readFile(file))
    // A tenth of its size, packed once.
    packed ??= readFile(file).then((bytes) => promisify(gzip)(bytes))
    packed.catch(() => (packed = undefined))
    return reply
      .header('content-encoding', 'gzip')
      .header('vary', 'accept-encoding')
      .send(await packed)
  })
}
