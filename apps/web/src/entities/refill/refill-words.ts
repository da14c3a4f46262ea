import { words } from '@slotwise/contract'

/** Texts of filling machines up, wherever it is offered. */
export const refillWords = words({
  refillList: ['补货清单', '補貨清單', 'Refill list'],
  refillListOfChosen: ['所选设备的补货清单', '所選設備的補貨清單', 'Refill list for selected'],
  fill: ['补满', '補滿', 'Fill up'],
  fillNamed: ['补满：{name}', '補滿：{name}', 'Fill up: {name}'],
  fillChosen: ['补满所选设备', '補滿所選設備', 'Fill up selected devices'],
  fillAll: ['全部补满', '全部補滿', 'Fill up all'],
  fillOneTitle: ['补满“{name}”？', '補滿「{name}」？', 'Fill up {name}?'],
  fillTitle: ['补满 {count} 台设备？', '補滿 {count} 台設備？', 'Fill up {count} {count|device|devices}?'],
  fillText: [
    '{devices} 台设备的 {slots} 个货道将记为已补满，共补入 {pieces} 件。一小时内可以撤销。',
    '{devices} 台設備的 {slots} 個貨道將記為已補滿，共補入 {pieces} 件。一小時內可以復原。',
    '{slots} {slots|slot|slots} of {devices} {devices|device|devices} will be recorded as full, adding {pieces} {pieces|piece|pieces}. You can undo this within an hour.',
  ],
  fillLowText: ['仅包括库存不足的货道。', '僅包括庫存不足的貨道。', 'Only low slots are filled.'],
  fillDo: ['补入 {pieces} 件', '補入 {pieces} 件', 'Add {pieces} {pieces|piece|pieces}'],
  fillNothing: [
    '没有需要补货的货道：都已补满、未放商品、已停用或最大库存未知。',
    '沒有需要補貨的貨道：都已補滿、未放商品、已停用或最大庫存未知。',
    'No slot needs a refill: all are full, without goods, disabled or of unknown capacity.',
  ],
  loading: ['正在计算…', '正在計算…', 'Calculating…'],
  filled: [
    '已补满 {devices} 台设备，共 {pieces} 件',
    '已補滿 {devices} 台設備，共 {pieces} 件',
    '{devices} {devices|device|devices} filled up: {pieces} {pieces|piece|pieces}',
  ],
  refused: [
    '{count} 台设备未补货',
    '{count} 台設備未補貨',
    '{count} {count|device was|devices were} not filled',
  ],
  line: ['{name}：{why}', '{name}：{why}', '{name}: {why}'],
  more: ['另有 {count} 台设备', '另有 {count} 台設備', 'and {count} more {count|device|devices}'],
  whyBusy: ['设备正在初始化', '設備正在初始化', 'the device is initializing'],
  whyWait: [
    '刚被修改过，请几秒后再试',
    '剛被修改過，請幾秒後再試',
    'just edited, try again in a few seconds',
  ],
  whyType: ['该类型的设备不计库存', '該類型的設備不計庫存', 'this type of device does not count stock'],
  undone: ['已撤回 {pieces} 件', '已撤回 {pieces} 件', '{pieces} {pieces|piece|pieces} removed again'],
  putBack: ['已恢复 {restored} 件', '已恢復 {restored} 件', '{restored} {restored|piece|pieces} put back'],
  undoneBoth: [
    '已撤回 {pieces} 件，恢复 {restored} 件',
    '已撤回 {pieces} 件，恢復 {restored} 件',
    '{pieces} {pieces|piece|pieces} removed again, {restored} put back',
  ],
  left: ['{pieces} 件未能撤销', '{pieces} 件未能復原', '{pieces} {pieces|piece|pieces} could not be undone'],
  leftLine: ['{name} 货道 {slots}：{why}', '{name} 貨道 {slots}：{why}', '{name}, slot {slots}: {why}'],
  leftSold: ['已售出', '已售出', 'sold since then'],
  leftChanged: [
    '之后又盘点、补货或换过商品',
    '之後又盤點、補貨或換過商品',
    'counted, refilled or given other goods since then',
  ],
})
