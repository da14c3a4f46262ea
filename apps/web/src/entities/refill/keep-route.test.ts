import { errorCodes, type RefillList, type RefillMachine } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { CallError, type Caller } from '../../lib/client.ts'
import { keepList, keepRoute, mostStops, stopKeeping } from './keep-route.ts'
import { keyOf, memoryStore, type VisitStore } from './visit-store.ts'

const account = 'anna'
let store: VisitStore
let now = 0
let asked: string[]
let missing: Map<string, CallError>
let beforeAnswer: () => void

beforeEach(() => {
  store = memoryStore()
  now = 1_000_000
  asked = []
  missing = new Map()
  beforeAnswer = () => undefined
})

const machineOf = (sn: string): RefillMachine => ({ sn, title: '', store: null, at: '', slots: [] })
const listOf = (sns: string[], count = sns.length): RefillList =>
  ({ data: sns.map((sn) => ({ sn })), count }) as unknown as RefillList
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i))

/** Answers the first machines of a route of 80, and the slots of each machine. */
const call = ((_row: unknown, input: { sn?: string; pageSize?: number }) => {
  beforeAnswer()
  asked.push(input.sn ?? `list of ${input.pageSize}`)
  const error = input.sn === undefined ? undefined : missing.get(input.sn)
  if (error) return Promise.reject(error)
  return Promise.resolve(input.sn === undefined ? listOf(numbers(1, mostStops), 80) : machineOf(input.sn))
}) as unknown as Caller

const keep = (list: RefillList, { page = 1, readAt = now } = {}) =>
  keepRoute({ store, account, call, now: () => now }, { asked: { filter: {}, page, size: 20 }, list, readAt })
const kept = async () => (await store.all('machines')).map(({ machine }) => machine.sn)

test('the machines of a list are read in the order of the route, and the list is kept with that order', async () => {
  await keep(listOf(['7', '3', '5']))
  expect(asked).toEqual(['7', '3', '5'])
  expect(await kept()).toEqual(['7', '3', '5'])
  expect(await store.get('lists', account)).toMatchObject({ route: ['7', '3', '5'], keptAt: now })
})

test('of a longer route the page that is shown comes first, and then the first machines of all', async () => {
  await keep(listOf(numbers(61, 80), 80), { page: 4 })
  expect(asked).toEqual([`list of ${mostStops}`, ...numbers(61, 80), ...numbers(1, mostStops)])
  expect((await store.get('lists', account))?.route).toEqual(numbers(1, mostStops))
})

test('a machine that was read a moment ago is not read again', async () => {
  await keep(listOf(['1', '2']))
  now += 4 * 60_000
  await keep(listOf(['1', '2', '3']))
  expect(asked).toEqual(['1', '2', '3'])
  now += 2 * 60_000
  await keep(listOf(['1', '2', '3']))
  expect(asked).toEqual(['1', '2', '3', '1', '2'])
})

test('a machine that is gone does not hinder the others; a network that goes does', async () => {
  missing.set('1', new CallError('no', { kind: 'answer', rcode: errorCodes.notFound }))
  missing.set('3', new CallError('no', { kind: 'timeout' }))
  await keep(listOf(['1', '2', '3', '4']))
  expect(asked).toEqual(['1', '2', '3'])
  expect(await kept()).toEqual(['2'])
})

test('a logout meanwhile leaves nothing behind', async () => {
  beforeAnswer = stopKeeping
  await keep(listOf(['1', '2']))
  expect(asked).toEqual(['1'])
  expect(await kept()).toEqual([])
})

test('new figures of the same list leave its route, another filter forgets it', async () => {
  await keep(listOf(['1', '2']))
  const again = (filter: object) =>
    keepList({ store, account }, { asked: { filter, page: 1, size: 20 }, list: listOf(['2']), readAt: 5 })
  await again({})
  expect(await store.get('lists', account)).toMatchObject({ route: ['1', '2'], keptAt: 5 })
  await again({ low: true })
  expect((await store.get('lists', account))?.route).toEqual([])
})

test('of machines that are on no route the newest 200 stay, and those with a visit in progress', async () => {
  for (const sn of numbers(1001, 1205)) {
    now += 1
    await store.put('machines', { key: keyOf(account, sn), account, machine: machineOf(sn), keptAt: now })
  }
  const key = keyOf(account, '1002')
  await store.put('drafts', { key, account, visit: 'v', readAt: '', marks: {} })
  await store.put('machines', { key: keyOf('ben', '1'), account: 'ben', machine: machineOf('1'), keptAt: 0 })
  await keep(listOf(['5']))
  const all = await kept()
  expect(all).toHaveLength(203)
  expect(all).toEqual(expect.arrayContaining(['1002', '1205', '5', '1']))
  expect(all).not.toContain('1001')
  expect(all).not.toContain('1005')
})
