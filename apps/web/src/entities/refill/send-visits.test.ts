import { errorCodes, visitDays, type VisitResult } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { CallError, type Caller } from '../../lib/client.ts'
import { sendVisits } from './send-visits.ts'
import { memoryStore, type OutboxVisit, type VisitStore } from './visit-store.ts'

const account = 'anna'
let store: VisitStore
let now = 0
let signedIn: string | undefined
let asked: { visit: string; slots: { ago_ms: number }[] }[]

beforeEach(() => {
  store = memoryStore()
  now = 1_000_000
  signedIn = account
  asked = []
  booked.length = 0
})

const seen = { rev: 1, goods_id: '5', quantity: 4, max: 10 }
const visitAt = (madeAt: number, more: Partial<OutboxVisit> = {}): OutboxVisit => ({
  visit: `v${madeAt}`,
  account,
  sn: '77',
  title: 'Lobby',
  readAt: '2026-11-18T00:00:00.000Z',
  slots: [{ channel_sn: 1, goods: 'Cola', seen, set: { kind: 'full' }, at: madeAt }],
  madeAt,
  tries: 0,
  nextAt: 0,
  state: { kind: 'waits', delay: undefined },
  ...more,
})

const answerOf = (visit: string, conflict: 'goods' | null = null): VisitResult => ({
  visit,
  at: '2026-11-18T00:00:00.000Z',
  refill: '9',
  slots: [{ channel_sn: 1, conflict, before: 4, after: 10 }],
})

/** A server that does what the test says, in the order of the calls. */
function server(...does: (VisitResult | CallError)[]): Caller {
  return ((_row: unknown, input: (typeof asked)[number]) => {
    asked.push(input)
    const next = does.shift() ?? answerOf(input.visit)
    return next instanceof CallError ? Promise.reject(next) : Promise.resolve(next)
  }) as unknown as Caller
}
const booked: [visit: string, refill: string | null][] = []
const send = (call: Caller, options?: { isAsked?: boolean }) =>
  sendVisits(
    {
      store,
      account,
      call,
      now: () => now,
      onBooked: ({ visit }, { refill }) => booked.push([visit, refill]),
      signedIn: () => signedIn,
    },
    options,
  )
const failed = (kind: CallError['kind'], facts: { rcode?: number; retryAfter?: number } = {}) =>
  new CallError('no', { kind, ...facts })
const states = async () =>
  (await store.all('outbox')).map(({ visit, state, nextAt }) => [visit, state.kind, nextAt])

test('visits are sent in their order, with the time since they were made, and leave the outbox', async () => {
  await store.put('outbox', visitAt(900_000))
  await store.put('outbox', visitAt(800_000))
  await store.put('outbox', visitAt(700_000, { account: 'ben' }))
  expect(await send(server())).toBe(2)
  expect(asked.map(({ visit, slots }) => [visit, slots[0]?.ago_ms])).toEqual([
    ['v800000', 200_000],
    ['v900000', 100_000],
  ])
  expect(await states()).toEqual([['v700000', 'waits', 0]])
  expect(booked).toEqual([
    ['v800000', '9'],
    ['v900000', '9'],
  ])
})

test.each([
  ['no network', failed('offline'), 'offline'],
  ['no answer', failed('timeout'), 'server'],
  ['a failure of a proxy', failed('fault'), 'server'],
  ['a fault of the server', failed('answer', { rcode: errorCodes.fault }), 'server'],
  ['a busy machine', failed('answer', { rcode: errorCodes.busy }), 'busy'],
  ['too many calls', failed('answer', { rcode: 105, retryAfter: 2 }), 'busy'],
])('%s: the visit waits, longer each time', async (_what, error, delay) => {
  await store.put('outbox', visitAt(1))
  const waits = []
  for (let round = 0; round < 5; round += 1) {
    expect(await send(server(error))).toBe(0)
    const [visit] = await store.all('outbox')
    expect(visit?.state).toEqual({ kind: 'waits', delay })
    waits.push((visit?.nextAt ?? 0) - now)
    // It rests until then, unless the person asks.
    asked = []
    await send(server(error))
    expect(asked).toEqual([])
    now = visit?.nextAt ?? 0
  }
  expect(waits).toEqual([5_000, 15_000, 60_000, 300_000, 300_000])
  now -= 1
  await send(server(), { isAsked: true })
  expect(await states()).toEqual([])
})

