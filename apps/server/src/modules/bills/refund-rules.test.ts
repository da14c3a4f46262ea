import type { BillStatus, PayClient } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import type { PaymentProvider, Payments } from '../../ports/payments/payments.ts'
import {
  canRefund,
  canRefundAlone,
  refundBar,
  refundedStatus,
  refundsParts,
  refundWay,
  undeliveredAmount,
} from './refund-rules.ts'

const provider = (refundsParts: boolean) => ({ refundsParts }) as PaymentProvider
const payments: Payments = { wechat: provider(true), alipay: provider(true), gkash: provider(false) }
const now = new Date('2026-11-15T04:00:00.000Z')
const facts = { now, utcOffsetMinutes: 480, isBlocked: false, payments }

const sold = {
  client: 'wechat' as PayClient,
  status: 0 as BillStatus,
  total_price: 350,
  refunded: 0,
  oddities: [],
  create_at: now,
}

describe('a merchant may refund', () => {
  test.each([
    ['wechat', true],
    ['alipay', true],
    ['gkash', true],
    ['card', true],
    ['ezcard', true],
    ['coin', false],
    ['bill', false],
    ['remote', false],
    ['gift', false],
  ] as const)('%s: %s', (client, may) => {
    expect(canRefund({ ...sold, client }, facts)).toBe(may)
  })

  test.each([
    [0, true],
    [1, true],
    [2, true],
    [3, true],
    [4, true],
    [5, false],
    [6, true],
    [7, false],
    [8, false],
    [9, false],
    [10, false],
    [11, false],
  ] as const)('status %i: %s', (status, may) => {
    expect(canRefund({ ...sold, status }, facts)).toBe(may)
  })

  test('nothing that was free, and nothing of which something was refunded', () => {
    expect(canRefund({ ...sold, total_price: 0 }, facts)).toBe(false)
    expect(canRefund({ ...sold, refunded: 1 }, facts)).toBe(false)
  })

  test('no online sale without our paid order, and none whose provider is gone', () => {
    expect(canRefund({ ...sold, oddities: ['order'] }, facts)).toBe(false)
    expect(canRefund({ ...sold, oddities: ['price', 'clock'] }, facts)).toBe(true)
    expect(canRefund({ ...sold, client: 'card', oddities: ['order'] }, facts)).toBe(true)
    expect(canRefund(sold, { ...facts, payments: {} })).toBe(false)
    expect(canRefund({ ...sold, client: 'card' }, { ...facts, payments: {} })).toBe(true)
  })

  test.each([
    ['2026-11-14T15:59:59.999Z', '2026-11-14T16:00:00.000Z', 480, false],
    ['2026-11-14T16:00:00.000Z', '2026-11-15T15:59:59.999Z', 480, true],
    ['2026-11-14T16:00:00.000Z', '2026-11-15T16:00:00.000Z', 480, false],
    // One minute over UTC's midnight is the same day of the merchant.
    ['2026-11-14T23:59:59.999Z', '2026-11-15T00:00:00.000Z', 480, true],
    ['2026-11-14T23:59:59.999Z', '2026-11-15T00:00:00.000Z', 0, false],
  ])('a sale of %s at %s with offset %i: %s', (sold_at, at, utcOffsetMinutes, may) => {
    const bill = { ...sold, create_at: new Date(sold_at) }
    expect(canRefund(bill, { ...facts, now: new Date(at), utcOffsetMinutes })).toBe(may)
  })

  test('not when the operator has blocked the merchant', () => {
    expect(canRefund(sold, { ...facts, isBlocked: true })).toBe(false)
  })
})

