import { describe, expect, test } from 'vitest'

import { backOff, createParser, type NoStream, runLiveStream, type StreamBlock } from './live-stream.ts'

type Seen = StreamBlock | { retry: number }

const parse = (...pieces: string[]): Seen[] => {
  const seen: Seen[] = []
  const take = createParser({
    onBlock: (block) => seen.push(block),
    onRetry: (retry) => seen.push({ retry }),
  })
  for (const piece of pieces) take(piece)
  return seen
}

describe('reading the event stream', () => {
  test('hands on a message with its id, kind and data', () => {
    expect(parse('id: 7\nevent: job\ndata: {"a":1}\n\n')).toEqual([
      { id: '7', message: { event: 'job', data: '{"a":1}' } },
    ])
  })

  test('joins a message that arrives in pieces, and parts two that arrive together', () => {
    const whole = 'id: 1\nevent: me\ndata: {}\n\nid: 2\nevent: me\ndata: {}\n\n'
    expect(parse(...whole.split(''))).toEqual(parse(whole))
    const message = { event: 'me', data: '{}' }
    expect(parse(whole)).toEqual([
      { id: '1', message },
      { id: '2', message },
    ])
  })

  test('takes heartbeats as a sign of life and nothing else', () => {
    expect(parse(': still here\n\n', ':\n\n')).toEqual([])
  })

  test('takes the id of a welcome, which is no message, and the time that the server asks to wait', () => {
    expect(parse('retry: 1000\nid: 5\n: welcome\n\n')).toEqual([{ retry: 1000 }, { id: '5' }])
    expect(parse('retry: soon\n\n')).toEqual([])
  })

  test('understands line ends of both kinds and data on several lines', () => {
    expect(parse('event: job\r\ndata: one\r\ndata: two\r\n\r\n')).toEqual([
      { message: { event: 'job', data: 'one\ntwo' } },
    ])
  })
})

const streamOf = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })

/** Runs until `attempts` connections were made. Returns the requested event ids, the events and the waits. */
async function run(attempts: (ReadableStream<Uint8Array> | NoStream | Error)[]) {
  const stop = new AbortController()
  const asked: (string | undefined)[] = []
  const events: string[] = []
  const waits: number[] = []
  await runLiveStream(
    {
      connect: async (lastEventId) => {
        asked.push(lastEventId)
        const answer = attempts[asked.length - 1]
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('one too many')
        return answer
      },
      onBlock: ({ message }) => message && events.push(message.data),
      onOpenChange: () => undefined,
      wait: async (ms) => {
        waits.push(ms)
        if (waits.length === attempts.length) stop.abort()
      },
      random: () => 1,
    },
    stop.signal,
  )
  return { asked, events, waits }
}

describe('the live stream', () => {
  test('resumes after the last event it has seen when the line breaks', async () => {
    const { asked, events } = await run([
      streamOf('id: 41\nevent: me\ndata: first\n\n'),
      new Error('the network is gone'),
      streamOf('id: 42\nevent: me\ndata: second\n\n'),
    ])
    expect(asked).toEqual([undefined, '41', '41'])
    expect(events).toEqual(['first', 'second'])
  })

  test('waits longer after each failure in a row, and little again once it has heard something', async () => {
    const refused = { retryMs: 0 }
    const { waits } = await run([refused, refused, refused, streamOf(':\n\n'), refused])
    expect(waits).toEqual([1000, 2000, 4000, 1000, 2000])
  })

  test('resumes from the welcome when the line broke before the first event', async () => {
    const { asked } = await run([streamOf('id: 40\n: welcome\n\n'), streamOf('id: 41\n: still here\n\n')])
    expect(asked).toEqual([undefined, '40'])
  })

  test('waits as long as the server asks for, when it is full or has closed the stream for a newer one', async () => {
    const { waits } = await run([
      { retryMs: 30_000 },
      streamOf('retry: 1000\nid: 1\n\nretry: 30000\nevent: end\ndata: {}\n\n'),
      streamOf('retry: 1000\nid: 1\n\n'),
    ])
    expect(waits).toEqual([30_000, 30_000, 1000])
  })

  test('never waits longer than half a minute, and not everybody equally long', () => {
    expect(backOff(50, 1)).toBe(30_000)
    expect(backOff(50, 0)).toBe(15_000)
  })

  test('cuts a line on which nothing is heard any more', async () => {
    const stop = new AbortController()
    const silent = new ReadableStream<Uint8Array>({ start: () => undefined })
    let wasCut = false
    await runLiveStream(
      {
        connect: async (_id, signal) => {
          signal.addEventListener('abort', () => {
            wasCut = true
          })
          return silent
        },
        onBlock: () => undefined,
        onOpenChange: () => undefined,
        wait: async () => stop.abort(),
        silenceMs: 5,
      },
      stop.signal,
    )
    expect(wasCut).toBe(true)
  })
})
