import { type Channel, type GoodsPick, lowLevelOf, usualThreshold } from '@slotwise/contract'

/** Goods for tests. */
export const exampleGoods: GoodsPick = {
  goods_id: '12',
  title: 'Cola',
  price: 350,
  min_price: null,
  max_price: null,
  code: '',
  file: null,
}

export const exampleSlot = (change: Partial<Channel> = {}): Channel => ({
  channel_sn: 5,
  rev: 3,
  goods: exampleGoods,
  price: 350,
  game_price: null,
  rate: null,
  quantity: 7,
  max: 10,
  low_level: lowLevelOf(usualThreshold.low, change.max ?? 10),
  enabled: true,
  reported: null,
  counted: null,
  applied: true,
  ...change,
})
