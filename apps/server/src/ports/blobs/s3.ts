/**
 * Blobs in a bucket of an S3-compatible store. A file that fits into one part is one PUT; a longer one is a multipart
 * upload, which becomes visible when it is completed. So a reader sees the old content or the new one, never a part. A
 * killed writer leaves an open upload for `sweep`.
 */

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { assertBlobKey, assertBlobMime, isBlobKey } from './blobs.ts'
import type { BackupStore, BlobStore, S3Config } from './blobs.ts'
import { S3Error, type S3Request, type S3Send, s3Sender, type S3Wiring } from './s3-request.ts'

/** Parts but the last have at least 5 MiB, and there are at most 10,000: files of up to 78 GiB. */
const partBytes = 8 * 1024 * 1024
/** Backups are longer than files, and at most 10,000 parts as well: up to 312 GiB. */
const backupPartBytes = 32 * 1024 * 1024
/** No key of a file has upper case, so that no list of files has a backup in it. */
const backupPrefix = 'Backups/'
const isBackupKey = (key: string): boolean => key.startsWith(backupPrefix)
/** How often a download that breaks off is continued where it was. */
const mostResumes = 5

export function s3Blobs(config: S3Config, wiring: S3Wiring = {}): BlobStore {
  const send = s3Sender(config, wiring)
  /** Sends a request whose answer is a short text. */
  const ask = async (request: S3Request): Promise<string> => answerText(request, await send(request))

  const store: BlobStore = {
    async write(key, body, mime) {
      assertBlobKey(key)
      assertBlobMime(mime)
      if (Buffer.isBuffer(body)) {
        await ask({ method: 'PUT', key, headers: { 'content-type': mime }, body })
        return { bytes: body.length }
      }
      return writeStream({ send, ask }, { key, mime }, partsOf(body, wiring.partBytes ?? partBytes))
    },

    async read(key) {
      assertBlobKey(key)
      return readWhole(send, key)
    },

    async remove(key) {
      assertBlobKey(key)
      await ask({ method: 'DELETE', key }).catch(ifMissing('NoSuchKey'))
    },

    async *list() {
      let token: string | undefined
      do {
        const more: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
        const page = await ask({ method: 'GET', query: { 'list-type': '2', ...more } })
        // Other files in the bucket are not ours.
        for (const key of textsIn(page, 'Key')) if (isBlobKey(key)) yield key
        token =
          textsIn(page, 'IsTruncated')[0] === 'true' ? textsIn(page, 'NextContinuationToken')[0] : undefined
      } while (token !== undefined)
    },

    async sweep(olderThan) {
      let removed = 0
      for await (const { key, uploadId, begun } of openUploads(ask)) {
        if (!(isBlobKey(key) || isBackupKey(key)) || begun >= olderThan) continue
        await ask({ method: 'DELETE', key, query: { uploadId } }).catch(ifMissing('NoSuchUpload'))
        removed += 1
      }
      return removed
    },

    async check() {
      const key = `check/${randomUUID()}`
      await store.write(key, Buffer.from(key), 'text/plain')
      const found = await store.read(key)
      const content = found && (await text(found.body))
      await store.remove(key)
      if (content !== key) throw new S3Error({ method: 'GET', key }, 'another content than was written')
    },
  }
  return store
}

/** A file as it is now; undefined where there is none. */
async function readWhole(
  send: S3Send,
  key: string,
): Promise<{ body: Readable; bytes: number; mime: string } | undefined> {
  const response = await send({ method: 'GET', key }).catch(ifMissing('NoSuchKey'))
  if (!response) return undefined
  const { etag, 'content-type': mime = '', 'content-length': length } = response.headers
  const bytes = Number(length)
  if (length === undefined || !Number.isSafeInteger(bytes)) {
    response.destroy()
    throw new S3Error({ method: 'GET', key }, 'an answer without length', response.statusCode)
  }
  return { body: resumed(send, { key, etag, bytes }, response), bytes, mime }
}

/** Backups in the bucket. `sweep` of its files aborts those that killed writers left. */
export function s3Backups(config: S3Config, wiring: S3Wiring = {}): BackupStore {
  const send = s3Sender(config, wiring)
  const ask = async (request: S3Request): Promise<string> => answerText(request, await send(request))
  const keyOf = (name: string): string => {
    assertBlobKey(name)
    return `${backupPrefix}${name}`
  }
  return {
    async has(name) {
      const found = await readWhole(send, keyOf(name))
      found?.body.destroy()
      return found !== undefined
    },
    async write(name, body) {
      const parts = partsOf(body, wiring.partBytes ?? backupPartBytes)
      await writeStream({ send, ask }, { key: keyOf(name), mime: 'application/gzip' }, parts)
    },
    read: async (name) => (await readWhole(send, keyOf(name)))?.body,
  }
}

type Line = { send: S3Send; ask(request: S3Request): Promise<string> }

const ifMissing = (code: string) => (error: unknown) => {
  if (error instanceof S3Error && error.code === code) return undefined
  throw error
}

