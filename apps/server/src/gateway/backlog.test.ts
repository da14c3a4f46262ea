import { mostInFlight } from '@slotwise/machine-protocol'
import { beforeEach, describe, expect, test } from 'vitest'

import { type Backlog, type Limits, makeBacklogs } from './backlog.ts'

const plenty: Limits = { ofOne: 1e9, ofAll: 1e9 }

/** What happened to the connection and its messages, in order. */
let log: string[] = []

beforeEach(() => {
  log = []
})

const openIn = (open: ReturnType<typeof makeBacklogs>, name = ''): Backlog =>
  open({
    pause: () => void log.push(`${name}pause`),
    resume: () => void log.push(`${name}resume`),
    end: () => void log.push(`${name}end`),
  })

/** Adds a message. Returns how it is stored or fails, and how its PUBACK leaves. */
function add(backlog: Backlog, name: string, { bytes = 100, qos = 1 } = {}) {
  const stored = Promise.withResolvers<void>()
  let leave: () => void = () => {}
  const acknowledge = (out: () => void): void => {
    log.push(name)
    leave = out
  }
  backlog.add({ bytes, stored: stored.promise, acknowledge: qos === 0 ? undefined : acknowledge })
  return {
    async store() {
      stored.resolve()
      await turn()
    },
    async fail() {
      stored.reject(new Error('cannot be stored'))
      await turn()
    },
    leave: () => leave(),
  }
}
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('acknowledgements', () => {
  test('leave in the order of the messages, whichever is stored first', async () => {
    const backlog = openIn(makeBacklogs(plenty))
    const [a, b, c] = [add(backlog, 'a'), add(backlog, 'b'), add(backlog, 'c')]
    await c.store()
    await b.store()
    expect(log).toEqual([])
    await a.store()
    expect(log).toEqual(['a', 'b', 'c'])
  })

  test('of messages with nothing to store wait for those before them', async () => {
    const backlog = openIn(makeBacklogs(plenty))
    const first = add(backlog, 'first')
    backlog.add({ bytes: 1, stored: undefined, acknowledge: () => void log.push('garbage') })
    expect(log).toEqual([])
    await first.store()
    expect(log).toEqual(['first', 'garbage'])
  })

  test('do not wait for messages that want none', async () => {
    const backlog = openIn(makeBacklogs(plenty))
    const quiet = add(backlog, 'quiet', { qos: 0 })
    const loud = add(backlog, 'loud')
    await loud.store()
    expect(log).toEqual(['loud'])
    loud.leave()
    expect(backlog.isEmpty()).toBe(false)
    await quiet.store()
    expect(backlog.isEmpty()).toBe(true)
  })

  test('end with a message that cannot be stored, and with them the connection', async () => {
    const backlog = openIn(makeBacklogs(plenty))
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => add(backlog, name))
    await a?.store()
    await c?.store()
    await b?.fail()
    expect([...log, backlog.isGivenUp()]).toEqual(['a', 'end', true])
    await d?.store()
    a?.leave()
    expect(log).toEqual(['a', 'end'])
    expect(backlog.isEmpty()).toBe(true)
  })
})

describe('a connection', () => {
  const atOnce = mostInFlight + 1

  test('is read as long as it has no more messages than a machine may have on the way', () => {
    const backlog = openIn(makeBacklogs({ ofOne: 1, ofAll: 1 }))
    for (let i = 0; i < mostInFlight; i += 1) add(backlog, String(i))
    expect(log).toEqual([])
    add(backlog, 'one more')
    expect(log).toEqual(['pause'])
  })

  test('with more is read until they take too much memory, and again when acknowledgements are out', async () => {
    const backlog = openIn(makeBacklogs({ ofOne: 50_000, ofAll: 1e9 }))
    const large = add(backlog, 'large', { bytes: 40_000 })
    for (let i = 0; i < atOnce; i += 1) add(backlog, String(i))
    expect(log).toEqual([])
    add(backlog, 'last', { bytes: 5_000 })
    expect(log).toEqual(['pause'])
    await large.store()
    expect(log).toEqual(['pause', 'large'])
    large.leave()
    expect(log).toEqual(['pause', 'large', 'resume'])
  })

  test('with more is not read while the messages of all take too much memory', async () => {
    const open = makeBacklogs({ ofOne: 1e9, ofAll: 50_000 })
    const [greedy, modest] = [openIn(open, 'greedy '), openIn(open, 'modest ')]
    const huge = add(greedy, 'huge', { bytes: 60_000 })
    for (let i = 0; i < mostInFlight; i += 1) add(modest, String(i))
    expect(log).toEqual([])
    const next = add(modest, 'next', { qos: 0 })
    expect(log).toEqual(['modest pause'])
    await next.store()
    expect(log).toEqual(['modest pause', 'modest resume'])
    await huge.fail()
    for (let i = 0; i < atOnce; i += 1) add(modest, String(i))
    expect(log).toEqual(['modest pause', 'modest resume', 'greedy end'])
  })
})
