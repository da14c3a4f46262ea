import { extname } from 'node:path'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { inTenant } from '../kernel/db.ts'
import { AppError, wordError } from '../kernel/errors.ts'
import { openSession, tenantOf } from '../modules/account/index.ts'
import { openPhoto, type PhotoViewer } from '../modules/bankcards/index.ts'
import { openFile } from '../modules/jobs/index.ts'
import { localeOf, originOf } from './origin.ts'
import { credentialsOf } from './register-contract.ts'

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
    const viewer = await signedIn(deps, request)
    const photo = viewer && (await openPhoto(deps, viewer, request.params.token))
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

/** The account of the request's session; undefined where it has none. */
async function signedIn(deps: Deps, request: FastifyRequest): Promise<PhotoViewer | undefined> {
  try {
    const credentials = credentialsOf(request)
    const tenantId = tenantOf(credentials)
    const { user } = await inTenant(deps.db.main, tenantId, (tx) =>
      openSession(deps, originOf(request, deps.now()), tx, tenantId, credentials),
    )
    return { tenantId, accountId: user.id }
  } catch (error) {
    if (error instanceof AppError && error.code === 'sessionEnded') return undefined
    throw error
  }
}
