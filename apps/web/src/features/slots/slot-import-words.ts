import { words } from '@slotwise/contract'

/** Texts of importing slots. */
export const slotImportWords = words({
  intro: [
    '用表格批量修改多台设备的货道：商品（编号或编码）、价格和最大库存。空单元格保持不变。系统会先显示将要发生的变化，确认之前不会修改任何内容。',
    '用表格大量修改多台設備的貨道：商品（編號或編碼）、價格和最大庫存。空儲存格保持不變。系統會先顯示將要發生的變更，確認之前不會修改任何內容。',
    'Change the slots of many devices with a sheet: goods (by number or article code), price and capacity. Empty cells do not change anything. You first see what would happen; nothing changes until you confirm.',
  ],
  templateHint: [
    '以现有货道清单为模板最方便。',
    '以現有貨道清單為範本最方便。',
    'Start from your current list of slots.',
  ],
  template: ['下载现有货道清单', '下載現有貨道清單', 'Download current slots'],
  place: ['设备和货道', '設備和貨道', 'Device and slot'],
  slotOf: ['{name} · 货道 {slot}', '{name} · 貨道 {slot}', '{name} · slot {slot}'],
  piecesOut: [
    '账面库存 {pieces} 件清零',
    '帳面庫存 {pieces} 件歸零',
    'Recorded stock of {pieces} {pieces|piece|pieces} written off',
  ],
  outlook: [
    '共 {devices} 台设备的 {count} 个货道发生变化。',
    '共 {devices} 台設備的 {count} 個貨道發生變化。',
    '{count} {count|slot|slots} of {devices} {devices|device|devices} will change.',
  ],
  otherGoods: [
    '其中 {count} 个货道更换商品，账面库存共 {pieces} 件清零，且不能撤销。',
    '其中 {count} 個貨道更換商品，帳面庫存共 {pieces} 件歸零，且無法復原。',
    '{count} of them {count|gets|get} other goods: {pieces} {pieces|piece|pieces} of recorded stock {pieces|is|are} written off. This cannot be undone.',
  ],
  undoable: [
    '价格和最大库存的修改一小时内可以撤销。',
    '價格和最大庫存的修改一小時內可以復原。',
    'Changes of price and capacity can be undone within an hour.',
  ],
  apply: ['修改 {count} 个货道', '修改 {count} 個貨道', 'Change {count} {count|slot|slots}'],
  applyLeavingOut: [
    '修改 {count} 个货道，跳过 {error} 行',
    '修改 {count} 個貨道，略過 {error} 列',
    'Change {count} {count|slot|slots}, skip {error} {error|row|rows}',
  ],
  nothing: ['没有可导入的内容', '沒有可匯入的內容', 'Nothing to import'],
  lastImport: [
    '您在 {time} 导入修改了 {count} 个货道。',
    '您在 {time} 匯入修改了 {count} 個貨道。',
    'Your import at {time} changed {count} {count|slot|slots}.',
  ],
  undo: ['撤销导入', '復原匯入', 'Undo import'],
})