test('a wait that the server names is kept', async () => {
  await store.put('outbox', visitAt(1))
  await send(server(failed('answer', { rcode: 105, retryAfter: 60 })))
  expect(await states()).toEqual([['v1', 'waits', now + 60_000]])
})

test('without a server the others are not tried; after a refusal they are', async () => {
  for (const at of [1, 2, 3]) await store.put('outbox', visitAt(at))
  await send(server(failed('network')))
  expect(asked).toHaveLength(1)
  asked = []
  await send(server(failed('answer', { rcode: errorCodes.notFound })), { isAsked: true })
  expect(asked).toHaveLength(3)
  const [visit] = await store.all('outbox')
  expect(visit?.state).toEqual({ kind: 'refused', refusal: 'missing', text: 'no' })
  // A refusal is sent again only when the person says so.
  asked = []
  await send(server(), { isAsked: true })
  expect(asked).toEqual([])
})

test('a later visit to a machine is not sent before an earlier one that rests; one to another machine is', async () => {
  await store.put('outbox', visitAt(1))
  await send(server(failed('answer', { rcode: errorCodes.busy })))
  await store.put('outbox', visitAt(2))
  await store.put('outbox', visitAt(3, { sn: '78' }))
  asked = []
  await send(server())
  expect(asked.map(({ visit }) => visit)).toEqual(['v3'])
  asked = []
  await send(server(failed('answer', { rcode: errorCodes.busy })), { isAsked: true })
  expect(asked.map(({ visit }) => visit)).toEqual(['v1'])
  asked = []
  await send(server(), { isAsked: true })
  expect(asked.map(({ visit }) => visit)).toEqual(['v1', 'v2'])
})

test('a session that has ended keeps the visit as it is', async () => {
  await store.put('outbox', visitAt(1))
  await send(server(failed('answer', { rcode: errorCodes.sessionEnded })))
  expect(await store.all('outbox')).toEqual([visitAt(1)])
})

test('slots that were not booked are kept to be seen', async () => {
  await store.put('outbox', visitAt(1))
  expect(await send(server(answerOf('v1', 'goods')))).toBe(1)
  expect(await states()).toEqual([['v1', 'parted', 0]])
  expect(await send(server())).toBe(0)
})

/** A server that answers after something else has happened. */
const after = (happens: () => unknown, call: Caller): Caller =>
  (async (...asking: Parameters<Caller>) => {
    await happens()
    return call(...asking)
  }) as Caller

test.each([undefined, 'ben'])('once the session is of %s, no further visit is sent', async (next) => {
  for (const at of [1, 2]) await store.put('outbox', visitAt(at))
  const changes = after(() => (signedIn = next), server())
  expect(await send(changes)).toBe(1)
  expect(asked.map(({ visit }) => visit)).toEqual(['v1'])
  expect(await store.all('outbox')).toEqual([visitAt(2)])
})

test.each([
  ['not booked as a whole', () => server(answerOf('v1', 'goods'))],
  ['refused', () => server(failed('answer', { rcode: errorCodes.notFound }))],
  ['not answered', () => server(failed('timeout'))],
])('a visit that was deleted while it was sent and is %s does not come back', async (_what, answers) => {
  await store.put('outbox', visitAt(1))
  await send(after(() => store.remove('outbox', 'v1'), answers()))
  expect(asked).toHaveLength(1)
  expect(await store.all('outbox')).toEqual([])
})

test('a clock that was set far ahead sends the longest time that the server takes', async () => {
  const most = visitDays * 86_400_000
  now = most * 2
  await store.put('outbox', visitAt(1))
  await send(server())
  expect(asked[0]?.slots[0]?.ago_ms).toBe(most)
})
