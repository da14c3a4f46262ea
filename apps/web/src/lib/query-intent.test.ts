import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { fakeStorage } from './fake-storage.ts'
import { createIntent, lastingIntent } from './query-intent.ts'

const counted = () => {
  let made = 0
  return createIntent(() => `key ${++made}`)
}

describe('the idempotency key of a change', () => {
  test('stays the same when the same form is sent again after a time-out', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    expect(intent.keyFor({ area_name: 'North' })).toBe(first)
  })

  test('stays the same with another sign: the goods must not fall twice', () => {
    const intent = counted()
    const goods = [{ channel_sn: 1, count: 2 }]
    const first = intent.keyFor({ sn: '10000001', goods, sign: 'expired' })
    expect(intent.keyFor({ sn: '10000001', goods, sign: 'asked for anew' })).toBe(first)
  })

  test('is new when the form was changed after a time-out', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    expect(intent.keyFor({ area_name: 'South' })).not.toBe(first)
  })

  test('is new after the change has succeeded, so that the same can be added twice on purpose', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    intent.done()
    expect(intent.keyFor({ area_name: 'North' })).not.toBe(first)
  })
})

describe('the key of a wish that outlives the page', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()))
  afterEach(() => vi.unstubAllGlobals())

  test('is the same on the page that is loaded anew, until it has happened', () => {
    const goods = [{ channel_sn: 1, count: 2 }]
    const first = lastingIntent('dispense 1').keyFor({ goods })
    expect(lastingIntent('dispense 1').keyFor({ goods })).toBe(first)
    expect(lastingIntent('dispense 2').keyFor({ goods })).not.toBe(first)
    lastingIntent('dispense 1').done()
    expect(lastingIntent('dispense 1').keyFor({ goods })).not.toBe(first)
  })

  test('can be attached to what is sent', () => {
    const intent = lastingIntent('dispense 1')
    const attach = intent.keyFor({ sn: '1' })
    expect(intent.keyFor({ sn: '1', attach, sign: 'sign' })).toBe(attach)
  })
})