async function writeStream(
  line: Line,
  { key, mime }: { key: string; mime: string },
  parts: AsyncGenerator<Buffer, void>,
): Promise<{ bytes: number }> {
  const first = await nextOf(parts)
  const second = first && (await nextOf(parts))
  if (second === undefined) {
    const body = first ?? Buffer.alloc(0)
    await line.ask({ method: 'PUT', key, headers: { 'content-type': mime }, body })
    return { bytes: body.length }
  }
  // The mark tells whether a completion whose answer was lost has happened.
  const mark = randomUUID()
  const headers = { 'content-type': mime, 'x-amz-meta-upload': mark }
  const begun = await line.ask({ method: 'POST', key, query: { uploads: '' }, headers })
  const [uploadId] = textsIn(begun, 'UploadId')
  if (uploadId === undefined) throw new S3Error({ method: 'POST', key }, 'an upload without number')
  try {
    const tags: string[] = []
    let bytes = 0
    for (
      let part: Buffer | undefined = first;
      part;
      part = tags.length === 1 ? second : await nextOf(parts)
    ) {
      tags.push(await uploadPart(line, key, { uploadId, number: tags.length + 1 }, part))
      bytes += part.length
    }
    await complete(line, key, { uploadId, mark, tags })
    return { bytes }
  } catch (error) {
    // What cannot be aborted now is found by the sweep.
    await line.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
    throw error
  }
}

async function nextOf(parts: AsyncGenerator<Buffer, void>): Promise<Buffer | undefined> {
  const next = await parts.next()
  return next.done ? undefined : next.value
}

/** Cuts a stream into parts of one size; only the last may be shorter. */
async function* partsOf(body: Readable, size: number): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer | string>) {
    const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    waiting.push(data)
    bytes += data.length
    if (bytes < size) continue
    const all = Buffer.concat(waiting)
    let start = 0
    for (; bytes - start >= size; start += size) yield all.subarray(start, start + size)
    waiting = [all.subarray(start)]
    bytes -= start
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

async function uploadPart(
  { send }: Line,
  key: string,
  { uploadId, number }: { uploadId: string; number: number },
  body: Buffer,
): Promise<string> {
  const request = { method: 'PUT', key, query: { uploadId, partNumber: String(number) }, body } as const
  const response = await send(request)
  await answerText(request, response)
  const { etag } = response.headers
  if (etag === undefined) throw new S3Error(request, 'a part without tag', response.statusCode)
  return etag
}

async function complete(
  { ask, send }: Line,
  key: string,
  { uploadId, mark, tags }: { uploadId: string; mark: string; tags: readonly string[] },
): Promise<void> {
  const parts = tags.map(
    (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const request: S3Request = { method: 'POST', key, query: { uploadId }, body }
  try {
    const answer = await ask(request)
    // The store may answer 200 before it knows whether it succeeds.
    if (!answer.includes('<CompleteMultipartUploadResult'))
      throw new S3Error(request, textsIn(answer, 'Code')[0] ?? 'no code', 200)
  } catch (error) {
    // An upload that an earlier try completed is unknown to the next one.
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error
    const head = await send({ method: 'HEAD', key }).catch(() => undefined)
    head?.destroy()
    if (head?.headers['x-amz-meta-upload'] !== mark) throw error
  }
}

/** The body of a file. When the connection breaks, it is continued where it was, unless the file was replaced. */
function resumed(
  send: S3Send,
  { key, etag, bytes }: { key: string; etag: string | undefined; bytes: number },
  first: IncomingMessage,
): Readable {
  let response = first
  async function* content(): AsyncGenerator<Buffer, void> {
    let read = 0
    for (let resumes = 0; ; resumes += 1) {
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          read += chunk.length
          yield chunk
        }
      } catch {
        // The count of bytes decides.
      }
      if (read >= bytes) return
      const rest: S3Request = {
        method: 'GET',
        key,
        headers: { range: `bytes=${read}-`, ...(etag === undefined ? {} : { 'if-match': etag }) },
      }
      if (etag === undefined || resumes === mostResumes) throw new S3Error(rest, 'the download broke off')
      response = await send(rest)
      if (response.headers['content-range'] !== `bytes ${read}-${bytes - 1}/${bytes}`) {
        response.destroy()
        throw new S3Error(rest, 'another range than was asked for', response.statusCode)
      }
    }
  }
  const body = Readable.from(content(), { objectMode: false })
  // A reader that gives up before the first byte never starts the generator.
  body.once('close', () => response.destroy())
  return body
}

type OpenUpload = { key: string; uploadId: string; begun: Date }

/** A store without this call removes open uploads by a rule of its own. */
async function* openUploads(ask: Line['ask']): AsyncGenerator<OpenUpload> {
  let more: Record<string, string> | undefined = {}
  while (more) {
    const page: string = await ask({ method: 'GET', query: { uploads: '', ...more } }).catch(
      (error: unknown) => ifMissing('NotImplemented')(error) ?? '',
    )
    for (const upload of textsIn(page, 'Upload')) {
      const [key = ''] = textsIn(upload, 'Key')
      const [uploadId = ''] = textsIn(upload, 'UploadId')
      const [begun = ''] = textsIn(upload, 'Initiated')
      yield { key, uploadId, begun: new Date(begun) }
    }
    const [keyMarker] = textsIn(page, 'NextKeyMarker')
    const [uploadMarker] = textsIn(page, 'NextUploadIdMarker')
    more =
      textsIn(page, 'IsTruncated')[0] === 'true' && keyMarker !== undefined
        ? { 'key-marker': keyMarker, 'upload-id-marker': uploadMarker ?? '' }
        : undefined
  }
}

const answerText = (request: S3Request, response: IncomingMessage): Promise<string> =>
  text(response).catch(() => {
    throw new S3Error(request, 'the answer broke off')
  })

/** The texts of the elements of a name. The answers of S3 have no attributes in them, and no nesting of one name. */
function textsIn(xml: string, element: string): string[] {
  const found = xml.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))
  return Array.from(found, ([, content = '']) => unescaped(content))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (content: string): string =>
  content.replaceAll(/&(?:#(\d{1,6})|(amp|lt|gt|quot|apos));/g, (_, code?: string, name?: string) =>
    code === undefined ? (entities[name ?? ''] ?? '') : String.fromCodePoint(Number(code)),
  )
const escaped = (content: string): string => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
