import { words } from '@slotwise/contract'

/** Thresholds in words. Apart from the words of their forms, which lists of devices need not load. */
export const thresholdRuleWords = words({
  title: ['告警阈值', '告警門檻', 'Alert thresholds'],
  share: ['{value}%', '{value}%', '{value}%'],
  pieces: ['{value} 件', '{value} 件', '{value} {value|piece|pieces}'],
  minutes: ['{value} 分钟', '{value} 分鐘', '{value} min'],
  asStore: ['同门店：{value}', '同門店：{value}', 'same as the store: {value}'],
  asMerchant: ['同全部设备：{value}', '同全部設備：{value}', 'same as all devices: {value}'],
  asUsual: ['默认：{value}', '預設：{value}', 'default: {value}'],
  ofDevice: ['设备阈值：{value}', '設備門檻：{value}', 'device threshold: {value}'],
  lowRule: [
    '货道剩余 {value} 或更少即为库存不足（{level}）',
    '貨道剩餘 {value} 或更少即為庫存不足（{level}）',
    'A slot is low at {value} or less ({level})',
  ],
  levelDevice: ['该设备的阈值', '該設備的門檻', 'device threshold'],
  levelStore: ['所在门店的阈值', '所在門店的門檻', 'store threshold'],
  levelMerchant: ['全部设备的阈值', '全部設備的門檻', 'threshold for all devices'],
  levelUsual: ['默认阈值', '預設門檻', 'default threshold'],
})
