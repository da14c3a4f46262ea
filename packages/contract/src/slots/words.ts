import { words } from '../kernel/locale.ts'

/** Names of the fields, for the console and for the headers of exports. */
export const slotFieldWords = words({
  channels: ['货道', '貨道', 'Slots'],
  refill: ['补货清单', '補貨清單', 'Refill list'],
  device: ['设备', '設備', 'Device'],
  channel_sn: ['货道号', '貨道號', 'Slot'],
  goods: ['商品', '商品', 'Goods'],
  goods_code: ['商品编码', '商品編碼', 'Article code'],
  price: ['价格', '價格', 'Price'],
  game_price: ['游戏价格', '遊戲價格', 'Game price'],
  rate: ['中奖率', '中獎率', 'Winning rate'],
  quantity: ['库存', '庫存', 'Stock'],
  max: ['最大库存', '最大庫存', 'Capacity'],
  missing: ['需补数量', '需補數量', 'To bring'],
  enabled: ['启用', '啟用', 'Enabled'],
  state: ['状态', '狀態', 'Status'],
  fault: ['故障', '故障', 'Fault'],
  slot_list: ['货道数', '貨道數', 'Slots'],
  device_count: ['设备数', '設備數', 'Devices'],
  unsized: ['最大库存未知，未计入', '最大庫存未知，未計入', 'Not included: capacity unknown'],
  reason: ['方式', '方式', 'Method'],
  copied_from: ['复制自', '複製自', 'Copied from'],
  devs: ['指定设备', '指定設備', 'Selected devices'],
  stores: ['指定门店数', '指定門店數', 'Selected stores'],
  areas: ['指定区域数', '指定區域數', 'Selected areas'],
  discard: ['不含停用货道', '不含停用貨道', 'Disabled slots left out'],
  all: ['全部设备', '全部設備', 'All devices'],
  filtered: ['列表筛选出的设备', '清單篩選出的設備', 'Devices matching the filters'],
  export_type: ['导出方式', '匯出方式', 'Export contents'],
})

/** The states that a machine reports for a slot. */
export const slotStateWords = words({
  ok: ['正常', '正常', 'Works'],
  off: ['停用', '停用', 'Disabled'],
  fault: ['故障', '故障', 'Fault'],
})

/** Why the stock of a slot changed. */
export const stockReasonWords = words({
  edit: ['手动修改', '手動修改', 'Edited'],
  fill: ['补满', '補滿', 'Filled up'],
  unfill: ['撤销库存变动', '復原庫存異動', 'Stock change undone'],
  empty: ['清空', '清空', 'Emptied'],
  putDown: ['下架', '下架', 'Goods taken out'],
  goods: ['更换商品', '更換商品', 'Goods changed'],
  copy: ['复制货道', '複製貨道', 'Layout copied'],
  remote: ['远程出货', '遠端出貨', 'Dispensed remotely'],
  test: ['货道测试', '貨道測試', 'Slot test'],
  sale: ['销售', '銷售', 'Sold'],
  machine: ['设备校正', '設備校正', 'Corrected by the device'],
  count: ['采用设备计数', '採用設備計數', 'Device count used'],
  visit: ['现场补货', '現場補貨', 'Refilled on site'],
  init: ['货道初始化', '貨道初始化', 'Slots initialized'],
  renumber: ['货道改号', '貨道改號', 'Slot renumbered'],
  unbind: ['设备解绑', '設備解綁', 'Device unbound'],
  opening: [
    '期初库存：较早的变动合并为一行',
    '期初庫存：較早的異動合併為一行',
    'Opening stock: older changes combined in one line',
  ],
})

/** Groups of columns of an export. */
export const slotContentWords = words({
  place: ['位置', '位置', 'Place'],
  goods: ['商品', '商品', 'Goods'],
  price: ['价格', '價格', 'Prices'],
  stock: ['库存', '庫存', 'Stock'],
  state: ['状态', '狀態', 'Status'],
})

/** One line per slot, or a list of what to bring. */
export const slotExportWords = words({
  slot: ['货道明细', '貨道明細', 'Slot list'],
  goods: ['补货清单', '補貨清單', 'Refill list'],
})
