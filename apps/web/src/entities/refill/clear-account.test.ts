import { beforeEach, expect, test } from 'vitest'

import { clearReadings } from './clear-account.ts'
import { hasRefillData, markRefillData } from './refill-mark.ts'
import { type Draft, keyOf, type OutboxVisit, type StoredMachine, visitStore } from './visit-store.ts'

const store = await visitStore()

beforeEach(async () => {
  for (const account of ['ann', 'bob']) {
    const key = keyOf(account, '7')
    await store.put('lists', {
      key: account,
      account,
      asked: '',
      list: { count: 0 },
      route: [],
      keptAt: 1,
    } as never)
    await store.put('machines', { key, account, machine: { sn: '7' }, keptAt: 1 } as StoredMachine)
    await store.put('drafts', { key, account, visit: key, readAt: '', marks: {} } satisfies Draft)
    await store.put('outbox', { visit: key, account, sn: '7' } as OutboxVisit)
  }
  markRefillData(true)
})

const accountsIn = async (name: 'lists' | 'machines' | 'drafts' | 'outbox'): Promise<string[]> =>
  (await store.all(name)).map(({ account }) => account)

test('without a session nothing that was read stays, and all visits do', async () => {
  await clearReadings(undefined)
  expect(await Promise.all([accountsIn('lists'), accountsIn('machines')])).toEqual([[], []])
  expect(await accountsIn('drafts')).toEqual(['ann', 'bob'])
  expect(await accountsIn('outbox')).toEqual(['ann', 'bob'])
})

test('what the account that is signed in has read stays, and is still marked', async () => {
  await clearReadings('bob')
  expect(await Promise.all([accountsIn('lists'), accountsIn('machines')])).toEqual([['bob'], ['bob']])
  expect(await accountsIn('outbox')).toEqual(['ann', 'bob'])
  expect(hasRefillData()).toBe(true)
})
