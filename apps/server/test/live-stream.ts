import { eventStreamPath } from '@slotwise/contract'
import { onTestFinished } from 'vitest'

import type { Signed } from './app.ts'

export type Heard = { id: string; kind: string; data: unknown }

/** A live stream as the console opens it: by fetch, with the session's headers, over a real connection. */
export type LiveStream = {
  heard: Heard[]
  /** The cursor from which it would resume. */
  lastId(): string
  /** How long the server has asked to wait before connecting again. */
  retryMs(): number
  /** True once the server has ended it. */
  hasEnded(): boolean
  close(): Promise<void>
}

export const askForStream = (
  base: string,
  as: Signed | undefined,
  lastId?: string,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${base}${eventStreamPath}`, {
    method: 'POST',
    headers: {
      'accept-language': 'en-US',
      'content-type': 'application/json',
      ...(as ? { 'x-access-token': as.token, 'x-access-secret': as.secret } : {}),
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
    body: '{}',
    signal: signal ?? null,
  })

export async function openStream(base: string, as: Signed, lastId?: string): Promise<LiveStream> {
  const abort = new AbortController()
  const response = await askForStream(base, as, lastId, abort.signal)
  const type = response.headers.get('content-type')
  if (!type?.startsWith('text/event-stream') || !response.body)
    throw new Error(`no stream, but ${response.status} ${type}: ${await response.text()}`)

  const heard: Heard[] = []
  let last = ''
  let retry = 0
  let ended = false
  const welcome = Promise.withResolvers<void>()

  function take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
    )
    last = fields.get('id') ?? last
    retry = Number(fields.get('retry') ?? retry)
    welcome.resolve()
    const kind = fields.get('event')
    if (kind) heard.push({ id: last, kind, data: JSON.parse(fields.get('data') ?? 'null') })
  }
  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
    ended = true
  }

  const reading = read(response.body).catch((error: unknown) => {
    if (!abort.signal.aborted) throw error
  })
  async function close(): Promise<void> {
    abort.abort()
    await reading
  }
  onTestFinished(close)
  await Promise.race([welcome.promise, reading])
  return { heard, lastId: () => last, retryMs: () => retry, hasEnded: () => ended, close }
}
