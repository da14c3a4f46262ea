/**
 * The reader of the live event stream, independent of browser and session so that it can be tested.
 * Connecting: request the stream with the last id seen, which the server also sends with its welcome and heartbeats. A
 * stream leads to Open; a refusal, an error or the end of the stream leads to Waiting.
 * Open: hand on events as they come. Silence longer than `silenceMs` (the server sends heartbeats more often) means
 * that the line is dead: cut it, then Waiting.
 * Waiting: twice as long after each failure in a row, up to a limit, with jitter, so that not every console reconnects
 * to a restarted server at once; and at least as long as the server has asked for, because it is full or has closed
 * this stream in favour of a newer one. Then Connecting.
 * Stopped: from any state, when the signal is aborted.
 */
export type StreamMessage = { event: string; data: string }
/** What comes at once: a message, the id alone (of a welcome or a heartbeat), or both. */
export type StreamBlock = { id?: string; message?: StreamMessage }

/** An answer without a stream, and how long the server asks to wait. */
export type NoStream = { retryMs: number }

export type LiveStreamOptions = {
  connect: (
    lastEventId: string | undefined,
    signal: AbortSignal,
  ) => Promise<ReadableStream<Uint8Array> | NoStream>
  onBlock: (block: StreamBlock) => void
  onOpenChange: (open: boolean) => void
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  random?: () => number
  silenceMs?: number
}

const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** The wait after the n-th failure in a row: between half of the step and the whole. */
export const backOff = (failures: number, random: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * (0.5 + random / 2)

export async function runLiveStream(options: LiveStreamOptions, stop: AbortSignal): Promise<void> {
  const { connect, onBlock, onOpenChange, wait, random = Math.random, silenceMs = 75_000 } = options
  let lastEventId: string | undefined
  let failures = 0
  while (!stop.aborted) {
    const attempt = new AbortController()
    const cut = (): void => attempt.abort()
    let askedMs = 0
    stop.addEventListener('abort', cut, { once: true })
    try {
      const stream = await connect(lastEventId, attempt.signal)
      if ('retryMs' in stream) askedMs = stream.retryMs
      else {
        onOpenChange(true)
        const parser = createParser({
          onBlock: (block) => {
            lastEventId = block.id ?? lastEventId
            onBlock(block)
          },
          onRetry: (ms) => {
            askedMs = ms
          },
        })
        for await (const text of chunks(stream, silenceMs, attempt)) {
          failures = 0
          parser(text)
        }
      }
    } catch {
      // Every failure is handled in the same way: wait and connect again.
    } finally {
      stop.removeEventListener('abort', cut)
      onOpenChange(false)
    }
    if (stop.aborted) return
    failures += 1
    const jitter = random()
    await wait(Math.max(backOff(failures, jitter), askedMs * (0.5 + jitter / 2)), stop)
  }
}

async function* chunks(
  stream: ReadableStream<Uint8Array>,
  silenceMs: number,
  attempt: AbortController,
): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const closed = new Promise<never>((_resolve, reject) => {
    attempt.signal.addEventListener('abort', () => reject(new Error('cut')), { once: true })
  })
  closed.catch(() => undefined)
  try {
    while (true) {
      const silence = setTimeout(() => attempt.abort(), silenceMs)
      const { value, done } = await Promise.race([reader.read(), closed]).finally(() => clearTimeout(silence))
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

type Parsed = {
  onBlock: (block: StreamBlock) => void
  onRetry: (ms: number) => void
}

/** Takes text in pieces of any size and hands on whole blocks. Comments are ignored. */
export function createParser({ onBlock, onRetry }: Parsed): (text: string) => void {
  let rest = ''
  let id: string | undefined
  let event = ''
  let data: string[] = []

  const finish = (): void => {
    const message = data.length > 0 ? { event: event || 'message', data: data.join('\n') } : undefined
    if (id !== undefined || message) onBlock({ ...(id !== undefined && { id }), ...(message && { message }) })
    id = undefined
    event = ''
    data = []
  }
  const takeLine = (line: string): void => {
    if (line === '') return finish()
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) onRetry(Number(value))
  }
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line.replace(/\r$/, ''))
  }
}
