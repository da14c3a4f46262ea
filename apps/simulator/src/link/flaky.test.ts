import type { Envelope } from '@slotwise/machine-protocol'
import { expect, test } from 'vitest'

import type { Subscriber } from '../machine/machine.ts'
import { seeded } from '../random.ts'
import { virtualTime } from '../virtual-time.ts'
import { flaky, type Weather } from './flaky.ts'

/** A line under some weather, and the messages that passed in either direction. */
function lineIn(weather: Weather) {
  const time = virtualTime()
  const log: string[] = []
  const subscriber: Subscriber = {
    login: () => {
      throw new Error('nobody logs in here')
    },
    connected: () => void log.push('connected'),
    disconnected: () => void log.push('disconnected'),
    refused: () => void log.push('refused'),
    receive: (name, text) => void log.push(`${name} ${text}`),
    delivered: (mid) => void log.push(`delivered ${mid}`),
  }
  let far: Subscriber = subscriber
  const open = flaky(
    (through) => {
      far = through
      return {
        send: (name, { mid }) => void log.push(`${name} ${mid}`),
        dial: () => through.connected(),
        hangUp: () => void log.push('hung up'),
        cut: () => through.disconnected(),
        drop: () => through.disconnected(),
        publish: () => {},
        closed: () => Promise.resolve(),
      }
    },
    weather,
    { random: seeded(5), schedule: time.schedule },
  )
  const line = open(subscriber)
  const say = (mid: string): void => line.send('result', { mid } as Envelope, { qos: 1, retain: false })
  return { time, log, line, far, say }
}

const numbers = Array.from({ length: 100 }, (_, at) => String(at))

test('fair weather changes nothing', () => {
  const { log, say, far } = lineIn({})
  for (const mid of numbers) say(mid)
  far.receive('cmd', 'do it')
  far.delivered('7')
  expect(log).toEqual([...numbers.map((mid) => `result ${mid}`), 'cmd do it', 'delivered 7'])
})

test('bad weather loses some, doubles some, and lets some overtake others', () => {
  const { log, say, time } = lineIn({ loss: 0.2, duplicate: 0.2, overtaken: 0.2, delayMs: [1, 2] })
  for (const mid of numbers) {
    say(mid)
    time.advance(100)
  }
  time.advance(10_000)
  expect(new Set(log).size).toBeLessThan(100)
  expect(log.length).toBeGreaterThan(new Set(log).size)
  const order = log.map((one) => Number(one.split(' ')[1]))
  expect(order).not.toEqual(order.toSorted((one, other) => one - other))
})

test('connections break by themselves', () => {
  const { log, line, time } = lineIn({ dropsPerSecond: 1 })
  line.dial()
  time.advance(60_000)
  expect(log).toEqual(['connected', 'disconnected'])
})

test('last words are out before the line is hung up', () => {
  const { log, line, say, time } = lineIn({ delayMs: [500, 800] })
  say('goodbye')
  line.hangUp()
  expect(log).toEqual(['result goodbye', 'hung up'])
  time.advance(1_000)
})
