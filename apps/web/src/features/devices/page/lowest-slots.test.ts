import type { Channel } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { lowestSlots } from './lowest-slots.ts'

const goods = {
  goods_id: '1',
  title: 'Cola',
  price: 300,
  min_price: null,
  max_price: null,
  code: '',
  file: null,
}
const slot = (channel_sn: number, quantity: number, change: Partial<Channel> = {}): Channel => ({
  channel_sn,
  rev: 1,
  goods,
  price: 300,
  game_price: null,
  rate: null,
  quantity,
  max: 10,
  low_level: 2,
  enabled: true,
  reported: null,
  counted: null,
  applied: true,
  ...change,
})

test('the slots that will be empty first come first, five of them', () => {
  const slots = [
    slot(1, 9),
    slot(2, 0),
    slot(3, 5),
    slot(4, 5),
    slot(5, 1),
    slot(6, 8),
    slot(7, 3, { max: 4 }),
  ]
  expect(lowestSlots(slots).map(({ channel_sn }) => channel_sn)).toEqual([2, 5, 3, 4, 7])
})

test('slots that sell nothing are not low', () => {
  expect(lowestSlots([slot(1, 0, { goods: null }), slot(2, 0, { enabled: false })])).toEqual([])
})

test('full slots and slots of unknown capacity are left out', () => {
  const slots = [slot(1, 10), slot(2, 9), slot(3, 0, { max: 0 })]
  expect(lowestSlots(slots).map(({ channel_sn }) => channel_sn)).toEqual([2])
})
