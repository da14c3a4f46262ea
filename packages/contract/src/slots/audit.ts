import { amount, type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import type { slotCalls } from './calls.ts'
import { slotExportWords, slotFieldWords, stockReasonWords } from './words.ts'

const field = labelled(slotFieldWords)

export const slotAudit = {
  kinds: {},
  calls: {
    ...inGroup('devices', {
      setChannelInfo: ['修改货道', '修改貨道', 'Edited slots'],
      putDownGoods: ['下架商品', '下架商品', 'Took goods out of slots'],
      setQuantity: [
        '补满、清空货道或采用设备计数',
        '補滿、清空貨道或採用設備計數',
        'Filled or emptied slots, or used device counts',
      ],
      setGoodsSlots: ['批量修改商品所在货道', '批次修改商品所在貨道', 'Edited the slots of goods'],
      applyListPrices: ['把新定价用于货道', '將新定價用於貨道', 'Gave slots new list prices'],
      applySlotImport: ['导入货道', '匯入貨道', 'Imported slots'],
      undoGoodsSlots: ['撤销货道修改', '復原貨道修改', 'Undid a change of slots'],
      copyChannels: ['复制货道布局', '複製貨道配置', 'Copied a slot layout'],
    }),
    ...inGroup('files', { exportDevChannel: ['导出货道', '匯出貨道', 'Exported slots'] }),
  },
  elsewhere: {
    device: {
      price: field('price', amount),
      goods: field('goods'),
      game_price: field('game_price', amount),
      rate: field('rate'),
      channel_sn: field('channel_sn'),
      quantity: field('quantity'),
      max: field('max'),
      enabled: field('enabled'),
      reason: field('reason', oneOf(stockReasonWords)),
      copied_from: field('copied_from'),
    },
    job: {
      areas: field('areas'),
      stores: field('stores'),
      all: field('all'),
      filtered: field('filtered'),
      devs: field('devs'),
      discard: field('discard'),
      export_type: field('export_type', oneOf(slotExportWords)),
    },
  },
} as const satisfies DomainAudit<typeof slotCalls>
