import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decode, encode } from './envelope.ts'
import { deliveryFaultsOf, faultCodes, faultsOf, faultTypes } from './faults.ts'
import { plainHeartbeat } from './heartbeat.ts'
import { signalOf, upMessages } from './messages.ts'
import { downFilter, downNames, downTopic, mayListen, parseUpTopic, upNames, upTopic } from './topics.ts'
import { machineTypes } from './types.ts'

const sn = '10000417'

describe('topics', () => {
  test('of a machine are found again, and no others', () => {
    for (const name of upNames) expect(parseUpTopic(upTopic(sn, name))).toEqual({ sn, name })
    for (const topic of [
      downTopic(sn, 'cmd'),
      `vm/v1/${sn}/up/`,
      `vm/v1/${sn}/up/sale/x`,
      `vm/v1//up/sale`,
      `vm/v1/${sn}x/up/sale`,
      `vm/v2/${sn}/up/sale`,
      ` vm/v1/${sn}/up/sale`,
      `vm/v1/${'1'.repeat(21)}/up/sale`,
      'vm/v1/+/up/sale',
      '',
    ])
      expect(parseUpTopic(topic)).toBeUndefined()
  })

  test('that a machine may listen to are its own', () => {
    expect(mayListen(sn, downFilter(sn))).toBe(true)
    for (const name of downNames) expect(mayListen(sn, downTopic(sn, name))).toBe(true)
    for (const filter of ['#', '+/#', 'vm/v1/+/down/#', downFilter('1'), `vm/v1/${sn}/#`, `vm/v1/${sn}/up/#`])
      expect(mayListen(sn, filter)).toBe(false)
  })
})

describe('a message', () => {
  const data = { id: '7', accepted: true }
  const ack = { v: 1, sn, mid: 'm', seq: 1, ts: 1_760_000_000_000, type: 'ack', data } as const
  const read = (text: string) => decode(text, { sn, name: 'ack', schema: upMessages.ack })

  test('is read as it was written, without unknown fields', () => {
    expect(read(encode(ack))).toEqual({ ok: true, message: ack })
    const newer = { ...ack, sent: 'by a newer machine', data: { ...data, mood: 'good' } }
    expect(read(encode(newer))).toEqual({ ok: true, message: ack })
  })

  test.each([
    ['not JSON', 'nonsense'],
    ['not JSON', ''],
    ['no envelope', '[]'],
    ['no envelope', 'null'],
    ['no envelope', encode({ ...ack, mid: '' })],
    ['no envelope', encode({ ...ack, v: 2 as never })],
    ['no envelope', encode({ ...ack, ts: 1.5 })],
    ['not its name', encode({ ...ack, sn: '1' })],
    ['not its name', encode({ ...ack, type: 'result' })],
    ['wrong data', encode({ ...ack, data: { id: 7 } })],
  ])('that is %s is refused by that word', (why, text) => {
    expect(read(text)).toEqual({ ok: false, why })
  })
})

test('a report of settings is either of a revision or of a search for slots', () => {
  const read = (data: object) => upMessages.config.safeParse(data).data
  expect(read({ rev: 3, mood: 'good' })).toEqual({ rev: 3 })
  expect(read({ init: 'done', slots: 4 })).toEqual({ init: 'done', slots: 4 })
  expect(read({ rev: 3, init: 'done', slots: 4 })).toBeUndefined()
  expect(read({ rev: 3, init: 'later' })).toBeUndefined()
})

describe('a plain heartbeat', () => {
  const odd = fc.oneof(
    fc.constantFrom(
      undefined,
      null,
      '',
      'x'.repeat(41),
      -1,
      0,
      1.5,
      1e9,
      -200,
      '4g',
      'wifi',
      true,
      'x'.repeat(65),
      'a\0',
      '\ud800',
    ),
    // Created for each case, because a case writes into them.
    fc.boolean().map((isList) => (isList ? [] : {})),
    fc.double(),
    fc.string(),
  )
  const right = { rssi: -61, net: '4g', app: '2.4.1', android: '11', uptime: 86_400, temp: 6.5, off: false }
  const envelope = { v: 1, sn, mid: '412-1', seq: 1, ts: 1_760_000_000_000, type: 'heartbeat' }
  const name = fc.constantFrom(...Object.keys(right), ...Object.keys(envelope), 'data', 'other')

  test('is read exactly as the schemas would read it', () => {
    const cases = fc.array(fc.tuple(name, odd), { maxLength: 3 })
    fc.assert(
      fc.property(cases, (changes) => {
        const message: Record<string, unknown> = { ...envelope, data: { ...right } }
        for (const [field, value] of changes)
          Object.assign(field in right ? (message['data'] ?? {}) : message, { [field]: value })
        const text = JSON.stringify(message)
        const decoded = decode(text, { sn, name: 'heartbeat', schema: upMessages.heartbeat })
        const plain = plainHeartbeat(text, sn)
        expect(plain).toEqual(decoded.ok ? decoded.message.data : undefined)
      }),
      { numRuns: 2_000 },
    )
    for (const text of ['', 'null', '[]', '{}', '7', '"x"', '{"data":null}'])
      expect(plainHeartbeat(text, sn)).toBeUndefined()
  })

  test('with unprintable characters is left to the schemas, which replace them', () => {
    const text = JSON.stringify({ ...envelope, data: { ...right, app: '1\u001B[31m\u202E2' } })
    expect(plainHeartbeat(text, sn)).toBeUndefined()
    expect(decode(text, { sn, name: 'heartbeat', schema: upMessages.heartbeat })).toMatchObject({
      ok: true,
      message: { data: { app: '1 [31m 2' } },
    })
  })
})

describe('faults', () => {
  test('that every type can have, and some that it cannot', () => {
    for (const type of machineTypes)
      expect(faultsOf(type)).toEqual(
        expect.arrayContaining(['CTRL_TIMEOUT', 'CONFIRM_TIMEOUT', 'NETWORK', 'BOARD_COMM']),
      )
    expect(deliveryFaultsOf('pulse')).toHaveLength(4)
    expect(faultsOf('pulse')).toEqual(expect.arrayContaining(['COIN_MECH', 'NOTE_VALIDATOR', 'OTHER']))
    expect(faultsOf('pulse')).not.toContain('COMPRESSOR')
    expect(faultsOf('lattice')).toContain('SLOT_OCCUPIED')
    expect(faultsOf('vending')).not.toContain('NOT_TWISTED')
    expect(faultCodes).toEqual(Object.keys(faultTypes))
  })
})

test('the signal is strong, moderate or weak', () => {
  expect([-30, -67, -68, -85, -86, -120].map(signalOf)).toEqual([
    'strong',
    'strong',
    'moderate',
    'moderate',
    'weak',
    'weak',
  ])
})
