import { type ImageStyle, imageStyles } from '@slotwise/contract'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { AppError, wordError } from '../kernel/errors.ts'
import { readStyle, writeStyle } from '../modules/media/index.ts'
import { localeOf } from './origin.ts'

const name = new RegExp(`^(?<file>[0-9a-f]{64})!(?<style>${imageStyles.join('|')})$`)
const modernFormats = ['avif', 'webp'] as const
type ModernFormat = (typeof modernFormats)[number]

/**
 * Pictures of goods: `/img/{file}!{style}`. Public, because machines and phones show them and names cannot be
 * guessed. The content of a name never changes, so it may be cached forever. A style is drawn on the first request
 * for it.
 */
export function serveImages(app: FastifyInstance, deps: Deps): void {
  const underway = new Map<string, ReturnType<typeof writeStyle>>()

  /** Concurrent requests for one style share one drawing. Another process may draw it too, which is harmless. */
  function drawOnce(file: string, style: ImageStyle, format: ModernFormat | undefined) {
    const key = `${file}!${style}.${format ?? 'own'}`
    const begun = underway.get(key)
    if (begun) return begun
    const drawing = writeStyle(deps.blobs, file, style, format).finally(() => underway.delete(key))
    underway.set(key, drawing)
    return drawing
  }

  app.get<{ Params: { name: string } }>('/img/:name', async (request, reply) => {
    const { file, style } = name.exec(request.params.name)?.groups ?? {}
    if (file === undefined) return reply.callNotFound()
    const format = bestFormat(request.headers.accept)
    const drawn = await readStyle(deps.blobs, file, style as ImageStyle, format)
    const picture =
      drawn ??
      (await drawOnce(file, style as ImageStyle, format).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'wait') return error
        throw error
      }))
    if (picture instanceof AppError)
      return reply
        .code(503)
        .header('retry-after', picture.params['seconds'])
        .send(wordError(picture, localeOf(request)))
    if (!picture) return reply.callNotFound()
    return reply
      .header('content-type', picture.mime)
      .header('content-length', 'bytes' in picture ? picture.bytes : picture.body.length)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(picture.body)
  })
}

/**
 * The best modern format that `accept` names. Wildcards do not count, because clients that know neither format send
 * them too.
 */
function bestFormat(accept = ''): ModernFormat | undefined {
  const refused = (params: readonly string[]) => params.some((param) => /^q=0(?:\.0*)?$/.test(param))
  const named = new Set<string | undefined>()
  for (const part of accept.toLowerCase().split(',')) {
    const [type, ...params] = part.split(';').map((word) => word.trim())
    if (!refused(params)) named.add(type)
  }
  return modernFormats.find((format) => named.has(`image/${format}`))
}