describe('why a bill cannot be refunded', () => {
  const yesterday = new Date('2026-11-14T04:00:00.000Z')
  test.each([
    ['nothing is in the way', {}, {}, null],
    ['coins', { client: 'coin' }, {}, 'cash'],
    ['notes', { client: 'bill' }, {}, 'cash'],
    ['pieces dispensed from the console', { client: 'remote', total_price: 0 }, {}, 'cash'],
    ['a voucher', { client: 'gift', total_price: 0 }, {}, 'nothing_paid'],
    ['nothing was paid', { total_price: 0 }, {}, 'nothing_paid'],
    ['a refund is under way', { status: 5, create_at: yesterday }, {}, 'refunding'],
    ['a part was refunded', { status: 10, refunded: 100, create_at: yesterday }, {}, 'refunded'],
    ['all was refunded', { status: 8, refunded: 350 }, {}, 'refunded'],
    ['the machine works', { status: 7 }, {}, 'working'],
    ['no payment of ours', { oddities: ['order'] }, {}, 'no_payment'],
    ['no provider any more', {}, { payments: {} }, 'no_provider'],
    ['yesterday', { create_at: yesterday }, {}, 'not_today'],
    ['yesterday, of a merchant who is blocked', { create_at: yesterday }, { isBlocked: true }, 'not_today'],
    ['a merchant who is blocked', {}, { isBlocked: true }, 'blocked'],
  ] as const)('%s', (_what, bill, more, bar) => {
    expect(refundBar({ ...sold, ...bill }, { ...facts, ...more })).toBe(bar)
  })
})

describe('the server may refund alone', () => {
  test.each([
    ['wechat', true],
    ['gkash', true],
    ['card', true],
    ['ezcard', false],
    ['coin', false],
    ['bill', false],
    ['remote', false],
    ['gift', false],
  ] as const)('%s: %s', (client, may) => {
    const bill = { ...sold, status: 1 as const, client, orderno: '1' }
    expect(canRefundAlone(bill, refundWay(bill, new Set(['1'])), payments)).toBe(may)
  })

  test('no card that the machine has settled itself', () => {
    const bill = { ...sold, status: 1 as const, client: 'card' as const, orderno: '1' }
    expect(refundWay(bill, new Set(['2']))).toBe('hand')
    expect(canRefundAlone(bill, 'hand', payments)).toBe(false)
  })

  test('on any day, but only what was paid by an order of ours', () => {
    const old = { ...sold, status: 2 as const, create_at: new Date('2026-10-01T00:00:00.000Z') }
    expect(canRefundAlone(old, 'provider', payments)).toBe(true)
    expect(canRefundAlone({ ...old, oddities: ['order'] }, 'provider', payments)).toBe(false)
    expect(canRefundAlone({ ...old, total_price: 0 }, 'provider', payments)).toBe(false)
  })
})

describe('what did not come out', () => {
  const line = (price: number, quantity: number, delivered: number | null) => ({
    channel_sn: 1,
    goods_id: null,
    title: '',
    price,
    quantity,
    delivered,
    fault: null,
  })
  test.each([
    ['nothing came out', 350, [line(350, 1, 0)], 350],
    ['the machine did not report', 350, [line(350, 1, null)], 350],
    ['one of two slots', 500, [line(300, 1, 1), line(200, 1, 0)], 200],
    ['pieces of a slot', 900, [line(300, 3, 1)], 600],
    ['everything', 500, [line(300, 1, 1), line(200, 1, 1)], 0],
    ['with a discount', 400, [line(300, 1, 1), line(200, 1, 0)], 160],
    ['cents that cannot be divided', 100, [line(100, 3, 1)], 67],
    ['goods without a price', 90, [line(0, 1, 1), line(0, 2, 0)], 60],
    ['goods for nothing beside paid ones', 350, [line(350, 1, 1), line(0, 1, 0)], 0],
    ['no lines', 350, [], 350],
  ])('%s', (_, total_price, goods, amount) => {
    expect(undeliveredAmount({ total_price, goods })).toBe(amount)
  })
})

test('the end of a refund has a status of its own by kind and size', () => {
  expect(refundedStatus({ kind: 'auto', part: false })).toBe(8)
  expect(refundedStatus({ kind: 'manual', part: false })).toBe(9)
  expect(refundedStatus({ kind: 'manual', part: true })).toBe(10)
  expect(refundedStatus({ kind: 'auto', part: true })).toBe(11)
})

test('GKash gives back whole payments only', () => {
  expect(refundsParts('wechat', payments)).toBe(true)
  expect(refundsParts('gkash', payments)).toBe(false)
  expect(refundsParts('card', payments)).toBe(true)
})
