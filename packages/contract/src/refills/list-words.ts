import { words } from '../kernel/locale.ts'

/** Names of the fields, for the console, the audit and the headers of exports. */
export const refillFieldWords = words({
  refillList: ['补货清单', '補貨清單', 'Refill list'],
  loadList: ['装车清单', '裝車清單', 'Load list'],
  bring: ['需补数量', '需補數量', 'To bring'],
  stop: ['顺序', '順序', 'Stop'],
  pieces: ['件数', '件數', 'Pieces'],
  sheet: ['清单内容', '清單內容', 'Contents'],
  slots: ['货道范围', '貨道範圍', 'Which slots'],
})

/** Which slots the list counts. */
export const refillSlotWords = words({
  all: ['所有未满货道', '所有未滿貨道', 'All slots that are not full'],
  low: ['仅库存不足的货道', '僅庫存不足的貨道', 'Low slots only'],
})

/** One line per slot, or one per product. */
export const refillSheetWords = words({
  slot: ['按设备和货道', '依設備和貨道', 'By device and slot'],
  goods: ['按商品汇总', '依商品彙總', 'By goods'],
})
