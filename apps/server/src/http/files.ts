import { extname } from 'node:path'

import type { FastifyInstance } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { AppError, wordError } from '../kernel/errors.ts'
import { openPhoto } from '../modules/bankcards/index.ts'
import { openFile } from '../modules/jobs/index.ts'
import { localeOf } from './origin.ts'

/** Serves single-use downloads, the private photos of bank cards and the public pictures of brands. */
export function serveFiles(app: FastifyInstance, deps: Deps): void {
  // No HEAD: a preview of a link must not use it up.
  app.get<{ Params: { token: string } }>(
    '/files/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const file = await openFile(deps, request.params.token)
      if (!file) return reply.code(404).send(wordError(new AppError('notFound'), localeOf(request)))
      return reply
        .header('content-type', file.mime)
        .header('content-length', file.bytes)
        .header(
          'content-disposition',
          `attachment; filename="export${extname(file.name)}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        )
        .send(file.body)
    },
  )

  app.get<{ Params: { token: string } }>('/bank-photos/:token', async (request, reply) => {
    const photo = await openPhoto(deps, request.params.token)
    if (!photo) return reply.code(404).send(wordError(new AppError('notFound'), localeOf(request)))
    return reply
      .header('content-type', photo.mime)
      .header('content-disposition', 'inline')
      .header('cache-control', 'private, no-store')
      .send(photo.bytes)
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
