import { words } from '../kernel/locale.ts'

export const alertKindWords = words({
  offline: ['离线', '離線', 'Offline'],
  low_stock: ['库存不足', '庫存不足', 'Low stock'],
  abnormal: ['设备异常', '設備異常', 'Abnormal device'],
})

export const alertStateWords = words({
  open: ['待处理', '待處理', 'Open'],
  closed: ['已恢复', '已恢復', 'Recovered'],
})

export const alertFieldWords = words({
  alerts: ['设备告警', '設備告警', 'Alerts'],
  kind: ['类型', '類型', 'Type'],
  state: ['状态', '狀態', 'Status'],
  sn: ['设备', '設備', 'Device'],
  title: ['设备名称', '設備名稱', 'Device name'],
  store: ['门店', '門店', 'Store'],
  area: ['区域', '區域', 'Area'],
  opened_at: ['开始时间', '開始時間', 'Since'],
  closed_at: ['恢复时间', '恢復時間', 'Recovered at'],
  low: ['库存不足货道', '庫存不足貨道', 'Low slots'],
  empty: ['售空货道', '售空貨道', 'Empty slots'],
  faults: ['故障', '故障', 'Faults'],
  perHour: ['每小时潜在损失', '每小時潛在損失', 'Sales at risk per hour'],
  taker: ['处理人', '處理人', 'Assigned to'],
  taken_at: ['接手时间', '接手時間', 'Assigned at'],
  done: ['已完成', '已完成', 'Done'],
  done_at: ['完成时间', '完成時間', 'Done at'],
  remarks: ['备注', '備註', 'Remarks'],
  mine: ['我处理的', '我處理的', 'Assigned to me'],
})
