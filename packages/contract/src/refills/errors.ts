import { errors } from '../kernel/errors.ts'

export const refillErrors = errors({
  nothingToFill: [
    103,
    '这些设备没有需要补货的货道',
    '這些設備沒有需要補貨的貨道',
    'No slot of these devices needs a refill',
  ],
  visitTooOld: [
    103,
    '该补货记录已超过 {days} 天，不能再入账',
    '該補貨紀錄已超過 {days} 天，不能再入帳',
    'This refill is older than {days} days and can no longer be recorded',
  ],
})
