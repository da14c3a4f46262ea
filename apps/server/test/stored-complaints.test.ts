import { expect, test } from 'vitest'

import {
  complaintsAboutEvent,
  complaintsAboutJob,
  type StoredEvent,
  type StoredJob,
} from './stored-complaints.ts'

const nobody = { account: null, permission: null, device: null, store: null, sold_in: null }
const event = (kind: StoredEvent['kind'], audience: Partial<StoredEvent>) =>
  complaintsAboutEvent({ ...nobody, kind, ...audience })

test('an event of an account without the account is complained about', () => {
  expect(event('job', { account: '7' })).toEqual([])
  expect(event('job', {})).toEqual(['an event job for no account'])
})

test('an event without its permission, its machine, or the store of its bill is complained about', () => {
  const bills = { permission: 'order.buyBill', device: '5' }
  expect(event('bills', bills)).toEqual([])
  expect(event('bills', { ...bills, store: '3', sold_in: '3' })).toEqual([])
  expect(event('bills', { ...bills, permission: null })).toEqual(['an event bills for every user'])
  expect(event('bills', { ...bills, permission: 'home' })).toEqual(['an event bills for home'])
  expect(event('bills', { ...bills, device: null })).toEqual(['an event bills with device null'])
  expect(event('bills', { ...bills, sold_in: '3' })).toEqual(['an event bills of store 3 for store null'])
  expect(event('alerts', { permission: 'device.manage' })).toEqual([])
  expect(event('alerts', { permission: 'device.manage', device: '5' })).toHaveLength(1)
})

test('a job that is not given its merchant, or what its key is about, is complained about', () => {
  const job = (payload: StoredJob['payload'], key = 'order-close:12:34') =>
    complaintsAboutJob({ key, task: 'order-close', payload })
  expect(job({ tenant: '12', orderno: '34' })).toEqual([])
  expect(job({ tenant: '12' }, 'order-close:12')).toEqual([])
  expect(job({ tenant: '12' })).toHaveLength(1)
  expect(job({ orderno: '34' })).toHaveLength(1)
  expect(job({ tenant: '34', orderno: '12' })).toHaveLength(1)
  expect(job({ tenant: '12', orderno: '34' }, 'order-open:12:34')).toHaveLength(1)
  const asked = (payload: StoredJob['payload']) => complaintsAboutJob({ key: 'job:34', task: 'job', payload })
  expect(asked({ tenant: '12', job: '34' })).toEqual([])
  expect([asked({ job: '34' }), asked({ tenant: '12' })].flat()).toHaveLength(2)
})
