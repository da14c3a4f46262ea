import { words } from '../kernel/locale.ts'

export const commandRules = words({
  count: ['请输入 1 至 100', '請輸入 1 至 100', 'From 1 to 100'],
  tooManyPieces: ['一次最多出货 200 件', '一次最多出貨 200 件', 'At most 200 pieces at once'],
  countZero: ['出货数量不能为 0', '出貨數量不能為 0', 'The count must not be 0'],
  channelNum: ['请输入 1 至 400', '請輸入 1 至 400', 'From 1 to 400'],
  channelNumOfType: [
    '该类型的设备最多 {max} 个货道',
    '該類型的設備最多 {max} 個貨道',
    'Devices of this type have at most {max} {max|slot|slots}',
  ],
})
