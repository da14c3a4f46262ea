import { words } from '@slotwise/contract'

/** Asked before a change that is more often a slip than meant. */
export const drasticWords = words({
  askTitle: ['请再次确认', '請再次確認', 'Confirm this change'],
  askPrice: [
    '价格从 {was} 降到 {price}，低于原价的一半。',
    '價格從 {was} 降到 {price}，低於原價的一半。',
    'The price drops from {was} to {price}, to less than half.',
  ],
  askListPrice: [
    '商品定价从 {was} 降到 {price}，低于原价的一半。',
    '商品定價從 {was} 降到 {price}，低於原價的一半。',
    'The list price drops from {was} to {price}, to less than half.',
  ],
  askGamePrice: [
    '游戏价格从 {was} 降到 {price}，低于原价的一半。',
    '遊戲價格從 {was} 降到 {price}，低於原價的一半。',
    'The game price drops from {was} to {price}, to less than half.',
  ],
  askOneGamePrice: [
    '{count} 台设备的全部货道，游戏价格都改为 {price}。',
    '{count} 台設備的全部貨道，遊戲價格都改為 {price}。',
    'Every slot of {count} {count|device|devices} gets the game price {price}.',
  ],
  askRate: [
    '中奖率改为 100%：顾客每次都会中奖出货。',
    '中獎率改為 100%：顧客每次都會中獎出貨。',
    'The winning rate becomes 100%: every customer wins every time.',
  ],
  askGoodsOut: [
    '这些货道现有的库存将从账面清零，且不能撤销。',
    '這些貨道現有的庫存將從帳面歸零，且無法復原。',
    'The recorded stock of these slots is written off. This cannot be undone.',
  ],
  askCount: ['涉及 {count} 个货道。', '涉及 {count} 個貨道。', 'This affects {count} {count|slot|slots}.'],
  askGoodsCount: [
    '涉及 {count} 个商品。',
    '涉及 {count} 個商品。',
    'This affects {count} {count|kind of goods|goods}.',
  ],
  askDo: ['仍要修改', '仍要修改', 'Change it anyway'],
})
