import { words } from '../kernel/locale.ts'

export const lowModeWords = words({
  share: ['按剩余比例', '按剩餘比例', 'Share left'],
  pieces: ['按剩余数量', '按剩餘數量', 'Pieces left'],
})

export const thresholdFieldWords = words({
  store: ['门店', '門店', 'Store'],
  sn: ['设备', '設備', 'Device'],
  low: ['库存不足', '庫存不足', 'Low stock'],
  low_mode: ['库存不足的判断', '庫存不足的判斷', 'Low stock is judged by'],
  low_value: ['库存不足的界限', '庫存不足的界限', 'Low stock from'],
  offline_minutes: ['离线多少分钟后提醒', '離線多少分鐘後提醒', 'Offline minutes before an alert'],
})
