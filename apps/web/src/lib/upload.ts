import { type Call, errorText, type OutputOf, type UploadLimits } from '@slotwise/contract'

import { callerOf, noAnswer, resultOf } from './client.ts'
import { currentLocale } from './i18n.tsx'
import { createLane } from './lane.ts'

/**
 * Sends a file unchanged, by a row of the contract with `upload`. It is an XMLHttpRequest, because `fetch` reports no
 * progress; results and errors are the same as with `call`. It shows no notices, because each file has its own row on
 * the page.
 */
type UploadOptions = {
  signal: AbortSignal
  /** From 0 to 1; at 1 the server still has to check the file. */
  onProgress: (share: number) => void
}

/** Fails after this long without progress; a slow line that makes progress has no limit. */
const silenceMs = 30_000

/** Limits uploads at once, so that the first files finish sooner on a phone's narrow line. */
const lane = createLane(3)

export function upload<C extends Call>(row: C, file: Blob, options: UploadOptions): Promise<OutputOf<C>> {
  return lane(() => send(row, file, options) as Promise<OutputOf<C>>, options.signal)
}

function send(row: Call, file: Blob, { signal, onProgress }: UploadOptions): Promise<unknown> {
  const { token, headers } = callerOf(row)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      settle()
    }
    const waitAnew = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        finish(() => reject(noAnswer('timeout', row)))
        request.abort()
      }, silenceMs)
    }
    const cancel = (): void => {
      finish(() => reject(reasonOf(signal)))
      request.abort()
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      waitAnew()
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('progress', waitAnew)
    request.addEventListener('error', () => finish(() => reject(noAnswer('network', row))))
    request.addEventListener('load', () =>
      finish(() => {
        const requestId = request.getResponseHeader('x-request-id') ?? undefined
        try {
          resolve(resultOf(row, { status: request.status, text: request.responseText, requestId }, token))
        } catch (error) {
          reject(error)
        }
      }),
    )
    request.open('POST', row.path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    signal.addEventListener('abort', cancel, { once: true })
    waitAnew()
    request.send(file)
  })
}

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new DOMException('taken back', 'AbortError')

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

export type FileRefusal = { why: 'type' | 'size'; message: string }

/**
 * Types that browsers report for unknown files, and aliases of accepted types. They are sent, because the server looks
 * into the file.
 */
const tellsLittle = new Set([
  '',
  'application/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
  'image/jpg',
  'image/pjpeg',
  'image/x-png',
])

/** Refuses files that the server would refuse anyway, before they are sent. */
export function refusalOf(
  { type, size }: Pick<Blob, 'type' | 'size'>,
  { types, maxBytes }: UploadLimits,
  wrongType: 'badPicture' | 'badSheet' | 'statementUnknown',
): FileRefusal | undefined {
  if (!types.includes(type) && !tellsLittle.has(type))
    return { why: 'type', message: errorText(currentLocale(), wrongType) }
  if (size > maxBytes)
    return { why: 'size', message: errorText(currentLocale(), 'fileTooLarge', { max: maxBytes / 1_048_576 }) }
  return undefined
}
