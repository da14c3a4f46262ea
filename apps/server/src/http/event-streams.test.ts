/** Many streams: what they cost, and how many there may be. */
import { once } from 'node:events'
import { connect } from 'node:net'

import { eventStreamPath } from '@slotwise/contract'
import { expect, onTestFinished, test } from 'vitest'

import { type Signed, testApp } from '../../test/app.ts'
import { eventStand, marks, untilMarks } from '../../test/event-stand.ts'
import { makeMerchant, makeStaff, makeStore, signIn } from '../../test/factories.ts'
import { askForStream, type LiveStream, openStream } from '../../test/live-stream.ts'
import { emit } from '../kernel/events.ts'
import { mostStreams } from './events.ts'

const app = await testApp()
const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
const { inMerchant, tell, startAnother } = eventStand(app)

const readsIn = (statements: readonly string[]): number =>
  statements.filter((text) => /\bfrom live_event\b/.test(text)).length

async function openMany(at: string, as: Signed, count: number): Promise<LiveStream[]> {
  const streams: LiveStream[] = []
  for (let i = 0; i < count; i += 1) streams.push(await openStream(at, as))
  return streams
}

test('the streams of a merchant in one process share each read, and each hears what its user may', async () => {
  const { base: at, statements } = await startAnother()
  const merchant = await makeMerchant(app)
  const store = await makeStore(app, merchant)
  const elsewhere = await makeStaff(app, merchant, { stores: [store._id], permissions: ['device.manage'] })
  const all: LiveStream[] = []
  for (let session = 0; session < 4; session += 1)
    all.push(...(await openMany(at, await signIn(app, merchant.username), mostStreams.session)))
  const scoped = await openMany(at, elsewhere, mostStreams.session)
  for (const stream of [...all, ...scoped]) expect(stream.hasEnded()).toBe(false)

  const before = statements.length
  const rounds = Array.from({ length: 10 }, (_, i) => i)
  for (const mark of rounds) {
    await tell(merchant, mark, mark % 2 === 0 ? { store: store._id } : { store: '999' })
    for (const stream of all) await untilMarks(stream, rounds.slice(0, mark + 1))
  }
  for (const stream of scoped)
    await untilMarks(
      stream,
      rounds.filter((mark) => mark % 2 === 0),
    )
  const used = statements.slice(before)
  // One read each, and a few for heartbeats; not one for each of the 30 streams.
  expect(readsIn(used)).toBeLessThan(all.length)
  expect(used.filter((text) => /\bfrom session\b/.test(text)).length).toBeLessThan(all.length)
})

test('nothing is read for a merchant whose last stream is gone', async () => {
  const { base: at, statements } = await startAnother()
  const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)]
  const [gone, fence] = [await openStream(at, merchant), await openStream(at, other)]
  await tell(merchant, 1)
  await untilMarks(gone, [1])
  await gone.close()
  await untilMarks(fence, [])
  const before = statements.length
  const rounds = Array.from({ length: 20 }, (_, i) => i)
  for (const mark of rounds) {
    await tell(merchant, mark)
    await tell(other, mark)
    await untilMarks(fence, rounds.slice(0, mark + 1))
  }
  expect(readsIn(statements.slice(before))).toBeLessThan(35)
  await untilMarks(await openStream(at, merchant, gone.lastId()), rounds)
})

test('a stream that resumes from long ago catches up, and the others need not wait for it', async () => {
  const merchant = await makeMerchant(app)
  const present = await openStream(base, merchant)
  const atStart = present.lastId()
  const many = Array.from({ length: 900 }, (_, i) => i)
  await inMerchant(merchant, async (tx) => {
    for (const mark of many)
      await emit(tx, merchant.tenantId, app.clock.now, { kind: 'me', data: { account: String(mark) } }, {})
  })
  await untilMarks(present, many)
  const late = await openStream(base, merchant, atStart)
  await tell(merchant, 900)
  await untilMarks(present, [...many, 900])
  await untilMarks(late, [...many, 900])
})

test('a session has six streams at most: the oldest gives way, and is asked to come back much later', async () => {
  const merchant = await makeMerchant(app)
  const streams = await openMany(base, merchant, mostStreams.session + 1)
  await expect
    .poll(() => streams.map((stream) => stream.hasEnded()))
    .toEqual([true, ...Array<boolean>(mostStreams.session).fill(false)])
  expect(streams.map((stream) => stream.retryMs())).toEqual([
    30_000,
    ...Array<number>(mostStreams.session).fill(1_000),
  ])
})

test('an account has 24 streams at most, in however many sessions, and takes none from another account', async () => {
  const merchant = await makeMerchant(app)
  const clerk = await openStream(base, await makeStaff(app, merchant))
  const streams: LiveStream[] = []
  for (let session = 0; session < 5; session += 1)
    streams.push(...(await openMany(base, await signIn(app, merchant.username), 5)))
  await expect.poll(() => streams.filter((stream) => stream.hasEnded())).toHaveLength(1)
  expect(streams[0]?.hasEnded()).toBe(true)
  expect(clerk.hasEnded()).toBe(false)
})

test('a merchant has as many streams as the setting says: one more is asked to wait, and others are not affected', async () => {
  const { base: at } = await startAnother({ config: { ...app.deps.config, streamsPerMerchant: 3 } })
  const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)]
  const streams = await openMany(at, merchant, 3)
  const clerk = await makeStaff(app, merchant)
  const refused = await askForStream(at, clerk)
  expect(await refused.json()).toMatchObject({ rcode: 105, result: { retryAfter: 30 } })
  const neighbour = await openStream(at, other)
  await tell(merchant, 1)
  for (const stream of streams) await untilMarks(stream, [1])
  expect(neighbour.hasEnded()).toBe(false)
  await streams[0]?.close()
  await expect
    .poll(async () => {
      const abort = new AbortController()
      const { headers } = await askForStream(at, clerk, undefined, abort.signal)
      abort.abort()
      return headers.get('content-type')
    })
    .toContain('text/event-stream')
})

test('a client that does not read is disconnected, and the others go on', async () => {
  const { base: at, server } = await startAnother()
  const merchant = await makeMerchant(app)
  const stream = await openStream(at, merchant)
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  const before = await connections()
  const socket = connect(Number(new URL(at).port), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write(
    `POST ${eventStreamPath} HTTP/1.1\r\nhost: x\r\nx-access-token: ${merchant.token}\r\n` +
      `x-access-secret: ${merchant.secret}\r\ncontent-length: 0\r\n\r\n`,
  )
  await expect.poll(connections).toBe(before + 1)
  const texts = [...Array<string>(20).fill('x'.repeat(100_000)), ...Array<string>(400).fill('x')]
  await expect
    .poll(
      async () => {
        await inMerchant(merchant, async (tx) => {
          for (const account of texts)
            await emit(tx, merchant.tenantId, app.clock.now, { kind: 'me', data: { account } }, {})
        })
        return connections()
      },
      { interval: 100 },
    )
    .toBe(before)
  await tell(merchant, 7)
  await expect.poll(() => marks(stream)).toContain(7)
})
