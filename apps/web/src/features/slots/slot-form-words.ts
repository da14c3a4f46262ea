import { words } from '@slotwise/contract'

export const slotFormWords = words({
  editSlot: ['编辑货道 {number}', '編輯貨道 {number}', 'Edit slot {number}'],
  saveSlot: ['保存货道', '儲存貨道', 'Save slot'],
  editSlots: ['批量编辑 {count} 个货道', '批次編輯 {count} 個貨道', 'Edit {count} {count|slot|slots}'],
  saveSlots: ['保存 {count} 个货道', '儲存 {count} 個貨道', 'Save {count} {count|slot|slots}'],
  nothingChanged: ['没有修改', '沒有修改', 'Nothing has changed'],
  goneSlot: ['货道 {number} 已不存在', '貨道 {number} 已不存在', 'Slot {number} no longer exists'],
  wait: ['请等待 {seconds} 秒', '請等待 {seconds} 秒', 'Wait {seconds} s'],
  priceHint: ['商品定价 {price}', '商品定價 {price}', 'List price {price}'],
  unusualPrice: [
    '与商品定价相差很大，请核对。',
    '與商品定價相差很大，請核對。',
    'This differs a lot from the list price. Check it.',
  ],
  fillTo: ['补满到 {max}', '補滿到 {max}', 'Fill up to {max}'],
  sameGamePrice: [
    '已设置统一游戏价格，请在设置里修改。',
    '已設定統一遊戲價格，請在設定裡修改。',
    'All slots share one game price. Change it in the settings.',
  ],
  sameRate: [
    '已设置统一中奖率，请在设置里修改。',
    '已設定統一中獎率，請在設定裡修改。',
    'All slots share one winning rate. Change it in the settings.',
  ],
  enabledHint: [
    '停用后顾客不能购买该货道的商品。',
    '停用後顧客不能購買該貨道的商品。',
    'Customers cannot buy from a disabled slot.',
  ],
  noGoodsHint: ['没有商品的货道没有库存。', '沒有商品的貨道沒有庫存。', 'A slot without goods has no stock.'],
  maxHint: ['货道最多能放多少件。', '貨道最多能放多少件。', 'How many pieces the slot holds at most.'],
  rateHint: [
    '留空则不向设备下发中奖率，由设备使用自身的默认值。',
    '留空則不傳送中獎率給設備，由設備使用自身的預設值。',
    'Leave empty to send no rate; the device then uses its own default.',
  ],
  goodsOut: [
    '货道里还有 {count} 件“{goods}”，更换后从账面清零。',
    '貨道裡還有 {count} 件「{goods}」，更換後從帳面歸零。',
    'The slot still holds {count} {count|piece|pieces} of “{goods}”, which {count|is|are} written off when you change the goods.',
  ],
  goodsOutAsk: [
    '货道里还有 {count} 件“{goods}”，更换后从账面清零。请填写放入了多少件新商品。',
    '貨道裡還有 {count} 件「{goods}」，更換後從帳面歸零。請填寫放入了多少件新商品。',
    'The slot still holds {count} {count|piece|pieces} of “{goods}”, which {count|is|are} written off when you change the goods. Enter how many pieces of the new goods you put in.',
  ],
  goodsOutMany: [
    '所选货道里共有 {count} 件其他商品，更换后从账面清零。',
    '所選貨道裡共有 {count} 件其他商品，更換後從帳面歸零。',
    'The selected slots hold {count} {count|piece|pieces} of other goods, which {count|is|are} written off when you change the goods.',
  ],
  newQuantity: ['放入的新商品数量', '放入的新商品數量', 'Pieces of the new goods'],
  reported: [
    '设备上报：{quantity} / {max}，{at}',
    '設備回報：{quantity} / {max}，{at}',
    'The device reports {quantity} / {max}, {at}',
  ],
  parted: [
    '账面是 {books} 件，按设备计数是 {counted} 件。',
    '帳面是 {books} 件，依設備計數是 {counted} 件。',
    'Recorded stock: {books}. Device count: {counted}.',
  ],
  takeCount: [
    '采用设备计数：{books} → {counted}',
    '採用設備計數：{books} → {counted}',
    'Use device count: {books} → {counted}',
  ],
  countTaken: [
    '货道 {number} 的库存已改为 {counted}',
    '貨道 {number} 的庫存已改為 {counted}',
    'The stock of slot {number} is now {counted}',
  ],
  reportedFault: ['设备上报故障：{fault}', '設備回報故障：{fault}', 'The device reports a fault: {fault}'],
  notApplied: [
    '设备还没有应用该货道的设置。',
    '設備還沒有套用該貨道的設定。',
    'The device has not applied the settings of this slot yet.',
  ],
  clash: [
    '保存前，这个货道已有变化：被他人修改，或设备出了货。您填写的内容仍在，请核对后再保存。',
    '儲存前，這個貨道已有變化：被他人修改，或設備出了貨。您填寫的內容仍在，請核對後再儲存。',
    'This slot has changed before you saved: someone edited it, or the device dispensed. Your entries are kept; check them and save again.',
  ],
  clashLine: [
    '{field}：现为 {theirs}，您填写 {yours}',
    '{field}：現為 {theirs}，您填寫 {yours}',
    '{field}: now {theirs}, you entered {yours}',
  ],
  takenLine: ['{field}：已更新为 {theirs}', '{field}：已更新為 {theirs}', '{field}: updated to {theirs}'],
  takeTheirs: ['采用最新值', '採用最新值', 'Use the latest'],
  takeTheirsOf: ['采用最新值：{field}', '採用最新值：{field}', 'Use the latest: {field}'],
  clashMany: [
    '保存前，货道 {slots} 已有变化：被他人修改，或设备出了货。您填写的内容仍在，再次保存会覆盖这些变化。',
    '儲存前，貨道 {slots} 已有變化：被他人修改，或設備出了貨。您填寫的內容仍在，再次儲存會覆蓋這些變化。',
    'These slots have changed before you saved, because someone edited them or the device dispensed: {slots}. Your entries are kept; saving again overwrites these changes.',
  ],
  nothing: ['无', '無', 'none'],
  slots: ['货道 {slots}', '貨道 {slots}', 'Slots: {slots}'],
})
