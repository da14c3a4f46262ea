import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { testApp } from '../../test/app.ts'
import { openLine } from '../../test/silent-line.ts'
import { StandingConnection } from './standing-connection.ts'

const app = await testApp()

/** Only the intervals of the questions are simulated: packets and the pause before a new attempt take their time. */
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

test('a connection whose other end has vanished is replaced', async () => {
  const line = await openLine(app.deps.db.url)
  let prepared = 0
  let lost = 0
  const standing = new StandingConnection(
    line.url,
    'test',
    async (client) => {
      await client.query('listen something')
      prepared += 1
    },
    () => {},
    () => (lost += 1),
  )
  onTestFinished(() => standing.end())
  await standing.connect()
  expect(prepared).toBe(1)
  line.silence(true)
  vi.advanceTimersByTime(14_999)
  expect(lost).toBe(0)
  vi.advanceTimersByTime(1)
  expect(lost).toBe(1)
  await expect.poll(() => prepared).toBe(2)
})

test('a connection whose other end vanishes before it is prepared is replaced too', async () => {
  const line = await openLine(app.deps.db.url)
  let attempts = 0
  let prepared = 0
  const standing = new StandingConnection(
    line.url,
    'test',
    async (client) => {
      attempts += 1
      if (attempts === 1) line.silence(true)
      await client.query('listen something')
      prepared += 1
    },
    () => {},
  )
  onTestFinished(() => standing.end())
  void standing.connect()
  await expect.poll(() => attempts).toBe(1)
  vi.advanceTimersByTime(15_000)
  await expect.poll(() => prepared).toBe(1)
  expect(attempts).toBe(2)
})
