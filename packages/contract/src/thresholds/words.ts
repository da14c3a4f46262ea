import { words } from '../kernel/locale.ts'

export const lowModeWords = words({
  share: ['按剩余比例', '依剩餘比例', 'Share left'],
  pieces: ['按剩余数量', '依剩餘數量', 'Pieces left'],
})

export const thresholdFieldWords = words({
  store: ['门店', '門店', 'Store'],
  sn: ['设备', '設備', 'Device'],
  low: ['库存不足', '庫存不足', 'Low stock'],
  low_mode: ['库存不足判断方式', '庫存不足判斷方式', 'Low stock judged by'],
  low_value: ['库存不足阈值', '庫存不足門檻', 'Low stock threshold'],
  offline_minutes: ['离线多久后告警（分钟）', '離線多久後告警（分鐘）', 'Offline minutes before an alert'],
})
