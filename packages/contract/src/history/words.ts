import { words } from '../kernel/locale.ts'

/** The lines of a machine's history, on the screen. */
export const historyLineWords = words({
  command: ['指令', '指令', 'Command'],
  fault: ['故障', '故障', 'Fault'],
  stock: ['库存变动', '庫存異動', 'Stock change'],
  slot: ['货道 {slot}', '貨道 {slot}', 'Slot {slot}'],
  slotTimes: ['货道 {slot} × {count}', '貨道 {slot} × {count}', 'Slot {slot} × {count}'],
  pulses: ['{count} 个脉冲', '{count} 個脈衝', 'Pulses: {count}'],
  slots: ['{count} 个货道', '{count} 個貨道', 'Slots: {count}'],
  renumber: ['{from} → {to}', '{from} → {to}', '{from} → {to}'],
  lampOn: ['开灯', '開燈', 'On'],
  lampOff: ['关灯', '關燈', 'Off'],
  slotDone: ['货道 {slot}：成功', '貨道 {slot}：成功', 'Slot {slot}: done'],
  slotDoneTimes: [
    '货道 {slot}：成功 {count} 件',
    '貨道 {slot}：成功 {count} 件',
    'Slot {slot}: {count} done',
  ],
  slotFailed: ['货道 {slot}：失败', '貨道 {slot}：失敗', 'Slot {slot}: failed'],
  slotReason: ['货道 {slot}：{reason}', '貨道 {slot}：{reason}', 'Slot {slot}: {reason}'],
  slotGoods: ['货道 {slot}，{goods}', '貨道 {slot}，{goods}', 'Slot {slot}, {goods}'],
  active: ['未恢复', '未恢復', 'Ongoing'],
  cleared: ['已恢复', '已恢復', 'Cleared'],
  code: ['错误码 {code}', '錯誤代碼 {code}', 'Code {code}'],
  reportedAs: ['设备上报：{raw}', '設備回報：{raw}', 'Reported as: {raw}'],
  by: ['操作人：{name}', '操作人：{name}', 'By {name}'],
  byDevice: ['设备自行上报', '設備自行回報', 'By the device'],
  bySystem: ['系统', '系統', 'By the system'],
  change: ['{before} → {after}', '{before} → {after}', '{before} → {after}'],
  changeBy: [
    '{before} → {after}（{difference}）',
    '{before} → {after}（{difference}）',
    '{before} → {after} ({difference})',
  ],
})

/** Column headers of the exported history. */
export const historyFieldWords = words({
  history: ['设备历史', '設備歷史', 'Device history'],
  at: ['时间', '時間', 'Time'],
  kind: ['类型', '類型', 'Type'],
  what: ['内容', '內容', 'What happened'],
  slot_no: ['货道', '貨道', 'Slot'],
  goods: ['商品', '商品', 'Goods'],
  before: ['变动前', '異動前', 'Before'],
  after: ['变动后', '異動後', 'After'],
  difference: ['变动', '異動', 'Change'],
  state: ['状态', '狀態', 'Status'],
  details: ['详情', '詳情', 'Details'],
  ended_at: ['结束时间', '結束時間', 'Ended at'],
  who: ['操作人', '操作人', 'By'],
})
