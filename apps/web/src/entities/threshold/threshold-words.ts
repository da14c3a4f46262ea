import { words } from '@slotwise/contract'

export const thresholdWords = words({
  intro: [
    '适用于全部设备。门店和设备可以设置自己的阈值。',
    '適用於全部設備。門店和設備可以設定自己的門檻。',
    'These apply to all devices. A store or device can have its own.',
  ],
  ofStore: [
    '适用于该店的设备；设备可以另设自己的阈值。',
    '適用於該店的設備；設備可以另設自己的門檻。',
    'These apply to the devices in this store. A device can have its own.',
  ],
  save: ['保存阈值', '儲存門檻', 'Save thresholds'],
  saved: ['已保存', '已儲存', 'Saved'],
  lowHint: [
    '货道剩余不多于此比例或件数时，视为库存不足。',
    '貨道剩餘不多於此比例或件數時，視為庫存不足。',
    'A slot is low when it has this share of its capacity, or this many pieces, or less.',
  ],
  offlineHint: [
    '设备离线满此时间后发出告警。',
    '設備離線滿此時間後發出告警。',
    'A device that has been offline for this long raises an alert.',
  ],
  offlineAfter: ['离线多久后告警', '離線多久後告警', 'Alert when offline for'],
  unit: ['单位', '單位', 'Unit'],
  percentUnit: ['%', '%', '%'],
  piecesUnit: ['件', '件', 'pieces'],
  minutesUnit: ['分钟', '分鐘', 'min'],
  backTo: ['改回“{inherited}”', '改回「{inherited}」', 'Back to “{inherited}”'],
  exceptions: [
    '单独设置的门店和设备',
    '單獨設定的門店和設備',
    'Stores and devices with their own thresholds',
  ],
  noExceptions: [
    '没有单独设置的门店或设备',
    '沒有單獨設定的門店或設備',
    'No store or device has its own thresholds',
  ],
})
