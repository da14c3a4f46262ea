import { errors } from '../kernel/errors.ts'

export const refillErrors = errors({
  nothingToFill: [
    103,
    '这些设备没有需要补货的货道',
    '這些設備沒有需要補貨的貨道',
    'No slot of these devices needs a refill',
  ],
})
