import { words } from '../kernel/locale.ts'

export const thresholdRules = words({
  share: ['请输入 0 到 90 的整数', '請輸入 0 到 90 的整數', 'Enter a whole number from 0 to 90'],
  pieces: ['请输入 0 到 999 的整数', '請輸入 0 到 999 的整數', 'Enter a whole number from 0 to 999'],
  offlineMinutes: [
    '请输入 2 到 1440 的整数',
    '請輸入 2 到 1440 的整數',
    'Enter a whole number from 2 to 1440',
  ],
})
