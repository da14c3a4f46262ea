import type { FastifyInstance } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { AppError } from '../kernel/errors.ts'
import { openFile } from '../modules/jobs/index.ts'

/** Single-use downloads, and the public pictures of brands. */
export function serveFiles(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { token: string } }>('/files/:token', async (request, reply) => {
    const file = await openFile(deps, request.params.token)
    if (!file) throw new AppError('notFound')
    return reply
      .header('content-type', file.mime)
      .header('content-length', file.bytes)
      .header(
        'content-disposition',
        `attachment; filename="export.xlsx"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      )
      .header('cache-control', 'no-store')
      .send(file.body)
  })

  app.get<{ Params: { name: string } }>('/img/brand/:name', async (request, reply) => {
    const { name } = request.params
    const blob = /^[0-9a-f]{64}\.png$/.test(name) ? await deps.blobs.read(`brand/${name}`) : undefined
    if (!blob) return reply.callNotFound()
    return reply
      .header('content-type', blob.mime)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(blob.body)
  })
}
