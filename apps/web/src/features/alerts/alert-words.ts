import { words } from '@slotwise/contract'

export const alertWords = words({
  title: ['设备告警', '設備告警', 'Alerts'],
  states: ['告警状态', '告警狀態', 'Alert status'],
  sums: ['待处理合计', '待處理合計', 'Open alerts in total'],
  perHourHelp: ['如何计算', '如何計算', 'How it is calculated'],
  perHourHint: [
    '设备平时每小时的销售额；库存不足或货道故障时，只算这些货道。按最近 28 天的销售平均到每小时，同一设备的多个告警不重复计算。',
    '設備平時每小時的銷售額；庫存不足或貨道故障時，只算這些貨道。依最近 28 天的銷售平均到每小時，同一設備的多個告警不重複計算。',
    'Usual sales per hour of the device, or of its low or faulty slots only. The sales of the last 28 days are averaged over all hours; several alerts of one device count once.',
  ],
  device: ['设备', '設備', 'Device'],
  trouble: ['问题', '問題', 'Problem'],
  lastedFor: ['持续 {time}', '持續 {time}', 'lasted {time}'],
  lasting: ['已持续', '已持續', 'for'],
  lowSlots: ['{low} 个货道库存不足', '{low} 個貨道庫存不足', '{low} low {low|slot|slots}'],
  lowAndEmpty: [
    '{low} 个货道库存不足，{empty} 个售空',
    '{low} 個貨道庫存不足，{empty} 個售空',
    '{low} low {low|slot|slots}, {empty} empty',
  ],
  work: ['处理情况', '處理情況', 'Handling'],
  free: ['待接手', '待接手', 'Unassigned'],
  doneBy: ['{name} 已处理', '{name} 已處理', 'Done by {name}'],
  done: ['已处理', '已處理', 'Done'],
  someone: ['已删除的账号', '已刪除的帳號', 'A deleted account'],

  take: ['接手', '接手', 'Assign to me'],
  takeOf: ['接手：{name}', '接手：{name}', 'Assign to me: {name}'],
  giveBack: ['取消接手', '取消接手', 'Unassign'],
  giveBackOf: ['取消接手：{name}', '取消接手：{name}', 'Unassign: {name}'],
  finish: ['处理完成', '處理完成', 'Mark as done'],
  finishOf: ['处理完成：{name}', '處理完成：{name}', 'Mark as done: {name}'],
  reopen: ['标为未完成', '標為未完成', 'Mark as not done'],
  reopenOf: ['标为未完成：{name}', '標為未完成：{name}', 'Mark as not done: {name}'],
  note: ['备注', '備註', 'Remarks'],
  noteOf: ['备注：{name}', '備註：{name}', 'Remarks: {name}'],

  workTitle: ['处理告警', '處理告警', 'Handle alert'],
  saveWork: ['保存处理情况', '儲存處理情況', 'Save handling'],
  saved: ['已保存', '已儲存', 'Saved'],
  remarksHint: [
    '做了什么，或还需要什么。',
    '做了什麼，或還需要什麼。',
    'What was done, or what is still needed.',
  ],
  doneHint: [
    '设备恢复正常后，告警会自动关闭。',
    '設備恢復正常後，告警會自動關閉。',
    'The alert closes automatically once the device has recovered.',
  ],

  me: ['我', '我', 'Me'],
  notMe: ['其他人或无人', '其他人或無人', 'Others or unassigned'],
  none: ['没有需要处理的设备', '沒有需要處理的設備', 'No devices need attention'],
  noneHint: [
    '设备离线、库存不足或发生故障时，会自动出现在这里。',
    '設備離線、庫存不足或發生故障時，會自動出現在這裡。',
    'Devices that go offline, run low or report a fault appear here automatically.',
  ],
  noneClosed: ['还没有已恢复的告警', '還沒有已恢復的告警', 'No recovered alerts yet'],
  noneClosedHint: [
    '设备恢复后，告警保留 180 天，供查询处理经过。',
    '設備恢復後，告警保留 180 天，供查詢處理經過。',
    'Alerts are kept for 180 days after the device has recovered.',
  ],
})
