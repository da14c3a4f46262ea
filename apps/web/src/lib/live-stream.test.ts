import { describe, expect, test } from 'vitest'

import { backOff, createParser, runLiveStream, type StreamMessage } from './live-stream.ts'

const parse = (...pieces: string[]): StreamMessage[] => {
  const seen: StreamMessage[] = []
  const take = createParser((message) => seen.push(message))
  for (const piece of pieces) take(piece)
  return seen
}

describe('reading the event stream', () => {
  test('hands on a message with its id, kind and data', () => {
    expect(parse('id: 7\nevent: job\ndata: {"a":1}\n\n')).toEqual([
      { id: '7', event: 'job', data: '{"a":1}' },
    ])
  })

  test('joins a message that arrives in pieces, and parts two that arrive together', () => {
    const whole = 'id: 1\nevent: me\ndata: {}\n\nid: 2\nevent: me\ndata: {}\n\n'
    expect(parse(...whole.split(''))).toEqual(parse(whole))
    expect(parse(whole).map(({ id }) => id)).toEqual(['1', '2'])
  })

  test('takes heartbeats as a sign of life and nothing else', () => {
    expect(parse(': still here\n\n', ':\n\n')).toEqual([])
  })

  test('understands line ends of both kinds and data on several lines', () => {
    expect(parse('event: job\r\ndata: one\r\ndata: two\r\n\r\n')).toEqual([
      { id: undefined, event: 'job', data: 'one\ntwo' },
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
async function run(attempts: (ReadableStream<Uint8Array> | undefined | Error)[]) {
  const stop = new AbortController()
  const asked: (string | undefined)[] = []
  const events: string[] = []
  const waits: number[] = []
  await runLiveStream(
    {
      connect: async (lastEventId) => {
        asked.push(lastEventId)
        const answer = attempts[asked.length - 1]
        if (answer instanceof Error) throw answer
        return answer
      },
      onMessage: ({ data }) => events.push(data),
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
    const { waits } = await run([undefined, undefined, undefined, streamOf(':\n\n'), undefined])
    expect(waits).toEqual([1000, 2000, 4000, 1000, 2000])
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
        onMessage: () => undefined,
        onOpenChange: () => undefined,
        wait: async () => stop.abort(),
        silenceMs: 5,
      },
      stop.signal,
    )
    expect(wasCut).toBe(true)
  })
})
